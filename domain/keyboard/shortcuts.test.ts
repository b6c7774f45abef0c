import { describe, expect, test } from 'vitest'
import { keyCapsOf, APP_SHORTCUTS, EDITOR_SHORTCUTS, keyCaps, keysOf, shortcutSheet } from './shortcuts.ts'
import { isFormatCommand, TOOLBAR, FORMAT_COMMANDS } from '#domain/editor/toolbar.ts'

const SCOPES = { editor: EDITOR_SHORTCUTS, desk: APP_SHORTCUTS }

describe.each(Object.entries(SCOPES))('keyboard shortcuts of the scope %s', (_, shortcuts) => {
  test.each([true, false])('assigns no key combination twice (on a Mac: %s)', (mac) => {
    const all = Object.values(shortcuts).flatMap((shortcut) => keyCapsOf(shortcut, mac).map((caps) => caps.join('+')))
    expect(all).toEqual([...new Set(all)])
  })
})

test('includes every editor shortcut of the specification', () => {
  const caps = Object.values(EDITOR_SHORTCUTS).flatMap((shortcut) =>
    keysOf(shortcut, true).map((key) => keyCaps(key, true).join('')),
  )
  for (const key of [
    '⌘Z',
    '⌘B',
    '⌘I',
    '⌘K',
    '⌘⇧K',
    '⌘S',
    '⌘U',
    '⌘H',
    '⌘D',
    '⌘L',
    '⌃N',
    '⌃L',
    '⌃T',
    'Page Up',
    'Page Down',
    '⌘Enter',
    '⌃Enter',
  ])
    expect(caps).toContain(key)
})

test('has a second key combination for each shortcut whose first combination is reserved by browsers', () => {
  for (const { keys } of [EDITOR_SHORTCUTS.numberedList, EDITOR_SHORTCUTS.taskList, EDITOR_SHORTCUTS.h1])
    expect(keys.length).toBeGreaterThan(1)
})

test('lists a combination only once if a shortcut has two equal combinations on an operating system', () => {
  expect(keyCapsOf(EDITOR_SHORTCUTS.submit, false)).toEqual([['Ctrl', 'Enter']])
  expect(keyCapsOf(EDITOR_SHORTCUTS.taskList, false)).toEqual([
    ['Ctrl', 'T'],
    ['Ctrl', 'Shift', '9'],
  ])
})

test('every formatting command has a shortcut, and the help dialog lists every shortcut', () => {
  const names = Object.keys(EDITOR_SHORTCUTS)
  for (const command of Object.keys(FORMAT_COMMANDS)) expect(names).toContain(command)
  for (const command of TOOLBAR.flat()) expect(isFormatCommand(command)).toBe(true)
  const shown = shortcutSheet(true).flatMap(({ shortcuts }) => shortcuts)
  for (const shortcuts of Object.values(SCOPES))
    for (const shortcut of Object.values(shortcuts)) expect(shown).toContain(shortcut)
})

test('omits single-key shortcuts from the help dialog if the user has switched them off', () => {
  const keys = shortcutSheet(false).flatMap(({ shortcuts }) => shortcuts.flatMap((shortcut) => keysOf(shortcut, false)))
  expect(keys.filter((key) => key.length === 1)).toEqual([])
  expect(keys).toContain('$mod+k')
})
