import { BlobReader, BlobWriter, TextReader, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { Archive } from '#tests/support/pages/archive.ts'
import { newAccount } from '#tests/support/accounts.ts'
import { seed } from '#tests/support/stored.ts'
import { goOffline } from '#tests/support/pages/connection.ts'
import { expect, LOST_CONNECTION, signIn, test } from '#tests/support/test.ts'

const MINUTE_MS = 60_000
const journal = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `e${index}`,
    content: `Entry ${index}\n\n- [ ] 'quoted': "text" #tag${index % 3}`,
    time: Date.UTC(2025, 0, 1) + index * MINUTE_MS,
    level: index % 2 === 0 ? 'ALERT' : 'FIELD',
    goals: index % 2 === 0 ? ['[x] done', 'open: not'] : [],
    tags: [`tag${index % 3}`],
  }))

async function zipOf(files: { readonly [name: string]: string | Buffer }): Promise<Buffer> {
  const zip = new ZipWriter(new BlobWriter())
  for (const [name, data] of Object.entries(files))
    await zip.add(
      name,
      typeof data === 'string' ? new TextReader(data) : new BlobReader(new Blob([new Uint8Array(data)])),
    )
  return Buffer.from(await (await zip.close()).arrayBuffer())
}

for (const { name, viewport } of [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
])
  test.describe(name, () => {
    test.use({ viewport })

    for (const format of ['JSON', 'Markdown files'] as const)
      test(`another user who imports an export exports the same ${format} again`, async ({
        page,
        dashboard,
        account,
        browser,
      }) => {
        await seed(account.uid, journal(130))
        await page.reload()
        await expect(dashboard.count).toHaveText('130')
        const archive = new Archive(page)
        await archive.open()
        const file = await archive.exportAs(format)

        const context = await browser.newContext({ baseURL: new URL(page.url()).origin, viewport })
        const other = await context.newPage()
        await signIn(other, await newAccount())
        const theirs = new Archive(other)
        await theirs.open()
        await theirs.choose([file])
        await expect(theirs.report).toContainText('130 entries will be added.')
        await theirs.button('Import 130 entries').click()
        await expect(theirs.report).toContainText('130 entries added.', { timeout: 30_000 })
        const again = await theirs.exportAs(format)
        expect(await contentsOf(again)).toEqual(await contentsOf(file))
        await theirs.choose([file])
        await expect(theirs.report).toContainText('Everything in these files is already in your journal.')
        await expect(theirs.report).toContainText('130 entries skipped, already in your journal.')
        await context.close()
      })
  })

test('exports only the entries that match a search', async ({ page, dashboard, account }) => {
  await seed(account.uid, journal(10))
  await page.reload()
  await expect(dashboard.count).toHaveText('10')
  const archive = new Archive(page)
  await archive.open()
  await page.getByLabel('Filter (optional)').fill('level:alert tag:tag0')
  const { text } = await archive.exportAs('JSON')
  expect(JSON.parse(text).entries.map(({ id }: { id: string }) => id)).toEqual(['e6', 'e0'])
})

test('imports files of other programs, reports unreadable files, and writes nothing before the user confirms', async ({
  page,
  dashboard,
}) => {
  const archive = new Archive(page)
  await dashboard.newEntry.waitFor()
  await archive.open()
  const dayOne = {
    metadata: {},
    entries: [{ uuid: 'D1', creationDate: '2020-05-01T10:00:00Z', text: 'From Day One', tags: ['old'] }],
  }
  await archive.choose([
    { name: '2024-02-03 walk.md', text: '# A walk' },
    {
      name: 'Journal.zip',
      data: await zipOf({ 'Journal.json': JSON.stringify(dayOne), 'photos/a.jpg': 'x', '../../evil.md': 'Path trick' }),
    },
    { name: 'broken.json', text: '{' },
    { name: 'sitrep-export.md', text: '[2024/01/01 10:00] [ALERT]\nFrom the export\n' },
  ])
  await expect(archive.report).toContainText('3 entries will be added.')
  await expect(archive.report).toContainText('Other files are not imported: 1 .jpg.')
  await expect(archive.errors).toHaveText([
    'Journal.zip: ../../evil.md The path points outside the archive, so the file was not read.',
    'broken.json This is not valid JSON, or the file is incomplete.',
  ])
  await expect(dashboard.count).toHaveText('0')
  await archive.button('Import 3 entries').click()
  await expect(archive.report).toContainText('3 entries added.')
  await archive.button('Entries').click()
  await dashboard.showLogs()
  for (const text of ['A walk', 'From Day One', 'From the export']) await expect(dashboard.card(text)).toBeVisible()
  await expect(dashboard.card('From Day One')).toHaveAccessibleName(/^1 May 2020/)
  await expect(dashboard.card('A walk')).toHaveAccessibleName(/^3 Feb 2024/)
})

