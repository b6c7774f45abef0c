import { describe, expect, test } from 'vitest'
import { keyCapsOf, APP_SHORTCUTS, EDITOR_SHORTCUTS, keyCaps, keysOf, shortcutSheet } from './shortcuts.ts'
import { isFormatCommand, TOOLBAR, FORMAT_COMMANDS } from '#domain/editor/toolbar.ts'

const SCOPES = { editor: EDITOR_SHORTCUTS, desk: APP_SHORTCUTS }

describe.each(Object.entries(SCOPES))('%s', (_, shortcuts) => {
  test.each([true, false])('no key does two things (on a Mac: %s)', (mac) => {
    const all = Object.values(shortcuts).flatMap((shortcut) => keyCapsOf(shortcut, mac).map((caps) => caps.join('+')))
    expect(all).toEqual([...new Set(all)])
  })
})

test('every key of the specification is there', () => {
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

test('what the browser keeps for itself has a second key', () => {
  for (const { keys } of [EDITOR_SHORTCUTS.numberedList, EDITOR_SHORTCUTS.taskList, EDITOR_SHORTCUTS.h1])
    expect(keys.length).toBeGreaterThan(1)
})

test('a key that is the same on this system is shown once', () => {
  expect(keyCapsOf(EDITOR_SHORTCUTS.submit, false)).toEqual([['Ctrl', 'Enter']])
  expect(keyCapsOf(EDITOR_SHORTCUTS.taskList, false)).toEqual([
    ['Ctrl', 'T'],
    ['Ctrl', 'Shift', '9'],
  ])
})

test('the toolbar and the sheet have every verb and every shortcut', () => {
  const names = Object.keys(EDITOR_SHORTCUTS)
  for (const verb of Object.keys(FORMAT_COMMANDS)) expect(names).toContain(verb)
  for (const verb of TOOLBAR.flat()) expect(isFormatCommand(verb)).toBe(true)
  const shown = shortcutSheet(true).flatMap(({ shortcuts }) => shortcuts)
  for (const shortcuts of Object.values(SCOPES))
    for (const shortcut of Object.values(shortcuts)) expect(shown).toContain(shortcut)
})

test('with single keys switched off the sheet lists none of them', () => {
  const keys = shortcutSheet(false).flatMap(({ shortcuts }) => shortcuts.flatMap((shortcut) => keysOf(shortcut, false)))
  expect(keys.filter((key) => key.length === 1)).toEqual([])
  expect(keys).toContain('$mod+k')
})
