/* Runs all cases with the Web SDK in Node, where the SDK uses gRPC. */
import { afterAll, beforeAll, test } from 'vitest'
import { contractServer, type ContractServer } from '#tests/support/contractServer.ts'
import { CASES } from './cases.ts'
import { runCase } from './client.ts'

let server: ContractServer
beforeAll(async () => {
  server = await contractServer()
})
afterAll(() => server.close())

test.each(Object.keys(CASES))('case: %s', (name) => runCase(server.address, name), 30_000)
