import { parseDay, type Day } from '#domain/activity/activity.ts'
import { dateText } from '#domain/clock.ts'
import { DIAL, PRESETS, toTenthsOfMhz } from '#domain/dial/frequency.ts'
import { LOG_LEVELS, type LogLevel } from '#domain/entry/levels.ts'
import { tagSearch } from './searchQuery.ts'
import { findStationsByName, type StationKey } from '#domain/radio/stations.ts'
import { frequencyText } from '#domain/dial/tuning.ts'
import { THEMES, type Theme } from '#domain/dial/themes.ts'

export type CommandAction =
  | { readonly kind: 'new'; readonly level: LogLevel | undefined }
  | { readonly kind: 'tune'; readonly frequency: number }
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'goto'; readonly day: Day }
  | { readonly kind: 'search'; readonly text: string }
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'play'; readonly station: StationKey }
  | { readonly kind: 'stop' | 'logs' | 'keys' | 'export' }

/**
 * A suggestion of the command palette. If the user selects it, its action runs. Without an action, it completes the
 * typed text.
 */
export type CommandSuggestion = {
  /** The full command, such as `:tune 121.5`. */
  readonly line: string
  readonly description: string
  readonly action: CommandAction | undefined
}

type Command = {
  readonly name: string
  readonly description: string
  /** Example of a required argument. */
  readonly example?: string
  readonly complete: (typed: string) => readonly Completion[]
}

/** A suggestion. By default, its `line` is the typed text. */
type Completion = Omit<CommandSuggestion, 'line'> & Partial<Pick<CommandSuggestion, 'line'>>

type SimpleCommand = { readonly name: string; readonly description: string; readonly action: CommandAction }

const SIMPLE_COMMANDS: readonly SimpleCommand[] = [
  { name: 'stop', description: 'Stop the radio', action: { kind: 'stop' } },
  { name: 'logs', description: 'Show or hide the log list', action: { kind: 'logs' } },
  {
    name: 'lookback',
    description: 'Statistics and On this day',
    action: { kind: 'open', path: '/?view=lookback' },
  },
  { name: 'tags', description: 'Show all tags', action: { kind: 'open', path: '/?view=tags' } },
  { name: 'archive', description: 'Export and import', action: { kind: 'open', path: '/?view=archive' } },
  { name: 'deleted', description: 'Show deleted entries', action: { kind: 'open', path: '/?view=deleted' } },
  { name: 'export', description: 'Export all entries to a file', action: { kind: 'export' } },
  { name: 'settings', description: 'Open settings', action: { kind: 'open', path: '/settings' } },
  { name: 'account', description: 'Open account settings', action: { kind: 'open', path: '/settings?tab=account' } },
  { name: 'keys', description: 'Keyboard shortcuts', action: { kind: 'keys' } },
]

/** Commands in the order in which the palette offers them. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'new',
    description: 'New entry',
    complete: (typed) =>
      [undefined, ...LOG_LEVELS]
        .filter((level) => (level ?? '').toLowerCase().startsWith(typed))
        .map((level) => ({
          line: level ? `:new ${level.toLowerCase()}` : ':new',
          description: level ? `New ${level} entry` : 'New entry',
          action: { kind: 'new', level },
        })),
  },
  {
    name: 'search',
    description: 'Search the journal',
    example: 'water level:alert',
    complete: (typed) => completeSearch(typed, typed),
  },
  {
    name: 'tag',
    description: 'Find entries with a tag',
    example: 'water',
    complete: (typed) => completeSearch(tagSearch(typed.replace(/^#(?=.)/, '')), typed),
  },
  { name: 'goto', description: 'Show entries from a day', example: '2026-03-01', complete: completeGoto },
  { name: 'tune', description: 'Tune the dial', example: '121.5', complete: completeTune },
  {
    name: 'theme',
    description: 'Choose a theme',
    example: 'camo',
    complete: (typed) =>
      THEMES.filter(({ theme, name }) => theme.startsWith(typed) || name.toLowerCase().includes(typed)).map(
        ({ theme, name }) => ({ line: `:theme ${theme}`, description: name, action: { kind: 'theme', theme } }),
      ),
  },
  {
    name: 'play',
    description: 'Play a station',
    example: 'defcon',
    complete: (typed) =>
      findStationsByName(typed).map(({ key, name }) => ({
        line: `:play ${key}`,
        description: name,
        action: { kind: 'play', station: key },
      })),
  },
  ...SIMPLE_COMMANDS.map(({ name, description, action }): Command => ({
    name,
    description,
    complete: (typed) => (typed === '' ? [{ line: `:${name}`, description, action }] : []),
  })),
]

/** Returns suggestions for a line that begins with a colon. */
export function suggestCommands(typed: string): readonly CommandSuggestion[] {
  const [, name = '', space = '', argument = ''] = /^:?\s*(\S*)(\s*)(.*)$/s.exec(typed.toLowerCase()) ?? []
  const named = COMMANDS.filter((command) => (space === '' ? command.name.startsWith(name) : command.name === name))
  return named.flatMap(({ name: command, description, example, complete }) => {
    if (example !== undefined && argument.trim() === '')
      return [{ line: `:${command} `, description: `${description}, e.g. :${command} ${example}`, action: undefined }]
    if (space === '') return [{ line: `:${command}`, description, action: complete('')[0]?.action }]
    return complete(argument.trim()).map((found) => ({ line: `:${command} ${argument.trim()}`, ...found }))
  })
}

function completeSearch(text: string, typed: string): readonly Completion[] {
  return [{ description: `Entries with ${typed}`, action: { kind: 'search', text } }]
}

function completeTune(typed: string): readonly Completion[] {
  const number = Number(typed.replace(',', '.'))
  if (Number.isFinite(number)) {
    const onDial = toTenthsOfMhz(number) >= toTenthsOfMhz(DIAL.low) && toTenthsOfMhz(number) <= toTenthsOfMhz(DIAL.high)
    const frequency = toTenthsOfMhz(number) / 10
    return [
      {
        line: `:tune ${typed}`,
        description: onDial
          ? `Tune to ${frequencyText(frequency)} MHz`
          : `Enter a frequency from ${DIAL.low} to ${DIAL.high} MHz.`,
        action: onDial ? { kind: 'tune', frequency } : undefined,
      },
    ]
  }
  return PRESETS.filter(({ name }) => name.toLowerCase().startsWith(typed)).map(({ name, frequency }) => ({
    line: `:tune ${name.toLowerCase()}`,
    description: `Tune to ${frequencyText(frequency)} MHz`,
    action: { kind: 'tune', frequency },
  }))
}

function completeGoto(typed: string): readonly Completion[] {
  const day = parseDay(typed)
  if (!day) return [{ description: 'Enter a date such as 2026-03-01, today or yesterday.', action: undefined }]
  return [{ description: `Entries from ${dateText(day.from)}`, action: { kind: 'goto', day } }]
}
