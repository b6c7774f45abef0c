import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { AudioType } from '#domain/analysis/voice.ts'
import { heldNames, lock, type LetGo } from '#src/io/locks.ts'
import { keepsDatabases } from '#src/io/storage.ts'

/** What is known of a recording besides its sound. */
export type Recording = {
  readonly id: string
  /** The draft it was spoken for. */
  readonly draftKey: string
  /** When it was begun, in milliseconds since 1970. */
  readonly at: number
  readonly type: AudioType
  readonly seconds: number
  /** Its text stands in that draft. */
  readonly written: boolean
}

/** Keeps recordings on the device, apart by their speaker, from their first second on. */
export type RecordingsIo = {
  /** The oldest first; without those that another tab is at. */
  readonly list: (uid: string) => Promise<readonly Recording[]>
  /** Takes one for this tab; false where another is at it. */
  readonly hold: (id: string) => Promise<boolean>
  /** Other tabs may have what this one held. */
  readonly letGo: () => void
  /** Writes what is known of a new one. False where nothing can be kept: then this page alone has it. */
  readonly begin: (uid: string, recording: Recording) => Promise<boolean>
  /** Writes what is known of it by now. False as above. */
  readonly save: (uid: string, recording: Recording) => Promise<boolean>
  /** Adds the next part of its sound. False as above. */
  readonly add: (id: string, part: Blob) => Promise<boolean>
  readonly read: (recording: Recording) => Promise<Blob>
  readonly remove: (id: string) => Promise<void>
  /** Removes all of somebody's. */
  readonly forget: (uid: string) => Promise<void>
}

type Stored = Recording & { readonly uid: string }

interface Schema extends DBSchema {
  recordings: { key: string; value: Stored; indexes: { uid: string } }
  /** By the id of their recording and their number. */
  parts: { key: [string, number]; value: Blob }
}

const NAME = 'recordings'
const LOCK = 'recording:'
/** A part is a second long: what is known of one that was cut off by a crash. */
const PART_SECONDS = 1

let opening: Promise<IDBPDatabase<Schema>> | undefined
const database = () => {
  if (!keepsDatabases()) return Promise.reject(new Error('Nothing is kept on this device.'))
  opening ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('recordings', { keyPath: 'id' }).createIndex('uid', 'uid')
      db.createObjectStore('parts')
    },
    terminated() {
      opening = undefined
    },
  })
  // Blocked now may be open later.
  opening.catch(() => (opening = undefined))
  return opening
}

/** What was recorded in this page, whether it can be kept or not. */
const here = new Map<string, { readonly stored: Stored; readonly parts: Blob[] }>()
const held = new Map<string, LetGo>()

const all = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])
const attempt = (run: () => Promise<unknown>): Promise<boolean> =>
  run().then(
    () => true,
    () => false,
  )

export const recordingsIo: RecordingsIo = {
  async list(uid) {
    const elsewhere = await heldNames(LOCK)
    const kept = await stored(uid)
    const mine = [...here.values()].map((one) => one.stored).filter((one) => one.uid === uid)
    const both = new Map([...kept, ...mine].map((one) => [one.id, one]))
    return [...both.values()].filter(({ id }) => held.has(id) || !elsewhere.has(id)).toSorted((a, b) => a.at - b.at)
  },
  async hold(id) {
    if (held.has(id)) return true
    const letGo = await lock(LOCK + id)
    if (letGo) held.set(id, letGo)
    return letGo !== undefined
  },
  letGo() {
    for (const letGo of held.values()) void letGo()
    held.clear()
  },
  begin(uid, recording) {
    here.set(recording.id, { stored: { ...recording, uid }, parts: [] })
    return recordingsIo.save(uid, recording)
  },
  save(uid, recording) {
    const saved = { ...recording, uid }
    const mine = here.get(recording.id)
    if (mine) here.set(recording.id, { ...mine, stored: saved })
    return attempt(async () => (await database()).put('recordings', saved))
  },
  add(id, part) {
    const parts = here.get(id)?.parts
    // Begun for somebody who has gone away meanwhile.
    if (!parts) return Promise.resolve(true)
    const number = parts.push(part) - 1
    return attempt(async () => (await database()).put('parts', part, [id, number]))
  },
  async read({ id, type }) {
    const parts = here.get(id)?.parts ?? (await (await database()).getAll('parts', all(id)))
    return new Blob(parts, { type })
  },
  async remove(id) {
    here.delete(id)
    await attempt(async () => {
      const writing = (await database()).transaction(['recordings', 'parts'], 'readwrite')
      await writing.objectStore('recordings').delete(id)
      await writing.objectStore('parts').delete(all(id))
      await writing.done
    })
    const letGo = held.get(id)
    held.delete(id)
    await letGo?.()
  },
  async forget(uid) {
    const mine = [...here.values()].map((one) => one.stored).filter((one) => one.uid === uid)
    for (const id of new Set([...(await stored(uid)), ...mine].map((one) => one.id))) await recordingsIo.remove(id)
  },
}

/** Those that can be kept; one that was cut off is as long as its parts, and one without any is none. */
async function stored(uid: string): Promise<readonly Stored[]> {
  try {
    const db = await database()
    const found = await db.getAllFromIndex('recordings', 'uid', uid)
    const counted = await Promise.all(
      found.map(async (one) => {
        const parts = one.seconds > 0 ? 1 : await db.count('parts', all(one.id))
        return { ...one, seconds: one.seconds > 0 ? one.seconds : parts * PART_SECONDS }
      }),
    )
    return counted.filter(({ seconds }) => seconds > 0)
  } catch {
    return []
  }
}
