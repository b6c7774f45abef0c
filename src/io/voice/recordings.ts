import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { AudioType } from '#domain/analysis/voice.ts'
import { lockedNames, tryLock, type ReleaseLock } from '#src/io/locks.ts'
import { canUseDatabases } from '#src/io/storage.ts'

/** The metadata of a recording. */
export type Recording = {
  readonly id: string
  /** The draft that was being written when the recording started. */
  readonly draftKey: string
  /** When the recording started, in milliseconds since 1970. */
  readonly at: number
  readonly type: AudioType
  readonly seconds: number
  /** Whether the text of the recording has been added to the draft. */
  readonly written: boolean
}

/** Stores recordings on the device while the user speaks, separately for each user. */
export type RecordingsIo = {
  /** Returns the recordings that no other tab has locked, the oldest first. */
  readonly list: (uid: string) => Promise<readonly Recording[]>
  /** Locks a recording for this tab. Resolves with false if another tab has locked it. */
  readonly acquire: (id: string) => Promise<boolean>
  /** Releases all locks of recordings that this tab has acquired. */
  readonly releaseAll: () => void
  /**
   * Stores the metadata of a new recording. If the device cannot store the metadata, resolves with false, and the
   * recording exists only in this page.
   */
  readonly create: (uid: string, recording: Recording) => Promise<boolean>
  /** Updates the stored metadata. Resolves with false if the device cannot store the metadata. */
  readonly save: (uid: string, recording: Recording) => Promise<boolean>
  /** Appends a part of the sound. Resolves with false if the device cannot store the part. */
  readonly addPart: (id: string, part: Blob) => Promise<boolean>
  readonly read: (recording: Recording) => Promise<Blob>
  readonly remove: (id: string) => Promise<void>
  /** Deletes all recordings of a user. */
  readonly removeAll: (uid: string) => Promise<void>
}

type StoredRecording = Recording & { readonly uid: string }

interface Schema extends DBSchema {
  recordings: { key: string; value: StoredRecording; indexes: { uid: string } }
  /** The parts of all recordings, by recording id and part number. */
  parts: { key: [string, number]; value: Blob }
}

const NAME = 'recordings'
const LOCK = 'recording:'
/** The length of one part. If a crash interrupted a recording, its length is computed from the number of parts. */
const PART_SECONDS = 1

let opening: Promise<IDBPDatabase<Schema>> | undefined
const database = () => {
  if (!canUseDatabases()) return Promise.reject(new Error('Nothing is kept on this device.'))
  opening ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('recordings', { keyPath: 'id' }).createIndex('uid', 'uid')
      db.createObjectStore('parts')
    },
    terminated() {
      opening = undefined
    },
  })
  // The database may be blocked only temporarily, so the next call tries again.
  opening.catch(() => (opening = undefined))
  return opening
}

/** The recordings made in this page, whether the device has stored them or not. */
const pageRecordings = new Map<string, { readonly stored: StoredRecording; readonly parts: Blob[] }>()
const acquiredLocks = new Map<string, ReleaseLock>()

const partsRange = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])
const attempt = (run: () => Promise<unknown>): Promise<boolean> =>
  run().then(
    () => true,
    () => false,
  )

export const recordingsIo: RecordingsIo = {
  async list(uid) {
    const lockedIds = await lockedNames(LOCK)
    const kept = await readStored(uid)
    const mine = [...pageRecordings.values()].map((one) => one.stored).filter((one) => one.uid === uid)
    const both = new Map([...kept, ...mine].map((one) => [one.id, one]))
    return [...both.values()]
      .filter(({ id }) => acquiredLocks.has(id) || !lockedIds.has(id))
      .toSorted((a, b) => a.at - b.at)
  },
  async acquire(id) {
    if (acquiredLocks.has(id)) return true
    const release = await tryLock(LOCK + id)
    if (release) acquiredLocks.set(id, release)
    return release !== undefined
  },
  releaseAll() {
    for (const release of acquiredLocks.values()) void release()
    acquiredLocks.clear()
  },
  create(uid, recording) {
    pageRecordings.set(recording.id, { stored: { ...recording, uid }, parts: [] })
    return recordingsIo.save(uid, recording)
  },
  save(uid, recording) {
    const saved = { ...recording, uid }
    const mine = pageRecordings.get(recording.id)
    if (mine) pageRecordings.set(recording.id, { ...mine, stored: saved })
    return attempt(async () => (await database()).put('recordings', saved))
  },
  addPart(id, part) {
    const parts = pageRecordings.get(id)?.parts
    // The recording no longer exists. For example, the user may have signed out before the first part arrived.
    if (!parts) return Promise.resolve(true)
    const number = parts.push(part) - 1
    return attempt(async () => (await database()).put('parts', part, [id, number]))
  },
  async read({ id, type }) {
    const parts = pageRecordings.get(id)?.parts ?? (await (await database()).getAll('parts', partsRange(id)))
    return new Blob(parts, { type })
  },
  async remove(id) {
    pageRecordings.delete(id)
    await attempt(async () => {
      const writing = (await database()).transaction(['recordings', 'parts'], 'readwrite')
      await writing.objectStore('recordings').delete(id)
      await writing.objectStore('parts').delete(partsRange(id))
      await writing.done
    })
    const release = acquiredLocks.get(id)
    acquiredLocks.delete(id)
    await release?.()
  },
  async removeAll(uid) {
    const mine = [...pageRecordings.values()].map((one) => one.stored).filter((one) => one.uid === uid)
    for (const id of new Set([...(await readStored(uid)), ...mine].map((one) => one.id))) await recordingsIo.remove(id)
  },
}

/**
 * Returns the stored recordings of a user. The length of an interrupted recording is the length of its parts. A
 * recording without parts is skipped.
 */
async function readStored(uid: string): Promise<readonly StoredRecording[]> {
  try {
    const db = await database()
    const found = await db.getAllFromIndex('recordings', 'uid', uid)
    const counted = await Promise.all(
      found.map(async (one) => {
        const parts = one.seconds > 0 ? 1 : await db.count('parts', partsRange(one.id))
        return { ...one, seconds: one.seconds > 0 ? one.seconds : parts * PART_SECONDS }
      }),
    )
    return counted.filter(({ seconds }) => seconds > 0)
  } catch {
    return []
  }
}
