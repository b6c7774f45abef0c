import { startFirestore } from '#local/firestore/server.ts'

/** What a contract is tested against; its address is `host:port`. */
export type ContractServer = { readonly address: string; close(): Promise<void> }

/** The official emulator where FIRESTORE_EMULATOR_OFFICIAL names one that runs, otherwise a local Firestore. */
export async function contractServer(): Promise<ContractServer> {
  const official = process.env['FIRESTORE_EMULATOR_OFFICIAL']
  if (official) return { address: official, close: () => Promise.resolve() }
  const { port, close } = await startFirestore({ port: 0 })
  return { address: `127.0.0.1:${port}`, close }
}
