import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logEntry } from '#tests/support/logEntry.ts'
import { EARLIEST_MS, LATEST_MS } from './clock.ts'
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
const time = fc.integer({ min: EARLIEST_MS, max: MODIFIED })
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
        const { entries: found, faults, notes } = await read('a.json', file)
        expect([...faults, ...notes]).toEqual([])
        expect(archiveText(found.map(stored))).toBe(file)
      }),
    )
  })

  test('as Markdown files with their heads', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        for (const entry of all) {
          const file = markdownFile(entry)
          const { entries: found, faults, notes } = await read(markdownFileName(entry), file)
          expect([...faults, ...notes]).toEqual([])
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
        const minute = Math.max(...all.map(({ timestamp }) => Math.floor((timestamp ?? 0) / 60_000)))
        // A day of room: the calendar of this device may begin after the year 1 of UTC.
        const first = Math.max(minute * 60_000, EARLIEST_MS + 86_400_000) - all.length * 60_000
        const apart = all.map((entry, index) => ({ ...entry, timestamp: first + index * 60_000 }))
        const file = exportText(apart)
        const { entries: found, faults, notes } = await read('a.md', file)
        expect([...faults, ...notes]).toEqual([])
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
    ['a.md', '---\nid: ../../x\n---\nx', 'id: is no id'],
    ['a.md', '---\nfrequency: 200\n---\nx', 'frequency'],
    ['a.md', '  \n', 'It has no text.'],
    ['a.md', 'x'.repeat(50_001), '50,000 characters'],
    ['a.md', `---\ntags: [${'x'.repeat(51)}]\n---\nx`, 'A tag has more than 50 characters.'],
    ['a.md', `---\ngoals: [${'x'.repeat(201)}]\n---\nx`, 'A goal has more than 200 characters.'],
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

describe('what the database would refuse costs an entry nothing of its text', () => {
  const UNREADABLE = 'is no date and time'
  const AHEAD = 'lies ahead'
  const OUTSIDE = 'is not in the years 1 to 9999'
  const TIMES: readonly (readonly [time: string, fault: string])[] = [
    ['soon', UNREADABLE],
    ['', UNREADABLE],
    ['2024-02-30T25:00:00Z', UNREADABLE],
    ['2100-01-01T00:00:00Z', AHEAD],
    ['9999-12-31T23:59:59.999Z', AHEAD],
    ['+010000-01-01T00:00:00Z', OUTSIDE],
    ['+275760-09-13T00:00:00.000Z', OUTSIDE],
    ['0000-12-31T23:59:59.999Z', OUTSIDE],
    ['-200835-01-01T00:00:00Z', OUTSIDE],
  ]
  const ZONES = ['<img src=x onerror=alert(1)>', 'Mars/Olympus', 'z'.repeat(65), '']
  const BROKEN = 'a \uD800 b \uDC00 😀'
  const MENDED = 'a \uFFFD b \uFFFD 😀'

  const archive = (entry: object) => JSON.stringify({ format: 'sitrep', version: 1, entries: [GOOD, entry, GOOD] })
  const GOOD = { content: 'good', time: '2020-01-01T00:00:00Z' }
  const dayOne = (entry: object) =>
    JSON.stringify({
      metadata: {},
      entries: [
        { uuid: 'A', creationDate: '2020-05-01T10:00:00Z', text: 'good' },
        { uuid: 'B', text: 'x', ...entry },
      ],
    })
  const head = (fields: object) =>
    `---\n${JSON.stringify(fields).slice(1, -1).replaceAll(',"', '\n"').replaceAll('":', '": ')}\n---\nx`
  const noted = async (name: string, file: string) => {
    const { entries: found, faults, notes } = await read(name, file)
    expect(faults).toEqual([])
    return { entry: found.find(({ content: is }) => is !== 'good'), notes }
  }

  test.each(TIMES)('its time %j', async (bad, fault) => {
    for (const [name, file, where] of [
      ['a.json', archive({ content: 'x', time: bad }), 'a.json, entry 2'],
      ['b.json', dayOne({ creationDate: bad }), 'b.json, entry 2'],
      ['c.md', head({ time: bad }), 'c.md'],
    ] as const) {
      const { entry, notes } = await noted(name, file)
      expect(entry).toMatchObject({ content: 'x', time: MODIFIED, where })
      expect(notes).toEqual([{ where, what: `Its time ${fault}: it has that of its file.` }])
    }
  })

  test.each(TIMES)('the time of its last change %j', async (bad, fault) => {
    for (const [name, file] of [
      ['a.json', archive({ content: 'x', time: '2020-01-01T00:00:00Z', updated: bad })],
      ['b.json', dayOne({ creationDate: '2020-05-01T10:00:00Z', modifiedDate: bad })],
      ['c.md', head({ time: '2020-01-01T00:00:00Z', updated: bad })],
    ] as const) {
      const { entry, notes } = await noted(name, file)
      expect(entry).toMatchObject({ content: 'x', updated: null })
      expect(notes.map(({ what }) => what)).toEqual([`The time of its last change ${fault}: it is left out.`])
    }
  })

  test('its device’s time', async () => {
    const { entry, notes } = await noted('a.json', archive({ content: 'x', clientTime: '+020000-01-01T00:00:00Z' }))
    expect(entry).toMatchObject({ content: 'x', clientTime: null })
    expect(notes.map(({ what }) => what)).toEqual([`Its device’s time ${OUTSIDE}: it is left out.`])
  })

  test.each(ZONES)('its time zone %j', async (timeZone) => {
    for (const [name, file] of [
      ['a.json', archive({ content: 'x', timeZone })],
      ['b.json', dayOne({ creationDate: '2020-05-01T10:00:00Z', timeZone })],
      ['c.md', head({ timeZone })],
    ] as const) {
      const { entry, notes } = await noted(name, file)
      expect(entry).toMatchObject({ content: 'x', timeZone: null })
      expect(notes.map(({ what }) => what)).toEqual(['Its time zone is not known: it is left out.'])
    }
  })

  test('halves of characters', async () => {
    const what = 'Some of its characters are broken: each is \uFFFD now.'
    for (const [name, file, about] of [
      [
        'a.json',
        archive({ content: BROKEN, goals: [BROKEN], tags: [BROKEN] }),
        { content: MENDED, goals: [MENDED], tags: [MENDED] },
      ],
      [
        'b.json',
        dayOne({ creationDate: '2020-05-01T10:00:00Z', text: BROKEN, tags: [BROKEN] }),
        { content: MENDED, tags: [MENDED] },
      ],
      ['c.md', head({ goals: [BROKEN] }), { content: 'x', goals: [MENDED] }],
      ['d.md', BROKEN, { content: MENDED }],
      ['e.md', `[2020/01/01 10:00] [FIELD]\n${BROKEN}\n`, { content: MENDED }],
    ] as const) {
      const { entry, notes } = await noted(name, file)
      expect(entry).toMatchObject(about)
      expect(notes.map((note) => note.what)).toEqual([what])
    }
  })

  test('a day of the specification’s export that is in no calendar', async () => {
    const file = '[2024/02/30 10:00] [ALERT]\nfirst\n\n[2024/02/03 10:00] [FIELD]\nsecond\n'
    const { entries: found, faults, notes } = await read('a.md', file)
    expect(found).toMatchObject([
      { content: 'first', level: 'ALERT', time: MODIFIED },
      { content: 'second', time: new Date(2024, 1, 3, 10).getTime() },
    ])
    expect(faults).toEqual([])
    expect(notes).toEqual([{ where: 'a.md, entry 1', what: `Its time ${UNREADABLE}: it has that of its file.` }])
  })

  test.each([Number.NaN, LATEST_MS, -LATEST_MS])('the time %d of its file', async (modified) => {
    const before = Date.now()
    const { entries: found, faults, notes } = await readImport({ name: 'a.md', text: 'x', modified }, hash)
    expect(found[0]?.time).toBeGreaterThanOrEqual(before)
    expect(found[0]?.time).toBeLessThanOrEqual(Date.now())
    expect([...faults, ...notes]).toEqual([])
  })

  test('the first and the last time that there can be are kept', async () => {
    const { entry } = await noted('a.json', archive({ content: 'x', time: '0001-01-01T00:00:00.000Z' }))
    expect(entry).toMatchObject({ time: EARLIEST_MS })
  })
})

test('the day in a name is of the year that it says', async () => {
  const { entries: found } = await read('0050-02-03 walk.md', 'x')
  expect(new Date(found[0]?.time ?? 0).getFullYear()).toBe(50)
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