test('imports and counts entries of any year, and replaces invalid fields without losing the entry', async ({
  page,
  dashboard,
}) => {
  const archive = new Archive(page)
  await dashboard.newEntry.waitFor()
  await archive.open()
  // The dates range from the earliest time that the database supports to 1999, so most of them are before 1970.
  const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.UTC(1999, 11, 31)]
  const old = Array.from({ length: 60 }, (_, index) => ({
    uuid: `OLD-${index}`,
    creationDate: new Date(first + ((last - first) / 59) * index).toISOString(),
    text: `Old entry ${index}`,
  }))
  const odd = [
    { uuid: 'A', creationDate: '-200835-01-01T00:00:00Z', text: 'Before the year 1' },
    { uuid: 'B', creationDate: '+010000-01-01T00:00:00Z', text: 'After the year 9999' },
    { uuid: 'C', creationDate: '2020-05-01T10:00:00Z', timeZone: `<img src=x>${'z'.repeat(100)}`, text: 'Odd zone' },
    { uuid: 'D', creationDate: '2020-05-01T10:00:00Z', text: 'Half a character: \uD83D' },
  ]
  const entries = [...old.slice(0, 30), ...odd, ...old.slice(30)]
  await archive.choose([{ name: 'Journal.json', text: JSON.stringify({ metadata: {}, entries }) }])
  await expect(archive.report).toContainText('64 entries will be added.')
  await expect(archive.changes).toHaveText([
    'Journal.json, entry 31 The date (-200835-01-01T00:00:00.000Z) is not in the years 1 to 9999. The entry gets the date of its file.',
    'Journal.json, entry 32 The date (+010000-01-01T00:00:00.000Z) is not in the years 1 to 9999. The entry gets the date of its file.',
    /^Journal.json, entry 33 The field “timeZone: "<img src=x>z+"” cannot be read, so it is not imported\.$/,
    'Journal.json, entry 34 Some characters are incomplete. Each is replaced with its code.',
  ])
  await archive.button('Import 64 entries').click()
  await expect(archive.report).toContainText('64 entries added.')
  await expect(archive.errors).toHaveCount(0)
  await expect(dashboard.count).toHaveText('64')
  const { text } = await archive.exportAs('JSON')
  const contents = JSON.parse(text).entries.map(({ content }: { content: string }) => content)
  expect(contents.toSorted()).toEqual(
    [
      ...old.map((entry) => entry.text),
      'Before the year 1',
      'After the year 9999',
      'Odd zone',
      String.raw`Half a character: \uD83D`,
    ].toSorted(),
  )
})

test('reads a zip archive that contains Windows paths, another archive, hidden files and files in several encodings', async ({
  page,
  dashboard,
}) => {
  const archive = new Archive(page)
  await dashboard.newEntry.waitFor()
  await archive.open()
  const latin1 = Buffer.from('Caf\xe9 cr\xe8me', 'latin1')
  const utf16 = Buffer.from('\uFEFFžluťoučký kůň', 'utf16le')
  const deepest = await zipOf({ 'deep.md': 'Too deep' })
  const inner = await zipOf({ '2021_03_05.md': 'In an archive within', 'again.zip': deepest })
  const zip = await zipOf({
    'Vault\\2021-03-04 walk.md': 'By its name',
    'Vault\\.obsidian\\app.json': '{}',
    '__MACOSX\\._x.md': 'x',
    'Vault/.trash/gone.md': 'x',
    'inner.zip': inner,
    'coffee.txt': latin1,
    'horse.txt': utf16,
    'noise.txt': Buffer.of(0x41, 0x01, 0xff, 0x02, 0xfe),
    'a.JPG': 'x',
    'b.jpg': 'x',
    'c.pdf': 'x',
  })
  await archive.choose([{ name: 'Vault.zip', data: zip }])
  await expect(archive.report).toContainText('4 entries will be added.')
  await expect(archive.report).toContainText('Other files are not imported: 2 .jpg, 1 .pdf.')
  await expect(archive.errors).toHaveText([
    'Vault.zip: inner.zip: again.zip An archive inside an archive inside an archive is not read. Extract it, and import it separately.',
    'Vault.zip: noise.txt The file is not text, or its encoding is unknown.',
  ])
  await expect(archive.changes).toHaveText([/^Vault.zip: coffee.txt .* it was read as Windows-1252/])
  await expect(archive.previewed).toHaveText([
    '[2021/03/04 12:00] [FIELD] By its name',
    '[2021/03/05 12:00] [FIELD] In an archive within',
    /Café crème$/,
    /žluťoučký kůň$/,
  ])
  await archive.button('Import 4 entries').click()
  await expect(archive.report).toContainText('4 entries added.')
  await archive.choose([{ name: 'Vault.zip', data: zip }])
  await expect(archive.report).toContainText('There is nothing to import in these files.')
  await expect(archive.report).toContainText('4 entries skipped, already in your journal.')
})

