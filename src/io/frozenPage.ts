/*
 * A browser may keep a page that is left frozen, to show it again when a person goes back (the back/forward cache).
 * The Firestore SDK writes to its database at that very moment. WebKit freezes such a transaction with the page: it
 * never ends, and every later page of the app waits for it (https://bugs.webkit.org/show_bug.cgi?id=315804).
 */

/** Transactions of this page that have not ended. */
const openTransactions = new Set<IDBTransaction>()
let frozen = false

/** Ends every transaction when the page is frozen, and begins the app anew when it is shown again. Called once, early. */
export function handleFreezing(): void {
  if (typeof IDBDatabase === 'undefined') return
  trackTransactions(IDBDatabase.prototype)
  onFreeze(freeze)
  window.addEventListener('pageshow', ({ persisted }) => {
    // The SDK has shut its client down, and a script cannot start it again.
    if (persisted) location.reload()
  })
}

/** Calls back when the page is frozen. For workers: their transactions freeze as well. */
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
      // It is committing already, and ends by itself.
    }
}
