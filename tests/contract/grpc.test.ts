/* Tests the answers to gRPC messages that no SDK would send. */
import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFirestore, type TestFirestore } from '#tests/support/localFirestore.ts'

let server: TestFirestore
let client: Client
beforeAll(async () => {
  server = await testFirestore()
  client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure())
})
afterAll(async () => {
  client.close()
  await server.close()
})

const bytes = (buffer: Buffer) => buffer

/** Sends raw bytes to an RPC and returns the error of the answer. */
const errorOf = (rpc: string, message: Buffer, authorization = 'Bearer owner') =>
  new Promise<ServiceError | null>((resolve) => {
    const metadata = new Metadata()
    metadata.set('authorization', authorization)
    const path = `/google.firestore.v1.Firestore/${rpc}`
    client.makeUnaryRequest(path, bytes, bytes, message, metadata, (error) => resolve(error))
  })

test.each<[string, string, Buffer, string | undefined, object]>([
  ['malformed bytes', 'Commit', Buffer.from('ffffffff', 'hex'), undefined, { code: status.INVALID_ARGUMENT }],
  ['an empty message', 'Commit', Buffer.alloc(0), undefined, { code: status.INVALID_ARGUMENT }],
  [
    'a malformed token',
    'Commit',
    Buffer.alloc(0),
    'Bearer x',
    { code: status.INVALID_ARGUMENT, details: 'invalid jwt' },
  ],
  ['more than 16 MiB', 'Commit', Buffer.alloc(17 * 1024 * 1024), undefined, { code: status.RESOURCE_EXHAUSTED }],
  [
    'an RPC that is not implemented',
    'PartitionQuery',
    Buffer.alloc(0),
    undefined,
    { code: status.UNIMPLEMENTED, details: expect.stringContaining('PartitionQuery') },
  ],
  ['an RPC that does not exist', 'Sing', Buffer.alloc(0), undefined, { code: status.UNIMPLEMENTED }],
])('answers %s with the documented status', async (_, rpc, message, authorization, error) => {
  expect(await errorOf(rpc, message, authorization)).toMatchObject(error)
  expect((await fetch(server.url)).status).toBe(200)
})

test.each(['Listen', 'Write'])(
  'ends a %s stream with INVALID_ARGUMENT when the first message is malformed',
  async (rpc) => {
    const path = `/google.firestore.v1.Firestore/${rpc}`
    const stream = client.makeBidiStreamRequest(path, bytes, bytes, new Metadata())
    const error = new Promise<ServiceError>((resolve) => stream.once('error', resolve))
    stream.on('data', () => {})
    stream.write(Buffer.from('ffffffff', 'hex'))
    stream.write(Buffer.from('ffffffff', 'hex'))
    expect(await error).toMatchObject({ code: status.INVALID_ARGUMENT })
  },
)
