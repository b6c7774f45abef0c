import { expect, test } from 'vitest'
import { entryCountBarPercent, countText, entriesText, operationStatus } from './entryCount.ts'

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
