import { FieldValue, Timestamp, type DocumentReference, type Firestore, type Query } from 'firebase-admin/firestore'
import * as z from 'zod'
import { FAVORITES_PATH, logsPath, userPath } from '#domain/paths.ts'

/*
 * A backup is a file of JSON lines: a header, followed by one line for each document of a user. The documents are the
 * user document, all documents below it, and the user's favorites. Times have nanosecond precision.
 */
const FORMAT = 'sitrep-backup'
const PAGE = 400

const Head = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  uid: z.string(),
  takenAt: z.iso.datetime(),
})
const Line = z.object({ path: z.string(), fields: z.record(z.string(), z.json()) })
const StoredTime = z.strictObject({ $time: z.tuple([z.int(), z.int()]) })

/**
 * Yields the lines of a backup.
 * @param now milliseconds since 1970
 * @throws if a field has a type that this version cannot write, because the backup would be incomplete
 */
export async function* backupLines(db: Firestore, uid: string, now: number): AsyncGenerator<string> {
  yield line({ format: FORMAT, version: 1, uid, takenAt: new Date(now).toISOString() })
  for await (const document of documentsOf(db, uid)) {
    const found = await document.get()
    if (found.exists) yield line({ path: document.path, fields: encodeValue(found.data(), document.path) })
  }
}

/**
 * Restores the documents of a backup. Replaces existing documents that have the same path, and keeps documents that the
 * backup does not contain. Restored entries count as changed now, so that all devices receive them. If a restore is
 * interrupted, it can be repeated.
 * @returns the number of restored documents
 * @throws before the first write if a line does not belong to a backup of this user
 */
export async function restoreBackup(db: Firestore, uid: string, lines: readonly string[]): Promise<number> {
  const [first = '', ...rest] = lines.filter((one) => one.trim() !== '')
  const head = Head.parse(JSON.parse(first))
  if (head.uid !== uid) throw new Error(`This is a backup of ${head.uid}, not of ${uid}.`)
  const documents = rest.map((one, index) => {
    const { path, fields } = Line.parse(JSON.parse(one))
    if (!belongsTo(uid, path, fields)) throw new Error(`Line ${index + 2} is no document of ${uid}: ${path}`)
    return { path, fields: decodeValue(fields) }
  })
  const writer = db.bulkWriter()
  const entries = `${logsPath(uid).join('/')}/`
  const written = documents.map(({ path, fields }) => {
    // Devices ask only for entries that have changed since their last sync, and drop entries that were deleted later.
    const stamp = path.startsWith(entries) ? { lastUpdated: FieldValue.serverTimestamp() } : {}
    return writer.set(db.doc(path), { ...fields, ...stamp })
  })
  await writer.close()
  await Promise.all(written)
  return documents.length
}

async function* documentsOf(db: Firestore, uid: string): AsyncGenerator<DocumentReference> {
  yield* documentsBelow(db.doc(userPath(uid).join('/')))
  yield* pages(db.collection(FAVORITES_PATH.join('/')).where('userId', '==', uid).orderBy('dateAdded'))
}

/** Yields a document and all documents below it, even if the document itself does not exist. */
async function* documentsBelow(document: DocumentReference): AsyncGenerator<DocumentReference> {
  yield document
  for (const collection of await document.listCollections())
    for (const one of await collection.listDocuments()) yield* documentsBelow(one)
}

async function* pages(query: Query): AsyncGenerator<DocumentReference> {
  for (let next = query.limit(PAGE); ;) {
    const { docs } = await next.get()
    for (const { ref } of docs) yield ref
    const last = docs.at(-1)
    if (docs.length < PAGE || !last) return
    next = query.startAfter(last).limit(PAGE)
  }
}

const line = (value: object): string => `${JSON.stringify(value)}\n`

function encodeValue(value: unknown, where: string): unknown {
  if (value instanceof Timestamp) return { $time: [value.seconds, value.nanoseconds] }
  if (Array.isArray(value)) return value.map((one) => encodeValue(one, where))
  if (typeof value === 'object' && value !== null) {
    if (Object.getPrototypeOf(value) !== Object.prototype || '$time' in value)
      throw new Error(`${where} has a field of a kind that backups do not know.`)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, encodeValue(one, where)]))
  }
  return value
}

function decodeValue(value: z.infer<typeof Line>['fields']): Record<string, unknown>
function decodeValue(value: unknown): unknown
function decodeValue(value: unknown): unknown {
  const time = StoredTime.safeParse(value)
  if (time.success) return new Timestamp(...time.data.$time)
  if (Array.isArray(value)) return value.map((one) => decodeValue(one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decodeValue(one)]))
  return value
}

const belongsTo = (uid: string, path: string, fields: { readonly [key: string]: unknown }): boolean => {
  const own = userPath(uid).join('/')
  return (
    path === own ||
    path.startsWith(`${own}/`) ||
    (path.startsWith(`${FAVORITES_PATH.join('/')}/`) && fields['userId'] === uid)
  )
}
