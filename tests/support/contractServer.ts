import { startFirestore } from '#local/firestore/server.ts'

/** The Firestore server that a contract test runs against. Its address is `host:port`. */
export type ContractServer = { readonly address: string; close(): Promise<void> }

/** Returns the official emulator at FIRESTORE_EMULATOR_OFFICIAL or, if that is not set, starts a local Firestore. */
export async function contractServer(): Promise<ContractServer> {
  const official = process.env['FIRESTORE_EMULATOR_OFFICIAL']
  if (official) return { address: official, close: () => Promise.resolve() }
  const { port, close } = await startFirestore({ port: 0 })
  return { address: `127.0.0.1:${port}`, close }
}
