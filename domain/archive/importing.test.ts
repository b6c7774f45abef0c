import { EMPTY_CONTENT } from '#domain/entry/content.ts'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { logEntry } from '#tests/support/logEntry.ts'
import { EARLIEST_MS, isoDay, LATEST_MS, localTime } from '#domain/clock.ts'
import { archiveText, markdownFile, markdownFileName } from './archive.ts'
import { exportText } from './exportText.ts'
import { partitionDuplicates } from './duplicates.ts'
import { truncateText } from '#domain/text/graphemes.ts'
import { tagsOf } from '#domain/entry/tags.ts'
import { parseWrittenTime } from './writtenTime.ts'
import { readImport, type ParsedImport } from './importing.ts'
import { type ImportedEntry } from './importedEntry.ts'
import { isLogId, type LogEntry } from '#domain/entry/entry.ts'
import { LOG_LEVELS } from '#domain/entry/levels.ts'

const MODIFIED = Date.UTC(2026, 0, 1, 12)
/** The server's current time. */
const LATEST = Date.UTC(2026, 10, 26)
const hash = async (text: string) => `hash-${text.length}`
/** Imports a file and checks that no line or value of the file is lost. */
async function read(name: string, file: string): Promise<ParsedImport> {
  const reading = await readImport({ name, text: file, modified: MODIFIED }, { hash, latest: LATEST })
  const unmarked = file.replace(/^\uFEFF+/, '')
  if (name.endsWith('.json')) expectNoValueLost(name, unmarked, reading)
  else expectNoLineLost(name, unmarked, reading)
  return reading
}

