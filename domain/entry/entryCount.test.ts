import { expect, test } from 'vitest'
import { logEntry } from '#tests/support/logEntry.ts'
import { entryCountBarPercent, countAfterChange, countText, entriesText, operationStatus } from './entryCount.ts'

test.each([
  [0, 0],
  [1, 10],
  [9, 90],
  [10, 100],
  [11, 100],
])('fills the bar for %i entries to %i percent', (entries, percent) =>
  expect(entryCountBarPercent(entries)).toBe(percent),
)

test.each([
  [0, true, '0', 'STANDBY'],
  [1, true, '1', 'ACTIVE'],
  [50, true, '50', 'ACTIVE'],
  [50, false, '50+', 'ACTIVE'],
  [0, false, '…', '…'],
])('shows a count of %i entries (exact: %j) as the text %s and the status %s', (known, exact, text, status) => {
  expect(countText({ known, exact })).toBe(text)
  expect(operationStatus({ known, exact })).toBe(status)
})

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [1234, '1,234 entries'],
])('formats %d entries as %s', (entries, text) => expect(entriesText(entries)).toBe(text))

test.each([
  ['an entry is added at the top', [5, 4], [6, 5], 10, 11],
  ['an entry of the window is deleted and an older entry moves up', [5, 4], [5, 3], 10, 9],
  ['the window is enlarged', [5, 4], [5, 4, 3, 2], 10, 10],
  ['nothing changes', [5, 4], [5, 4], 10, 10],
  ['newer entries replace the whole window (unknown)', [5, 4], [7, 6], 10, undefined],
  ['older entries replace the whole window (unknown)', [5, 4], [3, 2], 10, undefined],
  ['one entry is added and another is deleted (unknown)', [5, 4], [6, 4], 10, undefined],
])('derives the new count from the change of the loaded window when %s', (_, before, after, known, expected) => {
  const entries = (times: readonly number[]) => new Map(times.map((timestamp) => [`e${timestamp}`, entryAt(timestamp)]))
  const count = countAfterChange({ known, exact: true }, entries(before), entries(after))
  expect(count).toEqual(expected === undefined ? undefined : { known: expected, exact: true })
})

const entryAt = (timestamp: number) => logEntry({ id: `e${timestamp}`, timestamp })
