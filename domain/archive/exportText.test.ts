import { expect, test } from 'vitest'
import { exportFileName, exportText } from './exportText.ts'
import { logEntry } from '#tests/support/logEntry.ts'

const entry = (id: string, timestamp: number | null, level: string, content: string) =>
  logEntry({ id, timestamp, level, content })
const at = (hour: number) => new Date(2026, 10, 16, hour, 5).getTime()

test('entries come oldest first, each under its stamp, a blank line between them', () => {
  const text = exportText([entry('b', at(9), 'FIELD', 'later'), entry('a', at(8), 'ALERT', '# first\n\ntext')])
  expect(text).toBe('[2026/11/16 08:05] [ALERT]\n# first\n\ntext\n\n[2026/11/16 09:05] [FIELD]\nlater\n')
})

test('an entry without a readable time says so', () => {
  expect(exportText([entry('a', null, 'INTEL', 'x')])).toBe('[Date unknown] [INTEL]\nx\n')
})

test('entries of one time are ordered by id, so that two exports are the same', () => {
  const [a, b] = [entry('a', at(8), 'INTEL', 'a'), entry('b', at(8), 'INTEL', 'b')]
  expect(exportText([a, b])).toBe(exportText([b, a]))
})

test('the file carries the day on the device', () => {
  expect(exportFileName(new Date(2026, 0, 2, 23, 59).getTime())).toBe('sitrep-export-2026-01-02.md')
})
