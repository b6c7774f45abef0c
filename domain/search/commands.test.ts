import fc from 'fast-check'
import { LOG_LEVELS } from '#domain/entry/levels.ts'
import { describe, expect, test } from 'vitest'
import { COMMANDS, suggestCommands } from './commands.ts'

const actions = (typed: string) => suggestCommands(typed).map(({ action }) => action)
const lines = (typed: string) => suggestCommands(typed).map(({ line }) => line)

describe('command line of the command palette', () => {
  test.each([
    [':new', { kind: 'new', level: undefined }],
    [':new alert', { kind: 'new', level: 'ALERT' }],
    [':NEW Al', { kind: 'new', level: 'ALERT' }],
    [':tune 121.5', { kind: 'tune', frequency: 121.5 }],
    [':tune 121,5', { kind: 'tune', frequency: 121.5 }],
    [':tune 88', { kind: 'tune', frequency: 88 }],
    [':tune 135', { kind: 'tune', frequency: 135 }],
    [':tune combat', { kind: 'tune', frequency: 112.4 }],
    [':tune 135.1', undefined],
    [':tune 87.9', undefined],
    [':theme camo', { kind: 'theme', theme: 'camo' }],
    [':theme arctic', { kind: 'theme', theme: 'arcticops' }],
    [':theme green', { kind: 'theme', theme: 'lgs' }],
    [':search two words', { kind: 'search', text: 'two words' }],
    [':tag water', { kind: 'search', text: 'tag:water' }],
    [':tag #water', { kind: 'search', text: 'tag:water' }],
    [':tag ##pier', { kind: 'search', text: 'tag:"##pier"' }],
    [':tag two words', { kind: 'search', text: 'tag:"two words"' }],
    [':goto 2026-02-30', undefined],
    [':goto monday', undefined],
    [':settings', { kind: 'open', path: '/settings' }],
    [':play defcon', { kind: 'play', station: 'defcon' }],
    [':play deep', { kind: 'play', station: 'deepspaceone' }],
    [':play drone zone', { kind: 'play', station: 'dronezone' }],
    [':play nothing', undefined],
    [':stop', { kind: 'stop' }],
    [':keys', { kind: 'keys' }],
    [':logs', { kind: 'logs' }],
    [':export', { kind: 'export' }],
  ])('suggests the matching action first when the user types %j', (typed, action) =>
    expect(actions(typed)[0]).toEqual(action),
  )

  test('resolves :goto to a day in the device’s time zone', () => {
    const from = new Date(2026, 2, 1).getTime()
    expect(actions(':goto 2026-03-01')).toEqual([
      { kind: 'goto', day: { key: '2026-03-01', from, to: new Date(2026, 2, 2).getTime() } },
    ])
  })
})

test('suggests the possible completions of a partial command', () => {
  expect(lines(':t')).toEqual([':tag ', ':tune ', ':theme ', ':tags'])
  expect(lines(':')).toHaveLength(COMMANDS.length)
  expect(lines(':new ')).toEqual([':new', ...LOG_LEVELS.map((level) => `:new ${level.toLowerCase()}`)])
  expect(lines(':theme op')).toEqual([
    ':theme desertops',
    ':theme nightops',
    ':theme jungleops',
    ':theme arcticops',
    ':theme urbanops',
  ])
  expect(lines(':nothing')).toEqual([])
})

test('explains which arguments a command accepts if an argument is invalid', () => {
  expect(suggestCommands(':tune 200')[0]?.description).toBe('Enter a frequency from 88 to 135 MHz.')
  expect(suggestCommands(':goto soon')[0]?.description).toBe('Enter a date such as 2026-03-01, today or yesterday.')
})

test('never throws, whatever the user types, and suggests only frequencies on the dial', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.double().map((number) => `:tune ${number}`),
      ),
      (typed) => {
        for (const { action } of suggestCommands(typed))
          if (action?.kind === 'tune') {
            expect(action.frequency).toBeGreaterThanOrEqual(88)
            expect(action.frequency).toBeLessThanOrEqual(135)
          }
      },
    ),
  )
})
