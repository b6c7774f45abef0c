/*
 * `npm run bench:search`: measures the time of each keystroke of a search, in journals of 10,000 and 100,000 entries,
 * before and after the search index is complete. The benchmark runs the code of the app's search worker and asserts
 * nothing.
 */
import { logEntry } from '#tests/support/logEntry.ts'
import { SearchIndex } from '#src/io/search/searchIndex.ts'

const SIZES = [10_000, 100_000] as const
const WORDS_PER_ENTRY = 80
const VOCABULARY = 5_000
const ROUNDS = 5
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
function keystrokes(index: SearchIndex): number[] {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const search of SEARCHES)
      for (let length = 1; length <= search.length; length++) {
        const began = performance.now()
        index.find(search.slice(0, length), 0, FIRST)
        times.push(performance.now() - began)
      }
  return times.toSorted((a, b) => a - b)
}

const at = (times: readonly number[], share: number): string =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1).padStart(8)

console.log('\n  ms per keystroke         median      95 %     worst')
for (const size of SIZES) {
  const index = new SearchIndex()
  index.put(Array.from({ length: size }, (_, number) => entryOf(number)))
  const line = (name: string) => {
    const times = keystrokes(index)
    console.log(`  ${`${size} ${name}`.padEnd(22)} ${at(times, 0.5)}  ${at(times, 0.95)}  ${at(times, 1)}`)
  }
  line('not indexed')
  const began = performance.now()
  let longest = 0
  for (let more = true; more;) {
    const step = performance.now()
    more = index.indexSome()
    longest = Math.max(longest, performance.now() - step)
  }
  line('indexed')
  console.log(
    `  ${`${size} indexed in`.padEnd(22)} ${(performance.now() - began).toFixed(0)} ms, ${longest.toFixed(0)} ms at a time\n`,
  )
}
