import { expect, test } from 'vitest'
import { authMessage } from '#domain/account/authErrors.ts'
import { resetMessage } from '#domain/account/recovery.ts'
import { dateText, dayText, isoDay, stampText, timeText } from './clock.ts'
import { storageText } from '#domain/texts/specification.ts'
import { DEFAULT_PREFERENCES, parsePreference } from '#domain/account/preferences.ts'
import { barPercent, countAfterChange, countText, entriesText, operationStatus } from '#domain/entry/entryCount.ts'
import { logEntry } from '#tests/support/logEntry.ts'

const time = new Date(2026, 10, 16, 8, 2).getTime()

test('formats times as in the design', () => {
  expect(timeText(time)).toBe('08:02')
  expect(dateText(time)).toBe('16 Nov 2026')
  expect(dayText(time)).toBe('Mon 16 Nov 2026')
  expect(stampText(time)).toBe('2026/11/16 08:02')
  expect(isoDay(time)).toBe('2026-11-16')
})

test.each([
  [0, '12:05 AM'],
  [1, '1:05 AM'],
  [11, '11:05 AM'],
  [12, '12:05 PM'],
  [13, '1:05 PM'],
  [23, '11:05 PM'],
])('shows %i:05 on a 12-hour clock as %s', (hour, text) =>
  expect(timeText(new Date(2026, 10, 16, hour, 5).getTime(), 12)).toBe(text),
)

test.each([
  [0, 0],
  [1, 10],
  [9, 90],
  [10, 100],
  [11, 100],
])('fills the bar for %i entries to %i percent', (entries, percent) => expect(barPercent(entries)).toBe(percent))

test.each([
  [0, true, '0', 'STANDBY'],
  [1, true, '1', 'ACTIVE'],
  [50, true, '50', 'ACTIVE'],
  [50, false, '50+', 'ACTIVE'],
  [0, false, '…', '…'],
])('shows a count of %i (exact: %j) as %s and %s', (known, exact, text, status) => {
  expect(countText({ known, exact })).toBe(text)
  expect(operationStatus({ known, exact })).toBe(status)
})

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [1234, '1,234 entries'],
])('formats %d entries as %s', (entries, text) => expect(entriesText(entries)).toBe(text))

test.each([
  ['add', 'Cannot add log: the backend is not connected or no user is logged in.'],
  ['update', 'Cannot update log: the backend is not connected or no user is logged in.'],
  ['delete', 'Cannot delete log: the backend is not connected or no user is logged in.'],
  ['clear', 'Cannot clear logs: the backend is not connected or no user is logged in.'],
] as const)('returns the message for unavailable storage on %s', (action, text) =>
  expect(storageText(action)).toBe(text),
)

test.each([
  [{ code: 'auth/invalid-credential' }, 'The supplied auth credential is incorrect, malformed or has expired.'],
  [{ code: 'auth/something-new' }, 'Failed to sign in'],
  [new Error('x'), 'Failed to sign in'],
  [undefined, 'Failed to sign in'],
])('shows the sign-in error %j as: %s', (error, text) => expect(authMessage(error, 'Failed to sign in')).toBe(text))

test.each([
  [{ code: 'auth/invalid-email' }, 'Invalid email format.'],
  [{ code: 'auth/user-not-found' }, 'No account found with this email.'],
  [{ code: 'auth/network-request-failed' }, 'Password reset failed. Please try again.'],
  [new Error('x'), 'Password reset failed. Please try again.'],
  [new Error(''), 'Failed to send password reset email'],
  [{}, 'Failed to send password reset email'],
  [undefined, 'Failed to send password reset email'],
])('shows the password reset error %j as: %s', (error, text) => expect(resetMessage(error)).toBe(text))

test.each([
  ['soundEnabled', 'false', false],
  ['soundEnabled', 'no', DEFAULT_PREFERENCES.soundEnabled],
  ['soundEnabled', null, DEFAULT_PREFERENCES.soundEnabled],
  ['soundVolume', '0', 0],
  ['soundVolume', '1', 1],
  ['soundVolume', '1.01', DEFAULT_PREFERENCES.soundVolume],
  ['soundVolume', '-0.1', DEFAULT_PREFERENCES.soundVolume],
  ['soundVolume', '', DEFAULT_PREFERENCES.soundVolume],
  ['soundVolume', '{"x":', DEFAULT_PREFERENCES.soundVolume],
  ['terminalEffectsEnabled', 'false', false],
] as const)('parses the preference %s stored as %j to %j', (key, stored, value) =>
  expect(parsePreference(key, stored)).toBe(value),
)

test.each([
  ['an entry is added at the top', [5, 4], [6, 5], 10, 11],
  ['an entry of the window is deleted and an older entry moves up', [5, 4], [5, 3], 10, 9],
  ['the window is enlarged', [5, 4], [5, 4, 3, 2], 10, 10],
  ['nothing changes', [5, 4], [5, 4], 10, 10],
  ['newer entries replace the whole window (unknown)', [5, 4], [7, 6], 10, undefined],
  ['older entries replace the whole window (unknown)', [5, 4], [3, 2], 10, undefined],
  ['one entry is added and another is deleted (unknown)', [5, 4], [6, 4], 10, undefined],
])('derives the new count when %s', (_, before, after, known, expected) => {
  const entries = (times: readonly number[]) => new Map(times.map((timestamp) => [`e${timestamp}`, entryAt(timestamp)]))
  const count = countAfterChange({ known, exact: true }, entries(before), entries(after))
  expect(count).toEqual(expected === undefined ? undefined : { known: expected, exact: true })
})

const entryAt = (timestamp: number) => logEntry({ id: `e${timestamp}`, timestamp })