const isStamp = (line: string | undefined) => line !== undefined && /^\[(?:\d|Date)/.test(line)
const isRule = (line: string) => /^(?:---|\.\.\.)[ \t]*$/.test(line)
const words = (line: string): readonly string[] => line.match(/\p{L}+|\p{N}+/gu) ?? []

/** Returns the entries, times, errors and notes of an import as one text. */
const outputOf = ({ entries: found, errors, notes }: ParsedImport): string =>
  [
    ...found.map((entry) => JSON.stringify(entry)),
    ...found.flatMap(({ time: at, updated, clientTime }) =>
      [at, updated, clientTime].flatMap((one) => (one === null ? [] : [new Date(one).toISOString(), isoDay(one)])),
    ),
    ...[...errors, ...notes].map(({ what }) => what),
  ].join('\n')

/**
 * Expects that the output of an import contains the time that a value denotes, or the words of the value in upper or
 * lower case.
 */
function expectInOutput(value: string, reading: ParsedImport, what: string): void {
  const out = outputOf(reading).toUpperCase()
  const at = parseWrittenTime(value.replaceAll('"', ''))
  if (!Number.isNaN(at) && out.includes(new Date(at).toISOString())) return
  for (const word of words(value.replaceAll(/\\ud[89a-f]../g, ' ')).filter((found) => found !== 'null'))
    expect(out, what).toContain(word.toUpperCase())
}

/**
 * Expects that every line of a file is part of an entry's text, a stamp of an export, or front matter. The output of
 * the import must contain the values of the front matter.
 */
function expectNoLineLost(name: string, file: string, reading: ParsedImport): void {
  if (reading.errors.some(({ where }) => where === name)) return
  const lines = file.split(/\r\n|\r|\n/)
  const contents = new Set(reading.entries.flatMap((entry) => entry.content.split(/\r\n|\r|\n/)))
  const isExport = isStamp(lines.find((line) => line.trim() !== ''))
  const headEnd = isRule(lines[0] ?? '') ? lines.findIndex((line, index) => index > 0 && isRule(line)) : -1
  for (const [index, line] of lines.entries()) {
    if (
      line.trim() === '' ||
      contents.has(line.replaceAll(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16).toUpperCase()}`))
    )
      continue
    const isUnderstood = isExport ? isStamp(line) : index <= headEnd
    expect(isUnderstood, `the line ${JSON.stringify(line)} of ${JSON.stringify(file)} is lost`).toBe(true)
    const value = line.replace(/^\s*(?:- |[^:]*:(?: |$))/, '')
    if (!isExport) expectInOutput(value, reading, `${line} of\n${file}`)
  }
}

/** Expects that the output of an import contains every value of every entry, or the name of the value's field. */
function expectNoValueLost(name: string, file: string, reading: ParsedImport): void {
  const isRejected = (place: string) => reading.errors.some(({ where }) => where === place)
  if (isRejected(name)) return
  const { entries: all } = z.object({ entries: z.array(z.unknown()) }).parse(JSON.parse(file))
  const out = outputOf(reading)
  for (const [index, one] of all.entries()) {
    if (isRejected(`${name}, entry ${index + 1}`)) continue
    for (const [field, value] of Object.entries(one ?? {})) {
      // The field `richText` repeats the content of the field `text`.
      if (out.includes(field) || field === 'richText' || value === null) continue
      expectInOutput(JSON.stringify(value), reading, `${field} of ${JSON.stringify(one)}`)
    }
  }
}

/** Converts an imported entry to its stored form. */
const stored = ({ time, updated, ...entry }: ImportedEntry): LogEntry =>
  logEntry({ ...entry, timestamp: time, updatedAt: updated ?? time, lastUpdated: MODIFIED })

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((one) => one.trim() !== '')
const someContent = fc
  .array(fc.oneof(text, fc.constantFrom('---', '- [ ] a', '# h', 'key: value', ' ', '')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((lines) => lines.join('\n'))
  .filter((one) => one.trim() !== '')
/** Character sequences with a special meaning in YAML, and a line that YAML folds. */
const signs = fc.constantFrom('\n', '\r', '\t', ' ', '---', '...', ': ', '- ', '# ', '"', "'", '\\', 'word '.repeat(20))
const label = fc.oneof(
  text,
  fc.array(signs, { minLength: 1, maxLength: 8 }).map((some) => truncateText(some.join(''), 50)),
)
const someTime = fc.integer({ min: EARLIEST_MS, max: MODIFIED })
const entries = fc
  .uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/).filter(isLogId),
      content: someContent,
      level: fc.constantFrom(...LOG_LEVELS),
      timestamp: someTime,
      updatedAt: fc.option(someTime),
      goals: fc.array(label, { maxLength: 3 }),
      tags: fc.array(label, { maxLength: 3 }),
      eyesOnly: fc.boolean(),
      frequency: fc.option(fc.integer({ min: 880, max: 1350 }).map((tenths) => tenths / 10)),
      timeZone: fc.option(fc.constantFrom('Europe/Berlin', 'UTC')),
      clientTime: fc.option(someTime),
    }),
    { selector: ({ id }) => id, maxLength: 8 },
  )
  // The app stores the tags that are typed in the text as tags of the entry.
  .map((all) => all.map((one) => logEntry({ ...one, tags: tagsOf(one.content, one.tags) })))

describe('export, import and repeated export', () => {
  test('round-trips entries through a JSON archive', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        const file = archiveText(all)
        const { entries: found, errors, notes } = await read('a.json', file)
        expect([...errors, ...notes]).toEqual([])
        expect(archiveText(found.map(stored))).toBe(file)
      }),
    )
  })

  test('round-trips entries through Markdown files with front matter', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        for (const entry of all) {
          const file = markdownFile(entry)
          const { entries: found, errors, notes } = await read(markdownFileName(entry), file)
          expect([...errors, ...notes]).toEqual([])
          expect(found.map(stored).map(markdownFile)).toEqual([file])
        }
      }),
    )
  })

  test.each([
    ' \n',
    ' \n\n',
    '\tword\n',
    `\t${'word '.repeat(30)}\n\n`,
    `${'word '.repeat(30)}\n\n \n...\n`,
    'a\n---\nb',
  ])('round-trips an entry with the goal %j through a Markdown file', async (goal) => {
    const file = markdownFile(logEntry({ goals: [goal] }))
    expect((await read('a.md', file)).entries).toMatchObject([{ content: 'text', goals: [goal] }])
  })

  test('round-trips entries through the text export of the specification, except for the seconds of their times', async () => {
    await fc.assert(
      fc.asyncProperty(entries, async (all) => {
        fc.pre(all.length > 0)
        // An import can change the order of entries of the same minute, so the entries are at least a minute apart.
        const minute = Math.max(...all.map(({ timestamp }) => Math.floor((timestamp ?? 0) / 60_000)))
        // One day later than the earliest time, because the year 1 can begin later in the local time zone than in UTC.
        const first = Math.max(minute * 60_000, EARLIEST_MS + 86_400_000) - all.length * 60_000
        const apart = all.map((entry, index) => ({ ...entry, timestamp: first + index * 60_000 }))
        const file = exportText(apart)
        const { entries: found, errors, notes } = await read('a.md', file)
        expect([...errors, ...notes]).toEqual([])
        expect(exportText(found.map(stored))).toBe(file)
      }),
    )
  })
})

describe('completeness of an import', () => {
  const plainLine = fc.oneof(
    text.map((one) => one.replaceAll(/[\r\n]/g, ' ')),
    fc.constantFrom(
      '---',
      '...',
      '***',
      '# A heading',
      'Morning: rowed',
      '> quoted',
      '```',
      '',
      '    indented',
      '- [ ] task #later',
    ),
    fc.constantFrom(
      '[2023/05/05 05:05] [INTEL]',
      '> [2023/05/05 05:05] [INTEL]',
      '[Date unknown] [FIELD]',
      'tags: none',
    ),
  )
  const headLine = fc.constantFrom(
    'tags: [one, two]',
    'tags: one two',
    'tags:',
    'tags:\n  - one\n  - #two',
    'tags: {a: b}',
    'Tags: a/b, "#c", 2024',
    'tag: [[a]]',
    'tags: [a, [b, c]]',
    'date: "[[2019-05-04|Saturday 4 May 2019]]"',
    'date: [[2019-05-04]]',
    'date: 2019-05-04 sunny',
    'created: 2019-05-04 10:00 Europe/Berlin',
    'title: The long jetty',
    'title: "Shed: day two"',
    'title: 2024',
    'title:',
    'title: Shed: day two',
    'date: 2019-05-04',
    'date: rowed',
    'created: 2023-12-06 02:11:20Z',
    'updated: 1573516800',
    'modified: 03/04/2019',
    'mood: calm',
    'mood: calm # as ever',
    '# a comment',
    'weather:\n  wind: 3\n  from: west',
    'aliases: [x, y]',
    'layout: post',
    'level: ALERT',
    'level: urgent',
    'frequency: 200',
    'frequency: 140.8',
    'id: 20240817093000',
    'id: ../../x',
    'timeZone: Mars/Olympus',
    'Morning: rowed five kilometres',
    'no colon here',
    '- a list',
    '*star: x',
    'a: &a [1]',
    'b: *a',
    '"quoted key": yes',
    'eyesOnly: maybe',
  )
  const lineBreak = fc.constantFrom('\n', '\r\n', '\r')
  const head = fc.option(
    fc.array(headLine, { maxLength: 4 }).map((lines) => ['---', ...lines.flatMap((line) => line.split('\n')), '---']),
  )
  const file = fc.record({
    head,
    body: fc.array(plainLine, { maxLength: 8 }),
    lineBreak,
    ends: fc.boolean(),
  })

  test('loses no line of a Markdown file or text export, whatever its line endings are', async () => {
    await fc.assert(
      fc.asyncProperty(file, fc.boolean(), async ({ head: above, body, lineBreak: by, ends }, isExport) => {
        const lines = [...(isExport ? ['[2024/01/01 10:00] [ALERT]'] : []), ...(above ?? []), ...body]
        await read('a.md', lines.join(by) + (ends ? by : ''))
      }),
      { numRuns: 1000 },
    )
  })

  test('loses no text in a JSON file', async () => {
    const value = fc.constantFrom<unknown>(
      null,
      'text',
      '',
      7,
      true,
      [],
      ['a', null, 'b'],
      ['a', {}],
      { x: 'y' },
      'soon',
      '2020-05-01T10:00:00Z',
      'a '.repeat(40),
    )
    const names = [
      'text',
      'richText',
      'content',
      'uuid',
      'id',
      'creationDate',
      'modifiedDate',
      'time',
      'updated',
      'timeZone',
      'tags',
      'goals',
      'level',
      'eyesOnly',
      'frequency',
      'location',
      'weather',
      'title',
    ]
    const entry = fc.oneof(fc.dictionary(fc.constantFrom(...names), value), value)
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 5 }), fc.boolean(), async (all, isOurs) => {
        const about = isOurs ? { format: 'sitrep', version: 1 } : { metadata: {} }
        const reading = await read('a.json', JSON.stringify({ ...about, entries: all }))
        expect(reading.entries.length + reading.errors.length).toBe(all.length)
      }),
      { numRuns: 500 },
    )
  })
})

