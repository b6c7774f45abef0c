/*
 * `npm run bench -- search`: measures the journal index with 10,000 and 100,000 entries: each keystroke of a search,
 * and the other queries. `node bench/search.ts 50000` measures another number of entries. The benchmark runs the code
 * of the app's worker and asserts nothing.
 */
import { logEntry } from '#tests/support/logEntry.ts'
import { JournalIndex } from '#src/io/journal/journalIndex.ts'

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000]
const WORDS_PER_ENTRY = 80
const VOCABULARY = 5_000
const ROUNDS = 5
const DAY_MS = 86_400_000
const PUT_BATCH = 200
/** The number of results on the first screen. */
const FIRST = 100
const SEARCHES = ['water', 'w3 w77', '"w1 w2"', 'w4321', 'level:alert -tag:t3', 'after:2001-03 w5', 'has:link']

/** Returns the text of an entry. As in natural language, a few words occur in most entries, and most words are rare. */
function words(entry: number): string {
  return Array.from({ length: WORDS_PER_ENTRY }, (_, place) => {
    const chance = ((entry * 7919 + place * 104_729) % 10_007) / 10_007
    return place === 0 && entry % 500 === 0 ? 'waterfall' : `w${Math.floor(chance ** 3 * VOCABULARY)}`
  }).join(' ')
}

const entryOf = (number: number) =>
  logEntry({
    id: `e${number}`,
    content: words(number),
    timestamp: Date.UTC(2001, 0, 1) + number * 3_600_000,
    level: ['TACTICAL', 'INTEL', 'ALERT', 'FIELD'][number % 4] ?? 'FIELD',
    tags: [`t${number % 50}`],
  })

/** Searches for every prefix of every search text, as if a user typed it. Returns the sorted times in milliseconds. */
function keystrokes(index: JournalIndex): number[] {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const search of SEARCHES)
      for (let length = 1; length <= search.length; length++)
        times.push(timeOf(() => index.search(search.slice(0, length), FIRST)))
  return times
}

/** Searches for each whole text, as if a user pasted it. */
const pastes = (index: JournalIndex): number[] =>
  repeat(() => {
    index.search('')
    return SEARCHES.map((search) => timeOf(() => index.search(search, FIRST)))
  })

const repeat = (measure: () => readonly number[]): number[] => Array.from({ length: ROUNDS }, measure).flat()

function timeOf(action: () => void): number {
  const began = performance.now()
  action()
  return performance.now() - began
}

function print(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  console.log(
    `  ${name.padEnd(22)} ${[at(0.5), at(0.95), at(1)].map((time) => time.toFixed(1).padStart(8)).join('  ')}`,
  )
}

console.log('\n  ms                       median      95 %     worst')
for (const size of SIZES) {
  const entries = Array.from({ length: size }, (_, number) => entryOf(number))
  const now = entries.at(-1)?.timestamp ?? 0
  const index = new JournalIndex()
  const puts: number[] = []
  for (let start = 0; start < size; start += PUT_BATCH)
    puts.push(timeOf(() => index.put(entries.slice(start, start + PUT_BATCH))))
  const preparations: number[] = []
  for (let more = true; more;) {
    const began = performance.now()
    more = index.prepareSome()
    preparations.push(performance.now() - began)
  }
  const changed = entries.slice(0, 1)
  const days = Array.from({ length: 84 }, (_, day) => ({ from: now - (day + 1) * DAY_MS, to: now - day * DAY_MS }))
  const queries = {
    'put and list': () => index.put(changed) ?? index.list(FIRST),
    'range of a week': () => index.between(now - 7 * DAY_MS, now),
    'counts of 84 days': () => index.countSpans(days),
    'look back': () => index.lookBack(now),
    tags: () => index.tags(),
    goals: () => index.goals(),
  }
  print(`${size} keystroke`, keystrokes(index))
  print(`${size} paste`, pastes(index))
  for (const [name, query] of Object.entries(queries))
    print(
      `${size} ${name}`,
      repeat(() => [timeOf(query)]),
    )
  print(`${size} put ${PUT_BATCH}`, puts)
  print(`${size} prepare a batch`, preparations)
  const total = [...puts, ...preparations].reduce((sum, time) => sum + time, 0)
  console.log(`  ${`${size} ready in`.padEnd(22)} ${total.toFixed(0)} ms\n`)
}
