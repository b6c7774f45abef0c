/*
 * A browser may freeze a page that the user leaves, to show it again on going back (the back/forward cache). The
 * Firestore SDK writes to its database at that moment. WebKit freezes such a transaction with the page: it never ends,
 * and every later page of the app waits for it (https://bugs.webkit.org/show_bug.cgi?id=315804).
 */

/** Transactions of this page that have not ended. */
const openTransactions = new Set<IDBTransaction>()
let frozen = false

/** Aborts all transactions when the page freezes, and reloads the app when it is shown again. Called once, early. */
export function handleFreezing(): void {
  if (typeof IDBDatabase === 'undefined') return
  trackTransactions(IDBDatabase.prototype)
  onFreeze(freeze)
  window.addEventListener('pageshow', ({ persisted }) => {
    // The SDK has terminated its client and cannot be restarted.
    if (persisted) location.reload()
  })
}

/** Calls back when the page freezes. Workers use it too, because their transactions freeze as well. */
export function onFreeze(act: () => void): () => void {
  const listen = ({ persisted }: PageTransitionEvent) => {
    if (persisted) act()
  }
  window.addEventListener('pagehide', listen)
  return () => window.removeEventListener('pagehide', listen)
}

function trackTransactions(databases: IDBDatabase): void {
  const begin = databases.transaction
  databases.transaction = function (...parameters) {
    if (frozen) throw new DOMException('The page is frozen.', 'InvalidStateError')
    const transaction = begin.apply(this, parameters)
    openTransactions.add(transaction)
    const ended = () => openTransactions.delete(transaction)
    transaction.addEventListener('complete', ended)
    transaction.addEventListener('abort', ended)
    return transaction
  }
}

function freeze(): void {
  frozen = true
  for (const transaction of openTransactions)
    try {
      transaction.abort()
    } catch {
      // The transaction is committing already and ends by itself.
    }
}