describe('text export of the specification, changed by another program', () => {
  const LINES = [
    '[2024/01/01 10:00] [FIELD]',
    'First.',
    '',
    '[2024/01/02 10:00] [ALERT]',
    'Second, line one.',
    '',
    'Line three.',
    '',
  ]
  const TWO = [
    { content: 'First.', level: 'FIELD', time: localTime(2024, 1, 1, 10) },
    { content: 'Second, line one.\n\nLine three.', level: 'ALERT', time: localTime(2024, 1, 2, 10) },
  ]

  test.each([
    ['with LF', LINES.join('\n')],
    ['with CRLF', LINES.join('\r\n')],
    ['with CR', LINES.join('\r')],
    ['without its last line break', LINES.slice(0, -1).join('\r\n')],
    [
      'with white space at the ends of stamps',
      LINES.map((line) => (line.startsWith('[') ? `${line}  ` : line)).join('\n'),
    ],
    ['with white space in blank lines', LINES.map((line, index) => (index === 2 ? ' \t' : line)).join('\n')],
    [
      'with CRLF after its first entry',
      [...LINES.slice(0, 3).map((line) => `${line}\n`), LINES.slice(3).join('\r\n')].join(''),
    ],
    ['with blank lines at the start', `\r\n\r\n${LINES.join('\r\n')}`],
    ['with two byte order marks', `\uFEFF\uFEFF${LINES.join('\n')}`],
    ['with line breaks converted to CRLF twice', LINES.join('\r\r\n')],
    ['with non-breaking spaces in its stamps', LINES.join('\n').replaceAll(/(?<=\d) |(?<=\]) (?=\[)/g, '\u00A0')],
    ['with non-breaking spaces at the ends of stamps', LINES.join('\n').replaceAll(/\](?=\n)/g, ']\u00A0')],
  ])('imports a text export that another program has changed: %s', async (_, file) => {
    const { entries: found, errors, notes } = await read('a.md', file)
    expect(found).toMatchObject(TWO)
    expect([...errors, ...notes]).toEqual([])
  })

  test.each([
    ['indented', '  [2023/05/05 05:05] [INTEL]'],
    ['in a quotation', '> [2023/05/05 05:05] [INTEL]'],
    ['below a line of text', 'I copied this:\n[2023/05/05 05:05] [INTEL]'],
  ])('treats a stamp inside the text of an entry as text: %s', async (_, line) => {
    const content = `Before.\n\n${line}\nand went on.`
    expect((await read('a.md', `[2024/01/01 10:00] [FIELD]\n${content}\n`)).entries).toMatchObject([{ content }])
  })

  const CODE =
    '```text\n[2023/05/05 05:05] [INTEL]\none\n\n[2023/05/06 05:05] [INTEL]\ntwo\n\n[Date unknown] [FIELD]\n```'

  test.each([CODE, CODE.replaceAll('```', '~~~~'), CODE.replaceAll(/^/gm, '  ')])(
    'treats a stamp in a code block as text if the stamp is older than the entry: %j',
    async (code) => {
      const content = `How it looks:\n\n${code}\n\nAnd so on.`
      const file = `[2024/01/01 10:00] [FIELD]\n${content}\n\n[2024/01/02 10:00] [ALERT]\nThen.\n`
      expect((await read('a.md', file)).entries).toMatchObject([{ content }, { content: 'Then.' }])
    },
  )

  test.each([
    ['an unclosed code block if the stamp is newer than the entry', '```\nx', '[2024/01/02 10:00] [ALERT]\n```\ny'],
    ['an unclosed code block if the stamp is older than the entry', '```\nx', '[2023/01/02 10:00] [ALERT]\ny'],
    ['a closed code block', '```\nx\n```', '[2023/01/02 10:00] [ALERT]\n```\ny\n```'],
    ['inline code in three backticks', '```x``` is it', '[2023/01/02 10:00] [ALERT]\n```\ny\n```'],
  ])('starts a new entry at a stamp after %s', async (_, above, below) => {
    const { entries: found } = await read('a.md', `[2024/01/01 10:00] [FIELD]\n${above}\n\n${below}\n`)
    expect(found).toMatchObject([{ content: above }, { level: 'ALERT' }])
  })

  test('keeps the level of an entry without a time, and gives the entry the time of the file', async () => {
    const { entries: found } = await read(
      'a.md',
      '[Date unknown] [ALERT]\nWhen?\n\n[2024/01/01 10:00] [INTEL]\nThen.\n',
    )
    expect(found).toMatchObject([
      { content: 'When?', level: 'ALERT', time: MODIFIED },
      { content: 'Then.', level: 'INTEL' },
    ])
  })

  test('imports an entry whose stamp has no time and contains non-breaking spaces', async () => {
    const { entries: found } = await read('a.md', '[Date\u00A0unknown]\u00A0[ALERT]\nWhen?\n')
    expect(found).toMatchObject([{ content: 'When?', level: 'ALERT', time: MODIFIED }])
  })

  test('reports an unknown level of an older client and replaces the level with FIELD', async () => {
    const { entries: found, notes } = await read('a.md', '[2024/01/01 10:00] [URGENT]\nx\n')
    expect(found).toMatchObject([{ content: 'x', level: 'FIELD' }])
    expect(notes).toEqual([
      { where: 'a.md, entry 1', what: 'The level “URGENT” is unknown. The entry gets the level FIELD.' },
    ])
  })

  test('reports a stamp whose date does not exist and replaces the date with the date of the file', async () => {
    const { entries: found, notes } = await read(
      'a.md',
      '[2024/02/30 10:00] [ALERT]\nfirst\n\n[2024/02/03 10:00] [FIELD]\nsecond\n',
    )
    expect(found).toMatchObject([
      { content: 'first', level: 'ALERT', time: MODIFIED },
      { content: 'second', time: localTime(2024, 2, 3, 10) },
    ])
    expect(notes).toEqual([
      { where: 'a.md, entry 1', what: 'The date in the stamp is not valid. The entry gets the date of its file.' },
    ])
  })

  test('reports a stamp that has no text below it', async () => {
    const { entries: found, errors } = await read('a.md', '[2024/01/01 10:00] [FIELD]\n\n[2024/01/02 10:00] [FIELD]\nx')
    expect(found).toMatchObject([{ content: 'x' }])
    expect(errors).toEqual([{ where: 'a.md, entry 1', what: 'The entry has no text.' }])
  })
})

