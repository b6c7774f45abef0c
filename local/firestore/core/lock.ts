import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class FolderInUse extends Error {}

/**
 * Locks a folder for this process until the lock is released or the process ends in any way. The operating system
 * manages the lock. The lock is acquired through SQLite, because Node has no API for file locks.
 * @returns a function that releases the lock
 * @throws FolderInUse if another process has the lock; the message contains advice
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
