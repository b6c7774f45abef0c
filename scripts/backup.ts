import { createWriteStream, existsSync } from 'node:fs'
import { once } from 'node:events'
import { backupLines } from './backupAccount.ts'
import { setUpOperatorTool, exitWithError } from './operator.ts'

/*
 * `npm run backup -- <uid> <file>`: writes all stored data of a user to a file. The flag `--local` is described in
 * operator.ts.
 */
const { uid, file, db, end } = setUpOperatorTool('backup', ['uid', 'file'])
if (existsSync(file)) exitWithError(`${file} is there already, and stays as it is.`)
const out = createWriteStream(file, { mode: 0o600 })
let lines = 0
try {
  for await (const line of backupLines(db, uid, Date.now())) {
    lines++
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  console.log(`${lines - 1} documents of ${uid} are in ${file}.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(`${file} is not whole.`)
  process.exitCode = 1
} finally {
  await end()
}
