import { storageText } from './messages.ts'

/** A write was asked for while nobody is signed in or the database does not answer. Its message is for the person. */
export class StorageUnavailable extends Error {
  constructor(verb: Parameters<typeof storageText>[0]) {
    super(storageText(verb))
    this.name = 'StorageUnavailable'
  }
}

/** What to say of a failed write: why storage cannot be used where that is it, otherwise `failed`. */
export const writeFailure = (error: unknown, failed: string): string =>
  error instanceof StorageUnavailable ? error.message : failed
