import fc from 'fast-check'
import { expect, test } from 'vitest'
import { landingPath } from './landing.ts'

test.each([
  [null, '/'],
  ['', '/'],
  ['/', '/'],
  ['/logs/abc?edit=true', '/logs/abc?edit=true'],
  ['/settings?tab=account#x', '/settings?tab=account#x'],
  ['/login', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/%2f%2fevil.example', '/'],
  ['/%5cevil.example', '/'],
  ['/%252f%252fevil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/logs/..//evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/%E0%A4%A', '/'],
])('redirects the requested path %j to %s', (wanted, landing) => expect(landingPath(wanted)).toBe(landing))

test('never redirects to another site', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('/', '\\', '%2f', '%5c', '.', '@', ':', 'a', '\t', '?', '#') }),
      (wanted) => {
        expect(new URL(landingPath(wanted), 'https://sitrep.example').origin).toBe('https://sitrep.example')
      },
    ),
    { numRuns: 5000 },
  )
})
