import { randomUUID } from 'node:crypto'
import { readFileSync, watch } from 'node:fs'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { openFileJournal, memoryJournal } from './core/journal.ts'
import { Store } from './core/store.ts'
import { compileRules, type Ruleset } from './rules/ruleset.ts'
import { importText } from './service/exports.ts'
import { firestoreService, type FirestoreService } from './service/service.ts'
import { withUsage } from './service/usage.ts'
import { adminRoute, databaseRoot } from './transports/admin.ts'
import type { GrpcServer } from './transports/grpc.ts'
import { httpServer } from './transports/http.ts'
import { listenOnPort } from './transports/port.ts'
import { restRoute } from './transports/rest.ts'
import { webChannel } from './transports/webchannel.ts'

export type FirestoreOptions = {
  /** The port of the server. 0 selects any free port. */
  readonly port: number
  /** A loopback address, or `localhost` for both loopback addresses. */
  readonly host?: string
  /** The folder that stores the data. Without a folder, the data is only in memory. */
  readonly dataFolder?: string
  /** The file with the security rules, reloaded when the file changes. Without rules, everything is allowed. */
  readonly rulesFile?: string
  /** Compiled rules, used instead of `rulesFile`. */
  readonly rules?: Ruleset
  /** An export to import at start. The import replaces all documents of `project`. */
  readonly seed?: { readonly file: string; readonly project: string }
}

const RELOAD_DEBOUNCE_MS = 50

export type RunningFirestore = { readonly port: number; close(): Promise<void> }

/** Starts the local Firestore on a loopback address. If the rules have an error, throws with the line and column. */
export async function startFirestore({
  port,
  host = '127.0.0.1',
  dataFolder,
  rulesFile,
  rules = rulesFile ? compileRules(readFileSync(rulesFile, 'utf8')) : undefined,
  seed,
}: FirestoreOptions): Promise<RunningFirestore> {
  const journal = dataFolder ? openFileJournal(dataFolder, logError) : memoryJournal()
  const store = new Store({ journal, nowMicros: () => Date.now() * 1000, newEpoch: randomUUID })
  const service = withUsage(firestoreService(store))
  if (rules) service.useRules(rules)
  const unwatch = rulesFile ? watchFile(rulesFile, () => reloadRules(service, rulesFile)) : undefined
  const channel = webChannel(service)
  const http1 = httpServer([adminRoute(store, service), channel.route, restRoute(service)])
  // The gRPC code is loaded for the first HTTP/2 connection, so that the start does not wait for this code. Browsers
  // never make such a connection.
  let http2: Promise<GrpcServer> | undefined
  const onHttp2 = (socket: Duplex) => {
    http2 ??= import('./transports/grpc.ts').then(({ createGrpcServer }) => createGrpcServer(service))
    http2.then(
      ({ handle }) => handle(socket),
      (error: unknown) => {
        logError(String(error))
        socket.destroy()
      },
    )
  }
  const release = () => {
    unwatch?.()
    channel.close()
    store.close()
  }
  try {
    if (seed) importText(store, databaseRoot(seed.project), readFileSync(seed.file, 'utf8'))
    const listening = await listenOnPort(host, port, http1, onHttp2)
    return {
      port: listening.port,
      async close() {
        if (http2) (await http2).close()
        await listening.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

function reloadRules(service: FirestoreService, rulesFile: string): void {
  try {
    service.useRules(compileRules(readFileSync(rulesFile, 'utf8')))
    console.log(`firestore: ${path.basename(rulesFile)} reloaded`)
  } catch (error) {
    logError(
      `${path.basename(rulesFile)} keeps its last good version: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** Watches a file. Calls `onChange` once after several quick changes, because editors write a file in several steps. */
function watchFile(file: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(path.dirname(file), (_, changed) => {
    if (changed !== path.basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, RELOAD_DEBOUNCE_MS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

const logError = (line: string): void => console.error(`firestore: ${line}`)
