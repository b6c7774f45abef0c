import { sessionApp } from '#src/io/firebase/auth.ts'
import { uidOfNewDevice } from './initialEntries.ts'

/*
 * An entry of the build: the page runs it beside main.tsx, as soon as its code is loaded (prerenderPlugin.ts). A device
 * without a local mirror asks the server for the newest entries before the dashboard's code has loaded.
 */
const uid = uidOfNewDevice()
if (uid !== undefined) {
  sessionApp()
  import('#src/io/firebase/firstPage.ts').then(
    ({ prefetchFirstPage }) => prefetchFirstPage(uid),
    // The journal loads the same code again when it needs it, and reports the error then.
    () => {},
  )
}
