import { expose } from 'comlink'
import * as z from 'zod/mini'
import type { TabChannel } from './engine.ts'
import { createEngineApi } from './engineApi.ts'

/* This worker contains the journal of one user, so that neither its database nor its index blocks the page's thread. */

const TabMessage = z.object({
  ids: z.array(z.string()),
  hasNewSettings: z.boolean(),
  // A tab with an earlier version of the app, whose messages lack this field, can store the state with every message.
  hasNewSync: z._default(z.boolean(), true),
  sending: z.optional(z.array(z.string())),
  answered: z.optional(z.object({ key: z.string(), outcome: z.enum(['saved', 'conflict', 'refused']) })),
})

function openChannel(uid: string): TabChannel {
  const channel = new BroadcastChannel(`journal:${uid}`)
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (callback) => channel.addEventListener('message', (event) => callback(TabMessage.parse(event.data))),
  }
}

const worker = { ...createEngineApi(openChannel), ping: async () => {} }
export type JournalWorker = typeof worker

expose(worker)
