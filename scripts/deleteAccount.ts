import { createInterface } from 'node:readline/promises'
import { eraseAccount, countStored, findAccount, SESSION_LIFETIME_MS, type StoredCounts } from './eraseAccount.ts'
import { setUpOperatorTool, exitWithError } from './operator.ts'

/*
 * `npm run delete-account -- <uid>`: erases a user's account. The flags `--yes` and `--local` are described in
 * operator.ts. With `--local`, the tool does not wait until open sessions have expired.
 */
const { projectId, uid, isLocal, yes, db, auth, end } = setUpOperatorTool('delete-account', ['uid'])

try {
  const identity = await findAccount(auth, uid)
  console.log(
    `Project ${projectId}, account ${uid}: ${identity ? (identity.email ?? 'without an e-mail') : 'no identity'}`,
  )
  const held = await countStored({ db }, uid)
  print(held)
  if (!identity && Object.values(held).every((count) => count === 0))
    console.log('There is nothing of this account. Either it is erased, or the uid is another.')
  else {
    await confirm()
    const left = await eraseAccount(uid, {
      db,
      auth,
      now: Date.now,
      sessionLifetimeMs: isLocal ? 0 : SESSION_LIFETIME_MS,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      log: (line) => console.log(line),
    })
    print(left)
    console.log(`Nothing is left of ${uid}.`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('The account is not erased to its end. Mend this and run the same command again: it goes on.')
  process.exitCode = 1
} finally {
  await end()
}

function print(holdings: StoredCounts): void {
  for (const [place, count] of Object.entries(holdings)) console.log(`${String(count).padStart(7)}  ${place}`)
}

async function confirm(): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) exitWithError('Nobody can be asked here: give --yes. Nothing was changed.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('This cannot be undone. Type the uid once more to erase it: ')
  terminal.close()
  if (answer !== uid) exitWithError('That is another uid: nothing was changed.')
}
