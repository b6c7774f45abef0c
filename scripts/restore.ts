import { readFileSync } from 'node:fs'
import { restoreBackup } from './backupAccount.ts'
import { setUpOperatorTool } from './operator.ts'

/* `npm run restore -- <uid> <file>`: restores a backup of a user. The flag `--local` is described in operator.ts. */
const { uid, file, db, end } = setUpOperatorTool('restore', ['uid', 'file'])
try {
  const written = await restoreBackup(db, uid, readFileSync(file, 'utf8').split('\n'))
  console.log(`${written} documents of ${uid} are as they were.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('The backup is not restored to its end. Mend this and run the same command again.')
  process.exitCode = 1
} finally {
  await end()
}
