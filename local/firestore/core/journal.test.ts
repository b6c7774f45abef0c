import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFileJournal } from './journal.ts'
import { Store } from './store.ts'
import { parseWrite } from './writes.ts'

const ROOT = 'projects/p/databases/(default)/documents'

let folder: string
let file: string
let warnings: string[]
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sitrep-journal-'))
  file = path.join(folder, 'firestore.log')
  warnings = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

let clock = 1_000_000
let epochs = 0
const open = () =>
  new Store({
    journal: openFileJournal(folder, (line) => warnings.push(line)),
    nowMicros: () => (clock += 1000),
    newEpoch: () => `epoch ${++epochs}`,
  })

const set = (store: Store, id: string, n: number) =>
  store.commit([parseWrite({ update: { name: `${ROOT}/c/${id}`, fields: { n: { integerValue: n } } } })])
const state = (store: Store) =>
  Object.fromEntries(store.documents(ROOT).map(({ name, fields }) => [name.split('/').at(-1), fields['n']]))
const int = (n: number) => ({ integerValue: String(n) })

/** Creates a store with the documents d0 to d9, closes the store and returns the bytes of its log. */
function filled(): Buffer {
  const store = open()
  for (let n = 0; n < 10; n++) set(store, `d${n}`, n)
  store.close()
  return readFileSync(file)
}

const reopened = () => {
  const store = open()
  const found = state(store)
  const { epoch } = store
  store.close()
  return { found, epoch }
}

test('restores documents, deletions and times after a restart', () => {
  const store = open()
  set(store, 'a', 1)
  set(store, 'b', 1)
  set(store, 'a', 2)
  store.commit([parseWrite({ delete: `${ROOT}/c/b` })])
  const before = store.get(`${ROOT}/c/a`)
  store.close()
  const again = open()
  expect(again.get(`${ROOT}/c/a`)).toEqual(before)
  expect(again.get(`${ROOT}/c/b`)).toBeUndefined()
  expect(again.epoch).toBe(store.epoch)
  expect(again.readVersion()).toBeGreaterThan(before?.updateVersion ?? Infinity)
  again.close()
})

describe('a torn end of the log', () => {
  test('recovers all other commits and accepts new commits when the last commit is cut off at any byte', () => {
    const whole = filled()
    const lastRecord = whole.lastIndexOf('\n', whole.length - 2) + 1
    for (let cut = lastRecord; cut < whole.length - 1; cut += 7) {
      writeFileSync(file, whole.subarray(0, cut))
      warnings = []
      const store = open()
      expect(Object.keys(state(store))).toHaveLength(9)
      expect(warnings).toEqual(cut === lastRecord ? [] : [`${file}: the last commit was not finished and is left out`])
      set(store, 'new', 1)
      store.close()
      expect(reopened().found).toMatchObject({ d8: int(8), new: int(1) })
    }
  })

  test('reads the last record when only its line feed is missing', () => {
    const whole = filled()
    truncateSync(file, whole.length - 1)
    const store = open()
    set(store, 'new', 1)
    store.close()
    expect(Object.keys(reopened().found)).toHaveLength(11)
    expect(warnings).toEqual([])
  })

  test('drops zeros that a power cut left at the end of the log', () => {
    filled()
    appendFileSync(file, Buffer.alloc(100))
    expect(Object.keys(reopened().found)).toHaveLength(10)
    expect(warnings).toEqual([`${file}: the last commit was not finished and is left out`])
  })
})

describe('a flipped byte in the log', () => {
  test('loses only the record with the flipped byte, warns, and keeps a copy of the damaged file', () => {
    const whole = filled()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const damaged = Buffer.from(whole)
        damaged[at] = (damaged[at] ?? 0) ^ bits
        writeFileSync(file, damaged)
        warnings = []
        const { found, epoch } = reopened()
        const records = whole.toString().trimEnd().split('\n')
        const hit = records.findIndex((_, index) => at < records.slice(0, index + 1).join('\n').length + 1)
        const isLineFeed = whole[at] === 10
        // The first record identifies the store; each other record has one document.
        const lost = isLineFeed ? [] : hit === 0 ? [] : [`d${hit - 1}`]
        expect(Object.keys(found)).toEqual(
          Array.from({ length: 10 }, (_, n) => `d${n}`).filter((id) => !lost.includes(id)),
        )
        if (isLineFeed) return
        expect(warnings.join('\n')).toMatch(/bytes at offset \d+ are damaged/)
        // After data loss, clients must not resume from a state that no longer exists.
        expect(epoch).toBe(`epoch ${epochs}`)
        expect(readdirSync(folder).some((name) => name.includes('.damaged-'))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('reports a damaged record and the torn end after it separately', () => {
    const whole = filled()
    whole[whole.indexOf('/c/d9')] = 0
    writeFileSync(file, whole)
    appendFileSync(file, whole.subarray(0, 40))
    expect(Object.keys(reopened().found)).toHaveLength(9)
    expect(warnings).toEqual([
      `${file}: the last commit was not finished and is left out`,
      expect.stringMatching(/\d+ bytes at offset \d+ are damaged; that record is lost, all others are read$/),
      expect.stringMatching(/the damaged file is kept as/),
    ])
  })

  test('rewrites a damaged log as a valid log', () => {
    const whole = filled()
    whole[whole.indexOf('/c/d4')] = 0
    writeFileSync(file, whole)
    expect(Object.keys(reopened().found)).toHaveLength(9)
    warnings = []
    expect(Object.keys(reopened().found)).toHaveLength(9)
    expect(warnings).toEqual([])
  })
})

test('rejects a second server on the same folder and reports that the folder is in use', () => {
  const store = open()
  expect(open).toThrow(/in use by another process/)
  store.close()
  open().close()
})

describe('a log with many changes', () => {
  const HOUR = 3_600_000_000
  const COMMITS = 1_200
  const IDS = Array.from({ length: 10 }, (_, id) => String(id))
  /**
   * Writes ten documents in one commit, because every commit waits for the disk. Compaction depends only on the number
   * of changes.
   */
  const setAll = (store: Store, n: number) =>
    store.commit(
      IDS.map((id) => parseWrite({ update: { name: `${ROOT}/c/${id}`, fields: { n: { integerValue: n } } } })),
    )
  const LAST = { ...Object.fromEntries(IDS.map((id) => [id, int(COMMITS - 1)])), b: int(1) }

  test('compacts the log when most records are overwritten by later commits', () => {
    const store = open()
    setAll(store, 0)
    const one = statSync(file).size
    for (let n = 1; n < COMMITS; n++) {
      if (n % 100 === 0) clock += 2 * HOUR
      setAll(store, n)
    }
    set(store, 'b', 1)
    store.close()
    expect(statSync(file).size).toBeLessThan((COMMITS / 2) * one)
    expect(reopened().found).toEqual(LAST)
  })

  test('keeps the log and warns when compaction fails', () => {
    const store = open()
    mkdirSync(`${file}.new`)
    for (let n = 0; n < COMMITS; n++) {
      if (n % 100 === 0) clock += 2 * HOUR
      setAll(store, n)
    }
    expect(warnings.join()).toContain('could not be written anew')
    set(store, 'b', 1)
    store.close()
    expect(reopened().found).toEqual(LAST)
  })
})
