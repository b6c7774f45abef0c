import type { Duplex } from 'node:stream'
import { createRequire } from 'node:module'
import path from 'node:path'
import {
  Server,
  ServerCredentials,
  type Metadata,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import protobuf from 'protobufjs'
import { toFirestoreError, invalidArgument, STATUS, unimplemented } from '#local/firestore/core/errors.ts'
import { isObject, readObject } from '#local/firestore/core/json.ts'
import { parseTimestamp } from '#local/firestore/core/timestamps.ts'
import { callerOf } from '#local/firestore/service/caller.ts'
import type { Stream, BidiStreamingRpc } from '#local/firestore/service/rpc.ts'
import type { FirestoreService } from '#local/firestore/service/service.ts'

/**
 * The gRPC transport, which the Admin SDK and the Web SDK in Node use. The message definitions come from Google's own
 * client. Messages are converted from and to ProtoJSON, the format of `FirestoreService`.
 */
export type GrpcServer = { handle(socket: Duplex): void; close(): void }

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024

export function createGrpcServer(service: FirestoreService): GrpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
  })
  const definition = loadFirestore()
  server.addService(
    Object.fromEntries(
      definition.methodsArray.map((method) => [
        method.name,
        {
          path: `/google.firestore.v1.Firestore/${method.name}`,
          requestStream: method.requestStream === true,
          responseStream: method.responseStream === true,
          requestSerialize: encoder(method.resolvedRequestType),
          requestDeserialize: decoder(method.resolvedRequestType),
          responseSerialize: encoder(method.resolvedResponseType),
          responseDeserialize: decoder(method.resolvedResponseType),
        },
      ]),
    ),
    implementation(service, definition),
  )
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure())
  return {
    handle: (socket) => injector.injectConnection(socket),
    close() {
      injector.destroy()
      server.forceShutdown()
    },
  }
}

function implementation(service: FirestoreService, definition: protobuf.Service): UntypedServiceImplementation {
  return Object.fromEntries(
    definition.methodsArray.map(({ name, requestStream, responseStream }) => {
      if (name === 'Listen') return [name, handleStreaming(service.listen)]
      if (name === 'Write') return [name, handleStreaming(service.write)]
      if (requestStream)
        return [name, (call: ServerDuplexStream<unknown, unknown>) => emitError(call, unimplemented(name))]
      return [name, responseStream ? handleServerStreaming(service, name) : unary(service, name)]
    }),
  )
}

function unary(service: FirestoreService, name: string) {
  return ({ request, metadata }: ServerUnaryCall<unknown, object>, reply: sendUnaryData<object>): void => {
    try {
      const run = service.unary.get(name)
      if (!run) throw unimplemented(name)
      reply(null, run(callerIn(metadata), unwrapMessage(request)))
    } catch (thrown) {
      reply(toGrpcStatus(thrown))
    }
  }
}

function handleServerStreaming(service: FirestoreService, name: string) {
  return (call: ServerWritableStream<unknown, object>): void => {
    try {
      const run = service.serverStreaming.get(name)
      if (!run) throw unimplemented(name)
      for (const message of run(callerIn(call.metadata), unwrapMessage(call.request))) call.write(message)
      call.end()
    } catch (thrown) {
      emitError(call, thrown)
    }
  }
}

function handleStreaming(open: BidiStreamingRpc) {
  return (call: ServerDuplexStream<unknown, object>): void => {
    let stream: Stream | undefined
    let isOver = false
    const close = () => {
      isOver = true
      stream?.close()
    }
    call.on('data', (request: unknown) => {
      if (isOver) return
      try {
        const message = unwrapMessage(request)
        // The first message has the database name.
        stream ??= open(callerIn(call.metadata), databaseIn(message), (answer) => call.write(answer))
        const { answer, ended } = stream.handle(message)
        if (answer) call.write(answer)
        if (ended) call.end()
      } catch (thrown) {
        close()
        emitError(call, thrown)
      }
    })
    call.on('end', () => {
      close()
      call.end()
    })
    call.on('cancelled', close)
    call.on('error', close)
  }
}

const databaseIn = (message: unknown): string => {
  const { database } = readObject(message, 'the first message')
  return typeof database === 'string' ? database : ''
}

const callerIn = (metadata: Metadata) => callerOf(metadata.get('authorization')[0]?.toString())

const toGrpcStatus = (thrown: unknown) => {
  const { status, message } = toFirestoreError(thrown)
  if (status === 'INTERNAL') console.error(thrown)
  return { code: STATUS[status].code, details: message }
}

function emitError(call: { emit(event: 'error', error: object): boolean }, thrown: unknown): void {
  call.emit('error', toGrpcStatus(thrown))
}

/** The result of decoding an invalid message: the reason why the message cannot be read. */
class UnreadableMessage {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

function unwrapMessage(message: unknown): unknown {
  if (message instanceof UnreadableMessage) throw invalidArgument(message.reason)
  return message
}

function decoder(type: protobuf.Type | null) {
  return (bytes: Buffer): unknown => {
    try {
      return type?.toObject(type.decode(bytes), { json: true, longs: String, enums: String, bytes: String })
    } catch (error) {
      return new UnreadableMessage(error instanceof Error ? error.message : String(error))
    }
  }
}

function encoder(type: protobuf.Type | null) {
  return (message: object): Buffer =>
    type ? Buffer.from(type.encode(type.fromObject(Object(forProtobuf(message)))).finish()) : Buffer.alloc(0)
}

/**
 * Loads the message definitions of the Admin SDK and adds `Write.verify`, which these definitions lack. The Web SDK
 * uses `Write.verify` in transactions.
 */
function loadFirestore(): protobuf.Service {
  const client = createRequire(import.meta.url).resolve('@google-cloud/firestore')
  const root = protobuf.loadSync(path.join(path.dirname(client), '..', 'protos', 'v1.json'))
  const write = root.lookupType('google.firestore.v1.Write')
  const verify = new protobuf.Field('verify', 5, 'string')
  write.add(verify)
  write.oneofs['operation']?.add(verify)
  root.resolveAll()
  convertTimestampsToText(root)
  const service = root.lookupService('google.firestore.v1.Firestore')
  for (const method of service.methodsArray) method.resolve()
  return service
}

const TIMES: readonly string[] = ['timestampValue', 'createTime', 'updateTime', 'commitTime', 'readTime']

/** Converts ProtoJSON to the form that protobufjs reads, in which a time is seconds and nanoseconds, and null is 0. */
function forProtobuf(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(forProtobuf)
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      if (key === 'nullValue') return [key, 0]
      return [key, typeof value === 'string' && TIMES.includes(key) ? secondsOf(value) : forProtobuf(value)]
    }),
  )
}

function secondsOf(time: string): object {
  const { seconds, micros } = parseTimestamp(time)
  return { seconds, nanos: micros * 1000 }
}

/** Makes protobufjs decode times as ProtoJSON text. By default, protobufjs decodes times as objects. */
function convertTimestampsToText(root: protobuf.Root): void {
  const timestamp = root.lookupType('google.protobuf.Timestamp').setup()
  const toObject = timestamp.toObject.bind(timestamp)
  Object.assign(timestamp, {
    toObject(message: protobuf.Message) {
      const { seconds = 0, nanos = 0 } = toObject(message, { longs: Number })
      const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19)
      return `${whole}.${String(nanos).padStart(9, '0')}Z`
    },
  })
}
