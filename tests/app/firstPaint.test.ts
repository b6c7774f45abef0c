import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FONTS_READY_KEY, SESSION_KEY, SHARED_DEVICE_KEY, THEME_KEY } from '#src/io/storage.ts'

test('the script of index.html reads exactly the localStorage keys that affect the first paint', () => {
  const page = readFileSync('index.html', 'utf8')
  const read = [...page.matchAll(/getItem\('(\w+)'\)/g)].map(([, name]) => name)
  expect(read).toEqual([
    SHARED_DEVICE_KEY,
    THEME_KEY,
    'largerText',
    'terminalEffectsEnabled',
    'reducedMotion',
    'logsShown',
    'codecPinned',
    FONTS_READY_KEY,
    SESSION_KEY,
  ])
})
