import { firebaseAppWithSession } from '#src/io/firebase/auth.ts'
import { uidOfNewDevice } from './initialEntries.ts'

/*
 * This module is an entry module of the build. The page runs it in parallel with main.tsx, as soon as its code is
 * loaded (prerenderPlugin.ts). On a device without the user's journal, it requests the newest entries from the server
 * before the dashboard's code has loaded.
 */
const uid = uidOfNewDevice()
if (uid !== undefined) {
  firebaseAppWithSession()
  import('#src/io/firebase/firstPage.ts').then(
    ({ prefetchFirstPage }) => prefetchFirstPage(uid),
    // The error is ignored here: the journal loads the same code again when it needs it, and then reports the error.
    () => {},
  )
}
