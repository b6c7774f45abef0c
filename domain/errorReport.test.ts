import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ErrorReport, errorReport } from './errorReport.ts'

const ORIGIN = 'https://sitrep.web.app'
const thrown = (stack: string, more: object = {}): Error =>
  Object.assign(new TypeError('said in confidence'), { stack }, more)

test.each([
  [
    'Chromium',
    `TypeError: said in confidence\n    at f (${ORIGIN}/assets/core-B1.js:9:90)\n    at ${ORIGIN}/sw.js:1:2`,
  ],
  ['Firefox and Safari', `f@${ORIGIN}/assets/core-B1.js:9:90\n@${ORIGIN}/sw.js:1:2`],
])('reports the name of an error and the code locations in its stack, in the format of %s', (_, stack) => {
  expect(errorReport(thrown(stack), ORIGIN, '1.5.0')).toEqual({
    version: '1.5.0',
    name: 'TypeError',
    places: ['/assets/core-B1.js:9:90', '/sw.js:1:2'],
  })
})

test('removes the query from a code location, because the development server adds queries to file names', () => {
  const stack = `Error\n    at f (http://localhost:5173/src/app/App.tsx?t=17:3:4)`
  expect(errorReport(thrown(stack), 'http://localhost:5173', '1.5.0')?.places).toEqual(['/src/app/App.tsx:3:4'])
})

test('reports the code of an error, unless the code does not have the format of an error code', () => {
  const stack = `Error\n    at ${ORIGIN}/assets/a.js:1:1`
  expect(errorReport(thrown(stack, { code: 'permission-denied' }), ORIGIN, '1.5.0')?.code).toBe('permission-denied')
  expect(errorReport(thrown(stack, { code: 'What I wrote' }), ORIGIN, '1.5.0')).not.toHaveProperty('code')
})

test.each([
  ['an error from a browser extension', thrown('Error\n    at chrome-extension://abc/x.js:1:1')],
  ['an error from another origin', thrown(`Error\n    at f (${ORIGIN}.example.org/assets/a.js:1:1)`)],
  ['an error without a stack', thrown('')],
  ['a thrown text', 'said in confidence'],
])('creates no error report for %s', (_, error) => {
  expect(errorReport(error, ORIGIN, '1.5.0')).toBeUndefined()
})

test('creates only reports that the server accepts and that exclude the message of the error', () => {
  const line = fc.oneof(
    fc.string(),
    fc.tuple(fc.string(), fc.nat(), fc.nat()).map(([file, row, column]) => `at f (${ORIGIN}/${file}:${row}:${column})`),
  )
  fc.assert(
    fc.property(fc.array(line), fc.string(), fc.string(), fc.string(), (lines, message, name, code) => {
      const secret = `secret ${message}`
      const error = Object.assign(new Error(secret), { name, code, stack: [`${name}: ${secret}`, ...lines].join('\n') })
      const report = errorReport(error, ORIGIN, '1.5.0')
      if (report === undefined) return
      expect(ErrorReport.safeParse(report).success).toBe(true)
      expect(JSON.stringify(report)).not.toContain('secret ')
    }),
  )
})