describe('import from Day One', () => {
  const GOOD = { uuid: 'A', creationDate: '2020-05-01T10:00:00Z', text: 'good' }
  const journal = (...all: object[]) => JSON.stringify({ metadata: { version: '1.0' }, entries: all })

  test('imports the time, time zone and tags of an entry, and reports each unsupported field once per file', async () => {
    const entry = {
      ...GOOD,
      uuid: '9F1A',
      modifiedDate: '2020-05-02T10:00:00Z',
      timeZone: 'Europe/Paris',
      tags: ['#pier', 'long walk', 'a/b'],
    }
    const { entries: found, notes } = await read(
      'Journal.json',
      journal({ ...entry, starred: true, pinned: false, photos: [] }, { ...GOOD, starred: true, weather: { wind: 3 } }),
    )
    expect(found[0]).toMatchObject({
      id: '9F1A',
      content: 'good',
      level: 'FIELD',
      tags: ['pier', 'long walk', 'a/b'],
      time: Date.UTC(2020, 4, 1, 10),
      updated: Date.UTC(2020, 4, 2, 10),
      timeZone: 'Europe/Paris',
    })
    expect(notes).toEqual([
      {
        where: 'Journal.json',
        what: 'Entries have no place for these fields, so they are not imported: starred (2), weather (1).',
      },
    ])
  })

  test('treats null as a missing value', async () => {
    const {
      entries: found,
      errors,
      notes,
    } = await read(
      'Journal.json',
      journal({ ...GOOD, tags: null, timeZone: null, modifiedDate: null, richText: null, location: null }),
    )
    expect(found).toMatchObject([{ content: 'good', tags: [], timeZone: null, updated: null }])
    expect([...errors, ...notes]).toEqual([])
  })

  test.each([
    ['null', null],
    ['undefined', undefined],
    ['blank', ' '],
  ])('imports the words of the field `richText` if the field `text` is %s', async (_, blank) => {
    const richText = JSON.stringify({
      meta: {},
      contents: [{ text: 'First ' }, { embeddedObjects: [] }, { text: 'and second.\n' }],
    })
    const { entries: found, notes } = await read('Journal.json', journal({ ...GOOD, text: blank, richText }))
    expect(found).toMatchObject([{ content: 'First and second.\n' }])
    expect(notes).toHaveLength(1)
  })

  test.each([
    ['rich text that is an object', { contents: [{ text: '1984 ' }, { embeddedObjects: [] }, { text: 'again' }] }],
    ['a number as a text part', JSON.stringify({ contents: [{ text: 1984 }, { text: null }, { text: ' again' }] })],
  ])('imports rich text with an unexpected type: %s', async (_, richText) => {
    expect((await read('Journal.json', journal({ ...GOOD, text: null, richText }))).entries).toMatchObject([
      { content: '1984 again' },
    ])
  })

  test('keeps the URLs of links in rich text', async () => {
    const contents = [
      { text: 'The tide table\n', attributes: { linkURL: 'https://tides.example/a' } },
      { text: 'https://b.example', attributes: { linkURL: 'https://b.example' } },
      { text: ' and on', attributes: { bold: true } },
    ]
    const richText = JSON.stringify({ contents })
    expect((await read('Journal.json', journal({ ...GOOD, text: null, richText }))).entries).toMatchObject([
      { content: 'The tide table <https://tides.example/a>\nhttps://b.example and on' },
    ])
  })

  test('reports the field `text` if its value is not a text', async () => {
    const richText = JSON.stringify({ contents: [{ text: 'words' }] })
    const { entries: found, notes } = await read(
      'Journal.json',
      journal({ ...GOOD, text: { body: 'lost?' }, richText }),
    )
    expect(found).toMatchObject([{ content: 'words' }])
    expect(notes.map(({ what }) => what)).toContain(
      'The field “text: {"body":"lost?"}” cannot be read, so it is not imported.',
    )
  })

  test('imports a journal that another program wrote in the format of Day One, without metadata', async () => {
    const { entries: found, errors, notes } = await read('Journal.json', JSON.stringify({ entries: [GOOD] }))
    expect(found).toMatchObject([{ id: 'A', content: 'good' }])
    expect([...errors, ...notes]).toEqual([])
  })

  test('imports rich text unchanged if its format is invalid', async () => {
    expect((await read('Journal.json', journal({ ...GOOD, text: null, richText: 'words {' }))).entries).toMatchObject([
      { content: 'words {' },
    ])
  })

  test.each([
    [String.raw`A 40\-minute row\. Cost 3\.50 \(twice\)\!`, 'A 40-minute row. Cost 3.50 (twice)!'],
    [String.raw`1\. May was cold\.`, String.raw`1\. May was cold.`],
    [String.raw`\- no list\, a\-b`, String.raw`\- no list, a-b`],
    [String.raw`\*stars\* and \#signs stay`, String.raw`\*stars\* and \#signs stay`],
    ['`code \\- stays` and a\\-b', '`code \\- stays` and a-b'],
    ['```\ncode \\- stays\n```\na\\-b', '```\ncode \\- stays\n```\na-b'],
  ])('removes redundant backslashes: %s', async (escaped, plain) => {
    expect((await read('Journal.json', journal({ ...GOOD, text: escaped }))).entries).toMatchObject([
      { content: plain },
    ])
  })

  test('imports an entry that contains only a picture, and reports that the picture is not imported', async () => {
    const { entries: found, notes } = await read('Journal.json', journal({ ...GOOD, text: '![](dayone-moment://4D)' }))
    expect(found).toMatchObject([{ content: '![](dayone-moment://4D)' }])
    expect(notes).toEqual([
      { where: 'Journal.json, entry 1', what: 'Pictures and recordings are not imported. The text names them.' },
    ])
  })

  test('replaces an invalid id and reports the invalid id', async () => {
    const { entries: found, notes } = await read('Journal.json', journal({ ...GOOD, uuid: '../../x' }))
    expect(found).toMatchObject([{ id: 'hash-13', content: 'good' }])
    expect(notes.map(({ what }) => what)).toEqual([
      'The field “uuid: "../../x"” cannot be read, so it is not imported.',
    ])
  })

  test.each([
    ['an entry without a text', { uuid: 'A', creationDate: '2020-05-01T10:00:00Z' }, 'The entry has no text.'],
    ['a number instead of an entry', 7, 'This is not an entry.'],
  ])('reports an invalid entry and imports the other entries: %s', async (_, entry, what) => {
    const file = JSON.stringify({ metadata: {}, entries: [entry, GOOD] })
    const { entries: found, errors } = await read('Journal.json', file)
    expect(found).toMatchObject([{ content: 'good' }])
    expect(errors).toEqual([{ where: 'Journal.json, entry 1', what }])
  })
})

