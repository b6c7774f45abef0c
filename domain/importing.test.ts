import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logEntry } from '#tests/support/logEntry.ts'
import { archiveText, markdownFile, markdownFileName } from './archive.ts'
import { exportText } from './exportLogs.ts'
import { sortOut } from './duplicates.ts'
import { readImport, type ImportedEntry } from './importing.ts'
import { isLogId, LOG_LEVELS, type LogEntry } from './log.ts'

const MODIFIED = Date.UTC(2026, 0, 1, 12)
const hash = async (text: string) => `hash-${text.length}`
const read = (name: string, text: string) => readImport({ name, text, modified: MODIFIED }, hash)

/** As the database has an imported entry. */
const stored = ({ time, updated, ...entry }: ImportedEntry): LogEntry =>
  logEntry({ ...entry, timestamp: time, updatedAt: updated ?? time, lastUpdated: MODIFIED })

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((one) => one.trim() !== '')
const content = fc
  .array(fc.oneof(text, fc.constantFrom('---', '- [ ] a', '# h', 'key: value', ' ', '')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((lines) => lines.join('\n'))
  .filter((one) => one.trim() !== '')
const time = fc.integer({ min: Date.UTC(1990, 0, 1), max: MODIFIED })
const entries = fc
  .uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/).filter(isLogId),
      content,
      level: fc.constantFrom(...LOG_LEVELS),
      timestamp: time,
      updatedAt: fc.option(time),
      goals: fc.array(text, { maxLength: 3 }),
      tags: fc.array(text, { maxLength: 3 }),
      eyesOnly: fc.boolean(),
      frequency: fc.option(fc.integer({ min: 880, max: 1350 }).map((tenths) => tenths / 10)),
      timeZone: fc.option(fc.constantFrom('Europe/Berlin', 'UTC')),
      clientTime: fc.option(time),
    }),
    { selector: ({ id }) => id, maxLength: 8 },
  )
  .map((all) => all.map(logEntry))

describe('export, import and export again is identical', () => {
  test('as JSON', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        const file = archiveText(all)
        const { entries: found, faults } = await read('a.json', file)
        expect(faults).toEqual([])
        expect(archiveText(found.map(stored))).toBe(file)
      }),
    )
  })

  test('as Markdown files with their heads', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        for (const entry of all) {
          const file = markdownFile(entry)
          const { entries: found, faults } = await read(markdownFileName(entry), file)
          expect(faults).toEqual([])
          expect(found.map(stored).map(markdownFile)).toEqual([file])
        }
      }),
    )
  })

  test('as the specification’s export, whose times are minutes', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        fc.pre(all.length > 0)
        // Entries of one minute have no order in this file.
        const apart = all.map((entry, index) => ({ ...entry, timestamp: Date.UTC(2020, 5, 1) + index * 60_000 }))
        const file = exportText(apart)
        const { entries: found, faults } = await read('a.md', file)
        expect(faults).toEqual([])
        expect(exportText(found.map(stored))).toBe(file)
      }),
    )
  })
})

describe('Day One', () => {
  const journal = (entry: object) => JSON.stringify({ metadata: { version: '1.0' }, entries: [entry] })

  test('an entry with its time, zone and tags', async () => {
    const { entries: found } = await read(
      'Journal.json',
      journal({
        uuid: '9F1A',
        creationDate: '2020-05-01T10:00:00Z',
        modifiedDate: '2020-05-02T10:00:00Z',
        timeZone: 'Europe/Paris',
        text: 'A walk',
        tags: ['walk'],
        starred: true,
      }),
    )
    expect(found).toMatchObject([
      {
        id: '9F1A',
        content: 'A walk',
        level: 'FIELD',
        tags: ['walk'],
        time: Date.UTC(2020, 4, 1, 10),
        updated: Date.UTC(2020, 4, 2, 10),
        timeZone: 'Europe/Paris',
      },
    ])
  })

  test.each([
    ['without a text', { uuid: 'A', creationDate: '2020-05-01T10:00:00Z' }, 'It has no text.'],
    ['without a date', { uuid: 'A', creationDate: 'soon', text: 'x' }, 'creationDate: is no date and time'],
    ['with a path as its id', { uuid: '../../x', creationDate: '2020-05-01T10:00:00Z', text: 'x' }, 'uuid'],
  ])('an entry %s is reported', async (_, entry, what) => {
    const { entries: found, faults } = await read('Journal.json', journal(entry))
    expect(found).toEqual([])
    expect(faults).toHaveLength(1)
    expect(faults[0]?.where).toBe('Journal.json, entry 1')
    expect(faults[0]?.what).toContain(what)
  })
})

