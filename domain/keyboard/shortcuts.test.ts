import { describe, expect, test } from 'vitest'
import { keyCapsOf, APP_SHORTCUTS, EDITOR_SHORTCUTS, keyCaps, keysOf, shortcutSheet } from './shortcuts.ts'
import { isFormatCommand, TOOLBAR, FORMAT_COMMANDS } from '#domain/editor/toolbar.ts'

const SCOPES = { editor: EDITOR_SHORTCUTS, desk: APP_SHORTCUTS }

describe.each(Object.entries(SCOPES))('%s', (_, shortcuts) => {
  test.each([true, false])('assigns no key combination twice (on a Mac: %s)', (mac) => {
    const all = Object.values(shortcuts).flatMap((shortcut) => keyCapsOf(shortcut, mac).map((caps) => caps.join('+')))
    expect(all).toEqual([...new Set(all)])
  })
})

test('includes every key of the specification', () => {
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

test('adds a second combination where the browser reserves the first', () => {
  for (const { keys } of [EDITOR_SHORTCUTS.numberedList, EDITOR_SHORTCUTS.taskList, EDITOR_SHORTCUTS.h1])
    expect(keys.length).toBeGreaterThan(1)
})

test('lists a combination once if it is the same on this system', () => {
  expect(keyCapsOf(EDITOR_SHORTCUTS.submit, false)).toEqual([['Ctrl', 'Enter']])
  expect(keyCapsOf(EDITOR_SHORTCUTS.taskList, false)).toEqual([
    ['Ctrl', 'T'],
    ['Ctrl', 'Shift', '9'],
  ])
})

test('lists every formatting command and every shortcut in the toolbar and the help dialog', () => {
  const names = Object.keys(EDITOR_SHORTCUTS)
  for (const command of Object.keys(FORMAT_COMMANDS)) expect(names).toContain(command)
  for (const command of TOOLBAR.flat()) expect(isFormatCommand(command)).toBe(true)
  const shown = shortcutSheet(true).flatMap(({ shortcuts }) => shortcuts)
  for (const shortcuts of Object.values(SCOPES))
    for (const shortcut of Object.values(shortcuts)) expect(shown).toContain(shortcut)
})

test('omits single keys from the help dialog if they are switched off', () => {
  const keys = shortcutSheet(false).flatMap(({ shortcuts }) => shortcuts.flatMap((shortcut) => keysOf(shortcut, false)))
  expect(keys.filter((key) => key.length === 1)).toEqual([])
  expect(keys).toContain('$mod+k')
})