describe('Markdown of other programs', () => {
  const head = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n\nText\n`
  const only = async (file: string, name = 'a.md') => {
    const { entries: found, errors, notes } = await read(name, file)
    expect(errors).toEqual([])
    expect(found).toHaveLength(1)
    return { entry: found[0], notes: notes.map(({ what }) => what) }
  }

  test('imports a file without front matter as one entry with the date in the file name, or the date of the last change', async () => {
    expect((await only('# A walk\n', '2026-01-01 walk.md')).entry).toMatchObject({
      content: '# A walk\n',
      level: 'FIELD',
      time: localTime(2026, 1, 1, 12),
    })
    expect((await only('x', 'walk.md')).entry).toMatchObject({ time: MODIFIED })
    expect((await only('x', '2099-01-01 plan.md')).entry, 'a date in the future is ignored').toMatchObject({
      time: MODIFIED,
    })
  })

  test.each<[string, readonly string[]]>([
    ['tags: garden', ['garden']],
    ['tags: garden, shed', ['garden', 'shed']],
    ['tags: garden shed', ['garden', 'shed']],
    ['tags: "long walk, shed"', ['long walk', 'shed']],
    ['tags: [2024, garden, true, null, 007]', ['2024', 'garden', 'true', '007']],
    ['tags:\n  - net/mending\n  - "#shed"', ['net/mending', 'shed']],
    ['tags:', []],
    ['tags: null', []],
    ['tags: 2024', ['2024']],
    ['tags: true', ['true']],
    ['tags: [Garden, garden]', ['Garden']],
    ['Tag: garden\nkeywords: [shed]', ['garden', 'shed']],
    ['tags: 庭，小屋、川', ['庭', '小屋', '川']],
    ['tags: >\n  garden shed', ['garden', 'shed']],
    ['tags:\n  - [garden, shed]\n  - net', ['garden', 'shed', 'net']],
    ['tags: [[garden]]', ['garden']],
  ])('imports the tags in the front matter %j', async (line, tags) => {
    const { entry, notes } = await only(head(line))
    expect(entry).toMatchObject({ content: 'Text\n', tags })
    expect(notes).toEqual([])
  })

  test.each<[string, number]>([
    ['created: 2023-12-06 02:11:20Z', Date.UTC(2023, 11, 6, 2, 11, 20)],
    ['date: 2019-05-04', localTime(2019, 5, 4, 12)],
    ['date: 2019-05-04 10:00:00 +0200', Date.UTC(2019, 4, 4, 8)],
    ['created_at: 1573516800', Date.UTC(2019, 10, 12)],
    ['Date Created: "May 4, 2019 10:00 am"', localTime(2019, 5, 4, 10)],
    ['date: 2024-01-01\ncreated: 2019-05-04T10:00:00Z', Date.UTC(2019, 4, 4, 10)],
    ['date: "[[2019-05-04]]"', localTime(2019, 5, 4, 12)],
    ['date: [[2019-05-04]]', localTime(2019, 5, 4, 12)],
    ['created:\n  - 2019-05-04', localTime(2019, 5, 4, 12)],
  ])('reads the time of an entry from the front matter %j', async (line, time) => {
    expect((await only(head(line))).entry).toMatchObject({ time })
  })

  test.each(['updated', 'modified', 'updated_at', 'lastmod', 'last-modified', 'last_modified_at', 'date updated'])(
    'reads the time of the last change from the field %s',
    async (name) => {
      const { entry } = await only(head('date: 2019-05-04', `${name}: 2020-01-02T03:04:05Z`))
      expect(entry).toMatchObject({ updated: Date.UTC(2020, 0, 2, 3, 4, 5) })
    },
  )

  test('adds the title as a heading if the text does not start with a heading', async () => {
    expect((await only(head('title: "Shed: day two"'))).entry?.content).toBe('# Shed: day two\n\nText\n')
    expect((await only('---\ntitle: Shed\n---\n# Shed\nText')).entry?.content).toBe('# Shed\nText')
    const { entry, notes } = await only('---\ntitle: Shed\n---\n## Nets\nText')
    expect(entry?.content).toBe('## Nets\nText\n\n```yaml\ntitle: Shed\n```\n')
    expect(notes).toEqual(['Fields that an entry cannot have are kept below its text: title.'])
  })

  test('appends unsupported fields to the text verbatim and reports the fields', async () => {
    const { entry, notes } = await only(head('tags: [a]', 'mood: calm # as ever', 'weather:', '  wind: 03'))
    expect(entry).toMatchObject({
      tags: ['a'],
      content: 'Text\n\n```yaml\nmood: calm # as ever\nweather:\n  wind: 03\n```\n',
    })
    expect(notes).toEqual(['Fields that an entry cannot have are kept below its text: mood, weather.'])
  })

  test.each(['? mood\n: calm', '&as_ever mood: calm', '!!str mood: calm'])(
    'keeps YAML syntax before the name of an unsupported field: %s',
    async (line) => {
      const { entry } = await only(head('tags: [a]', line, 'title: T'))
      expect(entry?.content).toBe(`# T\n\nText\n\n\`\`\`yaml\n${line}\n\`\`\`\n`)
    },
  )

  test('appends unreadable fields to the text, reports them, and imports the other fields', async () => {
    const { entry, notes } = await only(head('date: when it rained', 'tags: {a: b}', 'level: urgent', 'title: T'))
    expect(entry).toMatchObject({
      time: MODIFIED,
      tags: [],
      level: 'FIELD',
      content: '# T\n\nText\n\n```yaml\ndate: when it rained\ntags: {a: b}\nlevel: urgent\n```\n',
    })
    expect(notes).toHaveLength(4)
  })

  test.each([
    ['prose', 'Prose between two rules.'],
    ['lines with unknown field names', 'Morning: rowed\nEvening: mended the net'],
    ['a known field name followed by prose', 'Date: with Anna at eight'],
    ['a list', '- one\n- two'],
    ['a blank line', ''],
  ])('treats two horizontal rules and the lines between them as text: %s', async (_, lines) => {
    const file = `---\n${lines}\n---\nWhat follows.\n`
    const { entry, notes } = await only(file)
    expect(entry).toMatchObject({ content: file, tags: [] })
    expect(notes).toEqual([])
  })

  test.each(['title: Shed: day two', 'tags: [a', 'a: 1\na: 2', `tags: ${'['.repeat(9000)}`])(
    'imports front matter with invalid YAML as text and reports the invalid YAML: %.30s',
    async (line) => {
      const file = `---\n${line}\n---\nText`
      const { entry, notes } = await only(file)
      expect(entry).toMatchObject({ content: file })
      expect(notes).toHaveLength(1)
    },
  )

  test('appends a field with several times to the text instead of choosing one of the times', async () => {
    const { entry, notes } = await only(head('tags: [a]', 'modified: [2019-05-04, 2020-01-02]'))
    expect(entry).toMatchObject({
      updated: null,
      content: 'Text\n\n```yaml\nmodified: [2019-05-04, 2020-01-02]\n```\n',
    })
    expect(notes).toHaveLength(2)
  })

  test.each(['\r\n', '\r', '\n'])('reads front matter with the line endings %j', async (lineBreak) => {
    const lines = ['---', 'tags: [garden]', 'mood: calm', '---', '', 'One.', 'Two.', '']
    const { entry } = await only(lines.join(lineBreak))
    expect(entry).toMatchObject({ tags: ['garden'], content: 'One.\nTwo.\n\n```yaml\nmood: calm\n```\n' })
  })

  test.each([
    ['true', true],
    ['True', true],
    ['yes', true],
    ['1', true],
    ['"on"', true],
    ['False', false],
  ])('reads whether an entry is EYES ONLY from the value %s', async (flag, eyesOnly) => {
    const { entry, notes } = await only(head('tags: [a]', `eyesOnly: ${flag}`))
    expect(entry).toMatchObject({ eyesOnly })
    expect(notes).toEqual([])
  })

  test('adds the tags typed in the text to the entry’s tags', async () => {
    expect((await only('A day with #harbor and #net/mending.')).entry).toMatchObject({
      tags: ['harbor', 'net/mending'],
    })
    expect((await only(head('tags: [pier, Harbor]') + '#harbor')).entry).toMatchObject({ tags: ['pier', 'Harbor'] })
  })

  test('does not expand nested YAML aliases', async () => {
    const lines = ['a: &a [x, x, x, x, x, x, x, x, x]']
    for (let depth = 0; depth < 9; depth++) {
      const [before = '', after = ''] = ['abcdefghij'[depth], 'abcdefghij'[depth + 1]]
      lines.push(`${after}: &${after} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`)
    }
    const file = `---\ntags: [x]\n${lines.join('\n')}\n---\nx`
    expect((await only(file)).entry?.content).toContain(lines.at(-1))
  })
})

