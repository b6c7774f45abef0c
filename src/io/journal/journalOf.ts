import { proxy, wrap } from 'comlink'
import * as z from 'zod/mini'
import { journalServer } from '#src/io/firebase/journalServer.ts'
import type { ListenState } from '#src/io/firebase/listen.ts'
import { listenClient } from '#src/io/firebase/listenClient.ts'
import { onFreeze } from '#src/io/frozenPage.ts'
import { whileLeading, whileLocked } from '#src/io/locks.ts'
import { canUseDatabases } from '#src/io/storage.ts'
import { createJournal, type Journal, type SyncChannel } from './journal.ts'
import type { JournalWorker } from './worker.ts'

const journals = new WeakMap<AbortSignal, Promise<Journal>>()

/**
 * Returns the journal of a session. Rejects if the code of its worker cannot be loaded; the next call loads it again.
 * @param session aborted at the end of the session
 * @param whenUserIdle resolves when the user does not interact with the page
 */
export function journalOf(uid: string, session: AbortSignal, whenUserIdle: () => Promise<void>): Promise<Journal> {
  const journal = journals.get(session) ?? openJournal(uid, session, whenUserIdle)
  journals.set(session, journal)
  journal.catch(() => journals.delete(session))
  return journal
}

async function openJournal(uid: string, session: AbortSignal, whenUserIdle: () => Promise<void>): Promise<Journal> {
  const failed = new AbortController()
  const signal = AbortSignal.any([session, failed.signal])
  const thread = new Worker(new URL('worker.ts', import.meta.url), { type: 'module', name: 'journal' })
  const worker = wrap<JournalWorker>(thread)
  const forget = onFreeze(() => thread.terminate())
  signal.addEventListener('abort', () => {
    forget()
    thread.terminate()
  })
  let onState = (_state: ListenState): void => {}
  const client = listenClient(signal, (state) => onState(state))
  const journal = createJournal(uid, signal, {
    engine: worker,
    toListener: proxy,
    server: journalServer(uid, client),
    client,
    watchClient: (listener) => (onState = listener),
    // Without locks, several tabs would store their states of the sync over each other.
    isPersistent: canUseDatabases() && 'locks' in navigator,
    tabs: openSyncChannel(uid, signal),
    whileLocked,
    whileLeading,
    whenUserIdle,
  })
  try {
    await Promise.race([worker.ping(), whenBroken(thread)])
  } catch (error) {
    failed.abort()
    throw error
  }
  return journal
}

/** Rejects if the code of a worker cannot be loaded. */
const whenBroken = (thread: Worker): Promise<never> =>
  new Promise((_, reject) => {
    thread.addEventListener('error', () => reject(new Error('The worker of the journal cannot be loaded.')))
  })

const SyncMessage = z.enum(['synced', 'lost', 'ask'])

function openSyncChannel(uid: string, signal: AbortSignal): SyncChannel {
  const channel = new BroadcastChannel(`sync:${uid}`)
  signal.addEventListener('abort', () => channel.close())
  return {
    // A channel that is closed throws.
    post: (message) => void (signal.aborted || channel.postMessage(message)),
    onMessage: (callback) => channel.addEventListener('message', ({ data }) => callback(SyncMessage.parse(data))),
  }
}
