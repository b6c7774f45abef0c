import { dayNamed, type Day } from '#domain/activity/activity.ts'
import { dateText } from '#domain/clock.ts'
import { DIAL, PRESETS, tenths } from '#domain/dial/frequency.ts'
import { LOG_LEVELS, type LogLevel } from '#domain/entry/levels.ts'
import { tagSearch } from './searchQuery.ts'
import { stationsCalled, type StationKey } from '#domain/radio/stations.ts'
import { frequencyText } from '#domain/dial/tuning.ts'
import { THEMES, type Theme } from '#domain/dial/themes.ts'

/** What a command does. */
export type CommandAction =
  | { readonly kind: 'new'; readonly level: LogLevel | undefined }
  | { readonly kind: 'tune'; readonly frequency: number }
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'goto'; readonly day: Day }
  | { readonly kind: 'search'; readonly text: string }
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'play'; readonly station: StationKey }
  | { readonly kind: 'stop' | 'logs' | 'keys' | 'export' }

/** A line of the palette: it does something, or it goes on with what is typed. */
export type Suggestion = {
  /** As it would be typed: `:tune 121.5`. */
  readonly line: string
  readonly says: string
  readonly action: CommandAction | undefined
}

type Command = {
  readonly name: string
  readonly says: string
  /** An example of what follows the name, where something must. */
  readonly needs?: string
  readonly complete: (typed: string) => readonly Completion[]
}

/** A suggestion whose line is what was typed, unless it says another. */
type Completion = Omit<Suggestion, 'line'> & Partial<Pick<Suggestion, 'line'>>

type Place = { readonly name: string; readonly says: string; readonly action: CommandAction }

const PLACES: readonly Place[] = [
  { name: 'stop', says: 'Stop the radio', action: { kind: 'stop' } },
  { name: 'logs', says: 'Show or hide the list', action: { kind: 'logs' } },
  {
    name: 'lookback',
    says: 'Statistics, and this day of other years',
    action: { kind: 'open', path: '/?view=lookback' },
  },
  { name: 'tags', says: 'All tags', action: { kind: 'open', path: '/?view=tags' } },
  { name: 'archive', says: 'Export and import', action: { kind: 'open', path: '/?view=archive' } },
  { name: 'deleted', says: 'Deleted entries', action: { kind: 'open', path: '/?view=deleted' } },
  { name: 'export', says: 'Save all entries as a file', action: { kind: 'export' } },
  { name: 'settings', says: 'Settings', action: { kind: 'open', path: '/settings' } },
  { name: 'account', says: 'Account settings', action: { kind: 'open', path: '/settings?tab=account' } },
  { name: 'keys', says: 'All keys', action: { kind: 'keys' } },
]

/** The commands of the palette, in the order in which they are offered. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'new',
    says: 'New entry',
    complete: (typed) =>
      [undefined, ...LOG_LEVELS]
        .filter((level) => (level ?? '').toLowerCase().startsWith(typed))
        .map((level) => ({
          line: level ? `:new ${level.toLowerCase()}` : ':new',
          says: level ? `New ${level} entry` : 'New entry',
          action: { kind: 'new', level },
        })),
  },
  { name: 'search', says: 'Search the journal', needs: 'water level:alert', complete: (typed) => search(typed, typed) },
  {
    name: 'tag',
    says: 'Entries with a tag',
    needs: 'water',
    complete: (typed) => search(tagSearch(typed.replace(/^#(?=.)/, '')), typed),
  },
  { name: 'goto', says: 'Entries of a day', needs: '2026-03-01', complete: goto },
  { name: 'tune', says: 'Tune the dial', needs: '121.5', complete: tune },
  {
    name: 'theme',
    says: 'Choose a theme',
    needs: 'camo',
    complete: (typed) =>
      THEMES.filter(({ theme, name }) => theme.startsWith(typed) || name.toLowerCase().includes(typed)).map(
        ({ theme, name }) => ({ line: `:theme ${theme}`, says: name, action: { kind: 'theme', theme } }),
      ),
  },
  {
    name: 'play',
    says: 'Play a station',
    needs: 'defcon',
    complete: (typed) =>
      stationsCalled(typed).map(({ key, name }) => ({
        line: `:play ${key}`,
        says: name,
        action: { kind: 'play', station: key },
      })),
  },
  ...PLACES.map(({ name, says, action }): Command => ({
    name,
    says,
    complete: (typed) => (typed === '' ? [{ line: `:${name}`, says, action }] : []),
  })),
]

/** What can be meant by a line that begins with a colon. */
export function suggestions(typed: string): readonly Suggestion[] {
  const [, name = '', space = '', argument = ''] = /^:?\s*(\S*)(\s*)(.*)$/s.exec(typed.toLowerCase()) ?? []
  const named = COMMANDS.filter((command) => (space === '' ? command.name.startsWith(name) : command.name === name))
  return named.flatMap(({ name: command, says, needs, complete }) => {
    if (needs !== undefined && argument.trim() === '')
      return [{ line: `:${command} `, says: `${says}, as :${command} ${needs}`, action: undefined }]
    if (space === '') return [{ line: `:${command}`, says, action: complete('')[0]?.action }]
    return complete(argument.trim()).map((found) => ({ line: `:${command} ${argument.trim()}`, ...found }))
  })
}

function search(text: string, typed: string): readonly Completion[] {
  return [{ says: `Entries with ${typed}`, action: { kind: 'search', text } }]
}

function tune(typed: string): readonly Completion[] {
  const number = Number(typed.replace(',', '.'))
  if (Number.isFinite(number)) {
    const onDial = tenths(number) >= tenths(DIAL.low) && tenths(number) <= tenths(DIAL.high)
    const frequency = tenths(number) / 10
    return [
      {
        line: `:tune ${typed}`,
        says: onDial
          ? `Tune to ${frequencyText(frequency)} MHz`
          : `The dial goes from ${DIAL.low} to ${DIAL.high} MHz.`,
        action: onDial ? { kind: 'tune', frequency } : undefined,
      },
    ]
  }
  return PRESETS.filter(({ name }) => name.toLowerCase().startsWith(typed)).map(({ name, frequency }) => ({
    line: `:tune ${name.toLowerCase()}`,
    says: `Tune to ${frequencyText(frequency)} MHz`,
    action: { kind: 'tune', frequency },
  }))
}

function goto(typed: string): readonly Completion[] {
  const day = dayNamed(typed)
  if (!day) return [{ says: 'A day is written as 2026-03-01, today or yesterday.', action: undefined }]
  return [{ says: `Entries of ${dateText(day.from)}`, action: { kind: 'goto', day } }]
}