describe('Markdown of others', () => {
  test('a plain file is one entry, of the day in its name or of its last change', async () => {
    expect((await read('2026-01-01 walk.md', '# A walk\n')).entries).toMatchObject([
      { content: '# A walk\n', level: 'FIELD', time: new Date(2026, 0, 1, 12).getTime() },
    ])
    expect((await read('walk.md', 'x')).entries).toMatchObject([{ time: MODIFIED }])
  })

  test('a head is used as far as it is known, and the empty line below it goes', async () => {
    const { entries: found } = await read('a.md', '---\ntitle: Walk\ntags: [walk, canal]\nlevel: ALERT\n---\n\nText')
    expect(found).toMatchObject([{ content: 'Text', tags: ['walk', 'canal'], level: 'ALERT' }])
  })

  test('a line across the page at the start is no head', async () => {
    expect((await read('a.md', '---\n\nText')).entries).toMatchObject([{ content: '---\n\nText' }])
  })
})

describe('what is wrong is said, and costs nothing else', () => {
  test.each([
    ['a.json', '{"entries": [', 'It is no JSON, or only a part of it.'],
    ['a.json', '{"notes": []}', 'It is no archive of SITREP or Day One.'],
    ['a.json', '{"format":"sitrep","version":2,"entries":[]}', 'written by a newer version'],
    ['a.md', '---\ntags: [a\n---\nx', 'Its head cannot be read.'],
    ['a.md', '---\ntime: soon\n---\nx', 'time: is no date and time'],
    ['a.md', '---\nid: ../../x\n---\nx', 'id: is no id'],
    ['a.md', '---\nfrequency: 200\n---\nx', 'frequency'],
    ['a.md', '  \n', 'It has no text.'],
    ['a.md', 'x'.repeat(50_001), '50,000 characters'],
    ['a.md', `---\ntags: [${'x'.repeat(51)}]\n---\nx`, 'A tag has more than 50 characters.'],
    ['a.md', `---\ngoals: [${'x'.repeat(201)}]\n---\nx`, 'A goal has more than 200 characters.'],
    ['a.md', '---\ntime: 2100-01-01T00:00:00Z\n---\nx', 'Its time lies ahead.'],
  ])('%s %j', async (name, file, what) => {
    const { entries: found, faults } = await read(name, file)
    expect(found).toEqual([])
    expect(faults.map((fault) => fault.what).join()).toContain(what)
  })

  test('a faulty entry of an archive leaves the others', async () => {
    const file = JSON.stringify({
      format: 'sitrep',
      version: 1,
      entries: [{ content: 7 }, { content: 'good', time: '2020-01-01T00:00:00Z' }, null],
    })
    const { entries: found, faults } = await read('a.json', file)
    expect(found.map((entry) => entry.content)).toEqual(['good'])
    expect(faults.map(({ where }) => where)).toEqual(['a.json, entry 1', 'a.json, entry 3'])
  })

  test('many references in a head do not unfold', async () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (let depth = 0; depth < 9; depth++) {
      const [before = '', after = ''] = ['abcdefghij'[depth], 'abcdefghij'[depth + 1]]
      lines.push(`${after}: &${after} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`)
    }
    expect((await read('a.md', `---\n${lines.join('\n')}\n---\nx`)).faults).toHaveLength(1)
  })

  test('no file makes it fail', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('a.md', 'a.json', 'a.txt'),
        fc.string({ unit: 'binary' }),
        async (name, file) => {
          const { entries: found, faults } = await read(name, file)
          expect(found.length + faults.length).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

test('what is there already is skipped: by its id, or by its text and minute, within the files too', async () => {
  const one = (id: string, about: Partial<ImportedEntry> = {}): ImportedEntry => ({
    id,
    content: id,
    level: 'FIELD',
    goals: [],
    tags: [],
    eyesOnly: false,
    time: 60_000,
    updated: null,
    frequency: null,
    timeZone: null,
    clientTime: null,
    where: id,
    ...about,
  })
  const { fresh, there } = sortOut(
    [
      one('a'),
      one('b', { content: 'known' }),
      one('c'),
      one('c'),
      one('d', { content: 'c' }),
      one('c', { content: 'another text of that id' }),
    ],
    [logEntry({ id: 'a' }), logEntry({ id: 'x', content: 'known', timestamp: 119_999 })],
  )
  expect(fresh.map(({ id }) => id)).toEqual(['c'])
  expect(there.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'c'])
})
