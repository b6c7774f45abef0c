import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePush, appPathOf, pushText } from './push.ts'

const APP = 'https://sitrep.example'
const REMINDER = { title: 'Voice assistant', body: 'Anything?', path: '/logs/new', tag: 'reminder' }

describe('push message', () => {
  test('parses a data message, the kind of push message that this project sends', () => {
    expect(parsePush({ data: REMINDER, from: '1', messageId: 'x' }, APP)).toEqual(REMINDER)
  })

  test('parses a notification from the Firebase console, and drops its link unless the link points to this app', () => {
    const notification = { title: 'News', body: 'Read.' }
    const expected = { ...notification, path: '/settings?tab=ai', tag: '' }
    expect(parsePush({ notification, fcmOptions: { link: `${APP}/settings?tab=ai` } }, APP)).toEqual(expected)
    expect(parsePush({ notification, fcmOptions: { link: 'https://evil.example/' } }, APP)?.path).toBe('/')
    expect(parsePush({ notification }, APP)?.path).toBe('/')
  })

  test.each([[undefined], [null], ['text'], [7], [{}], [{ data: {} }], [{ notification: { title: 7 } }]])(
    'ignores the push message %j, which has no text',
    (payload) => {
      expect(parsePush(payload, APP)).toBeUndefined()
    },
  )

  test('returns only short texts without invisible characters, and only paths of this app', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (title, body, path) => {
        const message = parsePush({ data: { title, body, path } }, APP)
        if (!message) return
        expect(message.title.length).toBeLessThanOrEqual(100)
        expect(message.body.length).toBeLessThanOrEqual(300)
        expect(message.path).toMatch(/^\/(?![/\\])/)
      }),
    )
    const hostile = parsePush(
      { data: { title: '\u202Egnp.exe\n', body: '<b>x</b>'.repeat(90), path: '//evil.example' } },
      APP,
    )
    expect(hostile).toMatchObject({ title: 'gnp.exe', path: '/' })
    expect(hostile?.body).toHaveLength(300)
    expect(parsePush({ data: { title: `${'x'.repeat(99)}😀` } }, APP)?.title).toBe('x'.repeat(99))
  })
})

test.each([
  ['/logs/new', '/logs/new'],
  [`${APP}/logs/one?edit=true`, '/logs/one?edit=true'],
  ['https://evil.example/logs', '/'],
  ['http://sitrep.example/logs', '/'],
  [`${APP}.evil.example/logs`, '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['logs/new', '/'],
  [undefined, '/'],
])('maps the link %s to the path %s', (address, path) => {
  expect(appPathOf(address, APP)).toBe(path)
})

test.each([
  [{ title: 'Title', body: 'Body' }, 'Title: Body'],
  [{ title: 'Title', body: '' }, 'Title'],
  [{ title: '', body: 'Body' }, 'Body'],
])('formats the push message %j as the text %j', (message, text) => {
  expect(pushText(message)).toBe(text)
})
