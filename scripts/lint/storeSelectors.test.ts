import { RuleTester } from 'oxlint/plugins-dev'
import { describe, test } from 'vitest'
import { storeSelectors } from './storeSelectors.ts'

RuleTester.describe = describe
RuleTester.it = test

const IMPORT = "import { useRadio } from '#src/stores/radio.ts'\n"

new RuleTester().run('store-selectors', storeSelectors, {
  valid: [
    `${IMPORT}useRadio((state) => state.status)`,
    `${IMPORT}useRadio.getState()`,
    "import { useSession } from '#src/stores/userStore.ts'\nuseSession()",
    "import { useTitle } from '#src/ui/useTitle.ts'\nuseTitle()",
  ],
  invalid: [
    {
      code: `${IMPORT}useRadio()`,
      errors: [{ message: 'Select what is shown: useRadio((state) => state.…).' }],
    },
  ],
})