describe('errors of an import', () => {
  test.each([
    ['a.json', '{"entries": [', 'This is not valid JSON, or the file is incomplete.'],
    ['a.json', '{"notes": []}', 'Not a SITREP or Day One archive.'],
    ['a.json', '{"entries": [{"title": "a", "body": "b"}, null]}', 'Not a SITREP or Day One archive.'],
    ['a.json', '{"format":"sitrep","version":2,"entries":[]}', 'A newer version of SITREP wrote this archive.'],
    ['a.md', '  \n', 'The entry has no text.'],
    [
      'a.md',
      'x'.repeat(50_001),
      'The entry has 50,001 characters, and the limit is 50,000. Split it into two in the file.',
    ],
  ])('rejects the file %s with the content %j', async (name, file, what) => {
    const { entries: found, errors } = await read(name, file)
    expect(found).toEqual([])
    expect(errors.map((error) => error.what).join()).toContain(what)
  })

  test('imports the valid entries of an archive that also contains invalid entries', async () => {
    const file = JSON.stringify({
      format: 'sitrep',
      version: 1,
      entries: [{ content: {} }, { content: 'good', time: '2020-01-01T00:00:00Z' }, null],
    })
    const { entries: found, errors } = await read('a.json', file)
    expect(found.map((entry) => entry.content)).toEqual(['good'])
    expect(errors.map(({ where }) => where)).toEqual(['a.json, entry 1', 'a.json, entry 3'])
  })

  test.each(['"format": "sitrep", "version": 1', '"metadata": {}'])(
    'reports that the field __proto__ of an entry is not imported from a file with the fields {%s}',
    async (about) => {
      const { entries: found, notes } = await read(
        'a.json',
        `{${about}, "entries": [{"text": "x", "content": "x", "__proto__": {"content": "evil"}}]}`,
      )
      expect(found).toMatchObject([{ content: 'x' }])
      expect(notes.map(({ what }) => what).join()).toContain('__proto__ (1)')
    },
  )

  test.each(['"format": "sitrep", "version": 1', '"metadata": {}'])(
    'reports that unknown top-level fields are not imported from a file with the fields {%s}',
    async (about) => {
      const { entries: found, notes } = await read(
        'a.json',
        `{${about}, "remarks": "x", "__proto__": 1, "entries": [{"text": "x", "content": "x"}]}`,
      )
      expect(found).toHaveLength(1)
      expect(notes).toContainEqual({
        where: 'a.json',
        what: 'The file has more than entries. These fields are not imported: remarks, __proto__.',
      })
    },
  )

  test('imports an entry with a field that is nested too deeply to be serialized', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const file = `{"metadata": {}, "entries": [{"text": "x", "tags": ${deep}, "weather": ${deep}}, {"text": "y"}]}`
    const { entries: found, notes } = await readImport(
      { name: 'a.json', text: file, modified: MODIFIED },
      { hash, latest: LATEST },
    )
    expect(found).toMatchObject([{ content: 'x', tags: [] }, { content: 'y' }])
    expect(notes.map(({ what }) => what)).toEqual([
      'Entries have no place for these fields, so they are not imported: weather (1).',
      'The field “tags: …” cannot be read, so it is not imported.',
    ])
  })

  test('reads any file and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('a.md', 'a.json', 'a.txt'),
        fc.string({ unit: 'binary' }),
        async (name, file) => {
          const { entries: found, errors } = await read(name, file)
          expect(found.length + errors.length).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

describe('values that the database rejects', () => {
  const AHEAD = 'is in the future'
  const OUTSIDE = 'is not in the years 1 to 9999'
  const TIMES: readonly (readonly [time: string, error: string])[] = [
    ['2100-01-01T00:00:00Z', AHEAD],
    ['9999-12-31T23:59:59.999Z', AHEAD],
    ['+010000-01-01T00:00:00Z', OUTSIDE],
    ['+275760-09-13T00:00:00.000Z', OUTSIDE],
    ['0000-12-31T23:59:59.999Z', OUTSIDE],
    ['-200835-01-01T00:00:00Z', OUTSIDE],
  ]
  const UNPAIRED = 'a \uD800 b \uDC00 😀'
  const ESCAPED = String.raw`a \uD800 b \uDC00 😀`

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
    const { entries: found, errors, notes } = await read(name, file)
    expect(errors).toEqual([])
    return { entry: found.find(({ content: is }) => is !== 'good'), notes }
  }

  test.each(TIMES)(
    'replaces the invalid time %j with the time of the file and reports the invalid time',
    async (bad, error) => {
      for (const [name, file, where] of [
        ['a.json', archive({ content: 'x', time: bad }), 'a.json, entry 2'],
        ['b.json', dayOne({ creationDate: bad }), 'b.json, entry 2'],
        ['c.md', head({ time: bad }), 'c.md'],
      ] as const) {
        const { entry, notes } = await noted(name, file)
        expect(entry).toMatchObject({ content: 'x', time: MODIFIED, where })
        expect(notes).toEqual([
          { where, what: `The date (${new Date(bad).toISOString()}) ${error}. The entry gets the date of its file.` },
        ])
      }
    },
  )

  test.each(TIMES)(
    'reports the invalid time of the last change %j and does not import that time',
    async (bad, error) => {
      for (const [name, file] of [
        ['a.json', archive({ content: 'x', time: '2020-01-01T00:00:00Z', updated: bad })],
        ['b.json', dayOne({ creationDate: '2020-05-01T10:00:00Z', modifiedDate: bad })],
        ['c.md', head({ time: '2020-01-01T00:00:00Z', updated: bad })],
      ] as const) {
        const { entry, notes } = await noted(name, file)
        expect(entry).toMatchObject({ content: 'x', updated: null })
        expect(notes.map(({ what }) => what)).toEqual([
          `The date of the last change (${new Date(bad).toISOString()}) ${error}. It is not imported.`,
        ])
      }
    },
  )

  test('omits and reports an invalid `clientTime`, the time by the clock of the device', async () => {
    const { entry, notes } = await noted('a.json', archive({ content: 'x', clientTime: '+020000-01-01T00:00:00Z' }))
    expect(entry).toMatchObject({ content: 'x', clientTime: null })
    expect(notes.map(({ what }) => what)).toEqual([
      `The date by the device’s clock (+020000-01-01T00:00:00.000Z) ${OUTSIDE}. It is not imported.`,
    ])
  })

  test.each(['soon', '2024-02-30T25:00:00Z', 'Mars/Olympus', 'z'.repeat(65), '<img src=x onerror=alert(1)>'])(
    'reports the invalid time or time zone %j and does not import the value',
    async (bad) => {
      for (const [name, file] of [
        ['a.json', archive({ content: 'x', time: bad, updated: bad, timeZone: bad })],
        ['b.json', dayOne({ creationDate: bad, modifiedDate: bad, timeZone: bad })],
      ] as const) {
        const { entry, notes } = await noted(name, file)
        expect(entry).toMatchObject({ content: 'x', time: MODIFIED, updated: null, timeZone: null })
        expect(notes.map(({ what }) => what.replace(/“.*”/, '…'))).toEqual(
          Array.from({ length: 3 }, () => 'The field … cannot be read, so it is not imported.'),
        )
      }
    },
  )

  test('escapes lone surrogates in all texts and reports the change', async () => {
    const what = 'Some characters are incomplete. Each is replaced with its code.'
    for (const [name, file, about] of [
      [
        'a.json',
        archive({ content: UNPAIRED, goals: [UNPAIRED], tags: [UNPAIRED] }),
        { content: ESCAPED, goals: [ESCAPED], tags: [ESCAPED] },
      ],
      [
        'b.json',
        dayOne({ creationDate: '2020-05-01T10:00:00Z', text: UNPAIRED, tags: [UNPAIRED] }),
        { content: ESCAPED, tags: [ESCAPED] },
      ],
      ['d.md', UNPAIRED, { content: ESCAPED }],
      ['e.md', `[2020/01/01 10:00] [FIELD]\n${UNPAIRED}\n`, { content: ESCAPED }],
    ] as const) {
      const { entry, notes } = await noted(name, file)
      expect(entry).toMatchObject(about)
      expect(notes.map((note) => note.what)).toEqual([what])
    }
  })

  test('cuts tags and goals to their limits and reports what was cut', async () => {
    const many = Array.from({ length: 25 }, (_, index) => `t${index}`)
    const long = `${'x'.repeat(48)}👩‍👩‍👧`
    const goal = 'g'.repeat(201)
    const { entry, notes } = await noted(
      'a.json',
      archive({ content: 'x #typed', tags: [long, ...many], goals: [goal, ...many] }),
    )
    expect(entry).toMatchObject({
      content: 'x #typed',
      tags: ['x'.repeat(48), ...many.slice(0, 19)],
      goals: ['g'.repeat(200), ...many.slice(0, 19)],
    })
    expect(notes.map(({ what }) => what)).toEqual([
      `A goal is cut to 200 characters: ${goal}`,
      'An entry can have 20 goals. Not imported: t19, t20, t21, t22, t23, t24.',
      `A tag is cut to 50 characters: ${long}`,
      'An entry can have 20 tags. Not imported: t19, t20, t21, t22, t23, t24, typed.',
    ])
  })

  test('removes tags and goals that are empty or duplicate after cutting', async () => {
    const letter = `a${'\u0301'.repeat(250)}`
    const [one, other] = [`${'x'.repeat(50)}1`, `${'x'.repeat(50)}2`]
    const { entry, notes } = await noted(
      'a.json',
      archive({ content: 'x', tags: [letter, one, other], goals: [letter, 'g'] }),
    )
    expect(entry).toMatchObject({ tags: ['x'.repeat(50)], goals: ['g'] })
    expect(notes).toHaveLength(4)
  })

  test.each([Number.NaN, LATEST_MS, -LATEST_MS])(
    'replaces the invalid time of a file, %d, with the server’s time',
    async (modified) => {
      const {
        entries: found,
        errors,
        notes,
      } = await readImport({ name: 'a.md', text: 'x', modified }, { hash, latest: MODIFIED })
      expect(found[0]?.time).toBe(MODIFIED)
      expect([...errors, ...notes]).toEqual([])
    },
  )

  test.each([
    ['a.md', 'x'],
    ['b.md', '[Date unknown] [ALERT]\nx\n'],
    ['c.json', '{"metadata": {}, "entries": [{"text": "x", "creationDate": "2100-01-01T00:00:00Z"}]}'],
  ])('recognizes duplicates when a device with a fast clock imports a file again: %s', async (name, file) => {
    const ahead = { name, text: file, modified: LATEST + 3 * 3_600_000 }
    const readAt = async (latest: number) => (await readImport(ahead, { hash: async (of) => of, latest })).entries
    const first = await readAt(LATEST)
    expect(first.map(({ time }) => time)).toEqual([LATEST])
    for (const latest of [LATEST + 600_000, Number.POSITIVE_INFINITY])
      expect(partitionDuplicates(await readAt(latest), first.map(stored)).fresh).toEqual([])
  })

  test('accepts future times while the server’s time is unknown', async () => {
    const file = { name: 'a.json', text: archive({ content: 'x', time: '2100-01-01T00:00:00Z' }), modified: MODIFIED }
    const { entries: found, notes } = await readImport(file, { hash, latest: Number.POSITIVE_INFINITY })
    expect(found[1]).toMatchObject({ content: 'x', time: Date.UTC(2100, 0, 1) })
    expect(notes).toEqual([])
  })

  test('accepts the earliest time that the database can store', async () => {
    const { entry } = await noted('a.json', archive({ content: 'x', time: '0001-01-01T00:00:00.000Z' }))
    expect(entry).toMatchObject({ time: EARLIEST_MS })
  })
})

describe('duplicates of an import', () => {
  const one = (id: string, about: Partial<ImportedEntry> = {}): ImportedEntry => ({
    id,
    ...EMPTY_CONTENT,
    content: id,
    time: 60_000,
    updated: null,
    frequency: null,
    timeZone: null,
    clientTime: null,
    where: `file, ${id}`,
    ...about,
  })

  test('skips an entry that has the same text and the same id or minute as a stored or imported entry', () => {
    const { fresh, duplicates, notes } = partitionDuplicates(
      [
        one('a'),
        one('b', { content: 'known' }),
        one('c'),
        one('c', { time: 0 }),
        one('d', { content: 'c' }),
        one('e', { content: 'first line\r\nsecond line' }),
      ],
      [
        logEntry({ id: 'a', content: 'a' }),
        logEntry({ id: 'x', content: 'known', timestamp: 119_999 }),
        logEntry({ id: 'y', content: 'first line\nsecond line', timestamp: 60_000 }),
      ],
    )
    expect(fresh.map(({ id }) => id)).toEqual(['c'])
    expect(duplicates.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(notes).toEqual([])
  })

  test('assigns and reports a new id if another entry has the same id but a different text', () => {
    const second = one('a', { content: 'another', time: 0 })
    const third = one('a', { content: 'one more', time: 0 })
    const { fresh, notes } = partitionDuplicates([second, third], [logEntry({ id: 'a', content: 'a' })])
    expect(fresh).toEqual([
      { ...second, id: 'a--2' },
      { ...third, id: 'a--3' },
    ])
    expect(notes).toEqual([
      { where: 'file, a', what: 'Another entry has the same id, so this one becomes a new entry.' },
      { where: 'file, a', what: 'Another entry has the same id, so this one becomes a new entry.' },
    ])
    const known = [logEntry({ id: 'a', content: 'a' }), ...fresh.map(stored)]
    expect(partitionDuplicates([second, third], known).fresh, 'a repeated import adds nothing').toEqual([])
  })

  test.each([
    ['in the repeated hour at the end of daylight saving time', 'Europe/Berlin', '2024-10-27T01:30:00Z'],
    ['in a historic time zone whose offset has seconds', 'Europe/Berlin', '1850-01-01T00:00:30Z'],
    ['with seconds that a stamp omits', 'Asia/Kathmandu', '2024-01-01T00:00:59.999Z'],
  ])('recognizes a stored entry in a text export of the same device: %s', async (_, zone, time) => {
    vi.stubEnv('TZ', zone)
    const existing = logEntry({ timestamp: Date.parse(time) })
    const { entries: found } = await read('a.md', exportText([existing]))
    expect(partitionDuplicates(found, [existing])).toMatchObject({
      fresh: [],
      duplicates: [{ content: existing.content }],
    })
    vi.unstubAllEnvs()
  })

  test('quickly assigns new ids to ten thousand different texts that have the same id', { timeout: 5000 }, () => {
    const all = Array.from({ length: 10_000 }, (_, index) =>
      one('a', { content: `text ${index}`, time: index * 60_000 }),
    )
    const { fresh } = partitionDuplicates(all, [])
    expect(new Set(fresh.map(({ id }) => id)).size).toBe(all.length)
  })

  test('loses no text and assigns no id twice, whatever entries are stored and imported', () => {
    const some = fc.array(
      fc.record({
        id: fc.constantFrom('a', 'b', 'a--2'),
        content: fc.constantFrom('1', '2', '3'),
        time: fc.constantFrom(0, 60_000),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(some, some, (found, existing) => {
        const known = partitionDuplicates(
          existing.map(({ id, ...about }) => one(id, about)),
          [],
        ).fresh.map(stored)
        const files = found.map(({ id, ...about }) => one(id, about))
        const { fresh } = partitionDuplicates(files, known)
        const all = [...known, ...fresh.map(stored)]
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
        const texts = new Set(all.map(({ content }) => content))
        for (const { content } of files) expect(texts).toContain(content)
        expect(partitionDuplicates(files, all).fresh, 'a repeated import adds nothing').toEqual([])
      }),
    )
  })
})
