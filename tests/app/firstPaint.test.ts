import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DRESSED, SESSION, SHARED, THEME } from '#src/io/storage.ts'

test('what the page reads before the first paint is what the app keeps', () => {
  const page = readFileSync('index.html', 'utf8')
  const read = [...page.matchAll(/getItem\('(\w+)'\)/g)].map(([, name]) => name)
  expect(read).toEqual([SHARED, THEME, 'largerText', 'terminalEffectsEnabled', 'reducedMotion', DRESSED, SESSION])
})
