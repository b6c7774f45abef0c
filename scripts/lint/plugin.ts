import { interfaceTexts } from './interfaceTexts.ts'
import { storeSelectors } from './storeSelectors.ts'

/** The project's own lint rules. */
export default {
  meta: { name: 'sitrep' },
  rules: { 'interface-texts': interfaceTexts, 'store-selectors': storeSelectors },
}
