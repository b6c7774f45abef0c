import { runTransaction, type Firestore, type Transaction } from 'firebase/firestore/lite'

/**
 * Runs a transaction. Firestore Lite adds a listener to the document at the start of each transaction and never removes
 * it, so a page that stays open for days would collect thousands of listeners.
 */
export function transact<Result>(
  db: Firestore,
  update: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  // Node has no document.
  if (typeof document === 'undefined') return runTransaction(db, update)
  // Hides the method of the prototype while the SDK adds its only listener, before `runTransaction` returns.
  document.addEventListener = () => {}
  try {
    return runTransaction(db, update)
  } finally {
    Reflect.deleteProperty(document, 'addEventListener')
  }
}
