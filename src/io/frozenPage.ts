/*
 * When the user leaves a page, the browser may freeze the page, and show it again when the user goes back (the
 * back/forward cache). The app may write to a database when a page freezes. WebKit freezes the transaction together
 * with the page. The transaction then never ends, and every later page of the app waits for it
 * (https://bugs.webkit.org/show_bug.cgi?id=315804).
 */

/** Transactions of this page that have not ended. */
const openTransactions = new Set<IDBTransaction>()
let frozen = false

/**
 * Aborts all transactions when the page freezes, and reloads the page when the user returns to it. Must be called once,
 * before the first transaction.
 */
export function handleFreezing(): void {
  if (typeof IDBDatabase === 'undefined') return
  trackTransactions(IDBDatabase.prototype)
  onFreeze(freeze)
  window.addEventListener('pageshow', ({ persisted }) => {
    // The worker of the journal was terminated when the page froze.
    if (persisted) location.reload()
  })
}

/**
 * Calls `act` when the page freezes, for example to terminate the worker of the journal. Otherwise the transactions of the
 * worker would freeze too. Returns a function that removes the listener.
 */
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
      // A transaction that is already committing cannot be aborted, but ends by itself.
    }
}
