import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class FolderInUse extends Error {}

/**
 * Takes a folder for this process alone, until it is released or the process ends, however it ends: the operating
 * system holds the lock, taken through SQLite because Node itself offers none.
 * @returns releases it
 * @throws FolderInUse that says what to do when it is taken already
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(path.join(folder, 'lock'))
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && error.message.includes('locked'))
      throw new FolderInUse(
        `${folder} is in use by another process. Stop that one first, or use another data folder.`,
        { cause: error },
      )
    throw error
  }
  return () => lock.close()
}
