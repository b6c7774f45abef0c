import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, watch } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { sqliteJournal } from './core/journal.ts'
import { Store } from './core/store.ts'
import { compileRules } from './rules/ruleset.ts'
import { firestoreService } from './service/service.ts'
import { adminRoute } from './transports/admin.ts'
import { httpServer } from './transports/http.ts'
import { restRoute } from './transports/rest.ts'
import { webChannel } from './transports/webchannel.ts'

export type FirestoreOptions = {
  /** 0 takes any free port. */
  readonly port: number
  /** The folder that keeps the data; none keeps it in memory. */
  readonly dataFolder?: string
  /** The project's `firestore.rules`; read again whenever the file changes. None allows everything. */
  readonly rulesFile?: string
}

export type RunningFirestore = { readonly port: number; close(): Promise<void> }

const HOST = '127.0.0.1'

/** Starts a Firestore on this machine's loopback. Throws if the rules have a fault, with its line and column. */
export async function startFirestore({ port, dataFolder, rulesFile }: FirestoreOptions): Promise<RunningFirestore> {
  if (dataFolder) mkdirSync(dataFolder, { recursive: true })
  const readRules = (file: string) => compileRules(readFileSync(file, 'utf8'))
  let ruleset = rulesFile ? readRules(rulesFile) : undefined
  const watcher = rulesFile
    ? watch(path.dirname(rulesFile), (_, changed) => {
        if (changed !== path.basename(rulesFile)) return
        try {
          ruleset = readRules(rulesFile)
          console.log(`firestore: ${changed} reloaded`)
        } catch (error) {
          console.error(
            `firestore: ${changed} keeps its last good version: ${error instanceof Error ? error.message : String(error)}`,
          )
        }
      })
    : undefined

  const journal = sqliteJournal(dataFolder ? path.join(dataFolder, 'firestore.sqlite') : ':memory:')
  const store = new Store(journal, () => Date.now() * 1000, randomUUID)
  const service = firestoreService(store, () => ruleset)
  const channel = webChannel(service)
  const server = httpServer([adminRoute(service), channel.route, restRoute(service)])
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, resolve)
  })
  const address = server.address()

  return {
    port: isAddress(address) ? address.port : port,
    async close() {
      watcher?.close()
      channel.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      store.close()
    },
  }
}

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null