test('imports tags from the text, and imports both of two entries that have the same id', async ({
  page,
  dashboard,
}) => {
  const archive = new Archive(page)
  await dashboard.newEntry.waitFor()
  await archive.open()
  const one = { uuid: 'D1', creationDate: '2020-05-01T10:00:00Z', tags: ['#pier'] }
  const entries = [
    { ...one, text: 'First, at the #harbor' },
    { ...one, text: 'Second' },
  ]
  const file = { name: 'Journal.json', text: JSON.stringify({ metadata: {}, entries }) }
  await archive.choose([file])
  await expect(archive.previewed).toHaveText([/First, at the #harbor #pier #harbor$/, /Second #pier$/])
  await archive.button('Import 2 entries').click()
  await expect(archive.report).toContainText('2 entries added.')
  await archive.choose([file])
  await expect(archive.report).toContainText('Everything in these files is already in your journal.')
})

test('rejects a zip bomb and a damaged archive', async ({ page, dashboard }) => {
  test.setTimeout(120_000)
  const archive = new Archive(page)
  await dashboard.newEntry.waitFor()
  await archive.open()
  const bomb = await zipOf({ 'bomb.md': 'x'.repeat(80_000_000), 'good.md': 'A good one' })
  await archive.choose([
    { name: 'bomb.zip', data: bomb },
    { name: 'damaged.zip', data: Buffer.from('PK no archive') },
  ])
  await expect(archive.errors).toHaveText(
    ['bomb.zip: bomb.md The file is larger than 64 MB.', 'damaged.zip This is not a zip archive, or it is damaged.'],
    { timeout: 60_000 },
  )
  await expect(archive.report).toContainText('1 entry will be added.')
})

test('cancels an import, and imports the remaining entries when the user starts the import again', async ({
  page,
  dashboard,
}) => {
  await dashboard.newEntry.waitFor()
  const archive = new Archive(page)
  await archive.open()
  const entries = journal(400).map(({ id, content, time }) => ({ id, content, time: new Date(time).toISOString() }))
  await archive.choose([{ name: 'a.json', text: JSON.stringify({ format: 'sitrep', version: 1, entries }) }])
  await archive.button('Import 400 entries').click()
  await archive.button('Cancel').click()
  await expect(archive.report).toContainText('Canceled')
  await archive.button(/^Import \d+ entries$/).click()
  await expect(archive.report).toContainText(/entries added\./, { timeout: 30_000 })
  await expect(dashboard.count).toHaveText('400')
})

test('reports an import that a lost connection interrupts, and completes the import when the user starts it again', async ({
  page,
  dashboard,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION)
  await dashboard.newEntry.waitFor()
  const archive = new Archive(page)
  await archive.open()
  await archive.choose([{ name: 'a.md', text: 'later' }])
  await expect(archive.report).toContainText('1 entry will be added.')
  await goOffline(context)
  await archive.button('Import 1 entry').click()
  await expect(archive.report).toContainText('Interrupted', { timeout: 40_000 })
  await context.setOffline(false)
  await archive.button('Import 1 entry').click()
  await expect(archive.report).toContainText('1 entry added.', { timeout: 40_000 })
})

type File = { readonly name: string; readonly data: Buffer; readonly text: string }

/** Returns the text of each file in a zip archive by file name, or the text of a file that is not a zip archive. */
async function contentsOf({ name, data }: File): Promise<unknown> {
  if (!name.endsWith('.zip')) return data.toString()
  const files = await new ZipReader(new BlobReader(new Blob([new Uint8Array(data)]))).getEntries()
  const texts = await Promise.all(
    files.map(async (file) => [file.filename, file.directory ? '' : await new Response(await blobOf(file)).text()]),
  )
  return Object.fromEntries(texts)
}

async function blobOf(file: Awaited<ReturnType<ZipReader<Blob>['getEntries']>>[number]): Promise<Blob> {
  return file.directory ? new Blob() : file.getData(new BlobWriter())
}
