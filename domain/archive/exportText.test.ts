import { expect, test } from 'vitest'
import { exportFileName, exportText } from './exportText.ts'
import { logEntry } from '#tests/support/logEntry.ts'

const entry = (id: string, timestamp: number | null, level: string, content: string) =>
  logEntry({ id, timestamp, level, content })
const at = (hour: number) => new Date(2026, 10, 16, hour, 5).getTime()

test('exports entries oldest first, each below a stamp, and separates entries with blank lines', () => {
  const text = exportText([entry('b', at(9), 'FIELD', 'later'), entry('a', at(8), 'ALERT', '# first\n\ntext')])
  expect(text).toBe('[2026/11/16 08:05] [ALERT]\n# first\n\ntext\n\n[2026/11/16 09:05] [FIELD]\nlater\n')
})

test('exports an entry without a readable time with the stamp “Date unknown”', () => {
  expect(exportText([entry('a', null, 'INTEL', 'x')])).toBe('[Date unknown] [INTEL]\nx\n')
})

test('orders entries of the same time by id, so that repeated exports are equal', () => {
  const [a, b] = [entry('a', at(8), 'INTEL', 'a'), entry('b', at(8), 'INTEL', 'b')]
  expect(exportText([a, b])).toBe(exportText([b, a]))
})

test('includes the local date in the name of the export file', () => {
  expect(exportFileName(new Date(2026, 0, 2, 23, 59).getTime())).toBe('sitrep-export-2026-01-02.md')
})
