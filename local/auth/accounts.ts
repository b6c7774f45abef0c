import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'

/**
 * Persists the accounts of the Auth emulator in one file. The file is replaced atomically, so a killed process leaves
 * either the old or the new version.
 */
export type AccountsFile = { read(): unknown; write(accounts: unknown): void }

export function accountsFile(folder: string): AccountsFile {
  const file = path.join(folder, 'accounts.json')
  let last = ''
  return {
    read() {
      if (!existsSync(file)) return undefined
      last = readFileSync(file, 'utf8')
      try {
        return JSON.parse(last)
      } catch {
        throw new Error(`${file} is damaged. Repair it, or start with --fresh to begin with no data.`)
      }
    },
    write(accounts) {
      const text = JSON.stringify(accounts)
      if (text === last) return
      mkdirSync(folder, { recursive: true })
      const temporary = `${file}.new`
      const handle = openSync(temporary, 'w')
      writeSync(handle, text)
      fsyncSync(handle)
      closeSync(handle)
      renameSync(temporary, file)
      last = text
    },
  }
}
