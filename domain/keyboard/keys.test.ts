import { describe, expect, test } from 'vitest'
import { isCombinationPressed, resolveKey, type KeyStroke } from './keys.ts'
import { APP_SHORTCUTS, appShortcutKey, editorShortcut } from './shortcuts.ts'

/** Parses a key press such as `Ctrl Shift k KeyK`: its modifiers, then its `key` and its `code`. */
function stroke(written: string, more: Partial<KeyStroke> = {}): KeyStroke {
  const parts = written.split(' ')
  const [key = '', code = ''] = parts.slice(-2)
  const held = new Set(parts.slice(0, -2))
  return {
    key,
    code,
    ctrlKey: held.has('Ctrl') || held.has('AltGr'),
    altKey: held.has('Alt') || held.has('AltGr'),
    metaKey: held.has('Cmd'),
    shiftKey: held.has('Shift'),
    isComposing: false,
    keyCode: 0,
    getModifierState: (name) => name === 'AltGraph' && held.has('AltGr'),
    ...more,
  }
}

describe('editor shortcuts by keyboard layout', () => {
  test.each([
    ['US', 'Ctrl b KeyB', 'bold'],
    ['US with caps lock', 'Ctrl B KeyB', 'bold'],
    ['US', 'Ctrl Shift K KeyK', 'codeBlock'],
    ['US', 'Ctrl Shift & Digit7', 'numberedList'],
    ['US', 'Ctrl Alt 1 Digit1', 'h1'],
    ['US', 'Ctrl / Slash', 'keys'],
    ['US', 'Ctrl Enter Enter', 'submit'],
    ['US, number pad', 'Ctrl Enter NumpadEnter', 'submit'],
    ['US', 'PageDown PageDown', 'pageDown'],
    ['US, with an extra modifier', 'Ctrl Alt b KeyB', undefined],
    ['US, without a modifier', 'b KeyB', undefined],
    ['Russian', 'Ctrl и KeyB', 'bold'],
    ['Russian', 'Ctrl Shift Л KeyK', 'codeBlock'],
    ['Russian', 'Ctrl я KeyZ', 'undo'],
    ['Russian, a full stop on the slash key', 'Ctrl . Slash', undefined],
    ['Greek', 'Ctrl β KeyB', 'bold'],
    ['Greek', 'Ctrl ι KeyI', 'italic'],
    ['Hebrew', 'Ctrl נ KeyB', 'bold'],
    ['Hebrew', 'Ctrl ן KeyI', 'italic'],
    ['Hebrew, a letter on the comma key', 'Ctrl ת Comma', undefined],
    ['Arabic', 'Ctrl لا KeyB', 'bold'],
    ['Arabic', 'Ctrl ه KeyI', 'italic'],
    ['Arabic', 'Ctrl ظ Slash', 'keys'],
    ['Arabic, an Arabic digit', 'Ctrl Alt ٢ Digit2', 'h2'],
    ['Thai, a combining vowel', 'Ctrl ิ KeyB', 'bold'],
    ['Thai, a letter on a digit key', 'Ctrl Alt ภ Digit4', 'h4'],
    ['Korean', 'Ctrl ㅠ KeyB', 'bold'],
    ['Kana', 'Ctrl こ KeyB', 'bold'],
    ['Dvorak', 'Ctrl b KeyN', 'bold'],
    ['Dvorak', 'Ctrl x KeyB', undefined],
    ['Programmer Dvorak, a digit on another key', 'Ctrl Alt 1 Digit5', 'h1'],
    ['AZERTY', 'Ctrl z KeyW', 'undo'],
    ['AZERTY', 'Ctrl w KeyZ', undefined],
    ['AZERTY, a digit typed with Shift', 'Ctrl Shift 7 Digit7', 'numberedList'],
    ['AZERTY, a digit key without Shift', 'Ctrl Alt & Digit1', 'h1'],
    ['AZERTY, a slash typed with Shift', 'Ctrl Shift / Period', 'keys'],
    ['German', 'Ctrl z KeyY', 'undo'],
    ['German', 'Ctrl y KeyZ', 'redo'],
    ['German', 'Ctrl ö Semicolon', undefined],
    ['German, with AltGr', 'AltGr ² Digit2', undefined],
    ['German, with AltGr', 'AltGr @ KeyQ', undefined],
    ['Polish, with AltGr', 'AltGr ó KeyO', undefined],
    ['Turkish', 'Ctrl i Quote', 'italic'],
    ['Turkish, the dotless i', 'Ctrl ı KeyI', undefined],
    ['unknown, an unidentified key', 'Ctrl Unidentified KeyB', 'bold'],
    ['unknown, a dead key', 'Ctrl Dead KeyB', 'bold'],
    ['unknown, an on-screen key without a code', 'Ctrl Unidentified ', undefined],
  ])('finds the editor shortcut for a key press in the keyboard layout %s: %s', (_, written, shortcut) => {
    expect(editorShortcut(stroke(written), false)).toBe(shortcut)
  })

  test.each([
    ['US', 'Cmd b KeyB', 'bold'],
    ['US', 'Ctrl b KeyB', undefined],
    ['US', 'Ctrl n KeyN', 'numberedList'],
    ['US, Option types another letter', 'Cmd Alt ø KeyO', 'onAir'],
    ['US, Option types a letter of another script', 'Cmd Alt π KeyP', 'preview'],
    ['US, Option types a symbol', 'Cmd Alt ¡ Digit1', 'h1'],
    ['Russian', 'Cmd и KeyB', 'bold'],
    ['Dvorak', 'Cmd b KeyN', 'bold'],
  ])('finds the editor shortcut for a key press on a Mac in the keyboard layout %s: %s', (_, written, shortcut) => {
    // Browsers report the Option key as AltGraph too.
    const option = { getModifierState: (name: string) => name === 'AltGraph' && written.includes('Alt') }
    expect(editorShortcut(stroke(written, option), true)).toBe(shortcut)
  })
})

describe('single-key shortcuts by keyboard layout', () => {
  test.each([
    ['US', 'n KeyN', 'newEntry'],
    ['US', 'Shift N KeyN', 'newEntry'],
    ['US', 'Shift : Semicolon', 'palette'],
    ['Russian', 'т KeyN', 'newEntry'],
    ['Russian', 'Shift : Digit6', 'palette'],
    ['Russian, a letter on the semicolon key', 'Shift Ж Semicolon', 'palette'],
    ['Hebrew, a slash on another key', '/ KeyQ', 'search'],
    ['Arabic', 'ظ Slash', 'search'],
    ['Arabic, an Arabic question mark', 'Shift ؟ Slash', 'keys'],
    ['German', 'Shift / Digit7', 'search'],
    ['German', 'Shift ? Minus', 'keys'],
    ['AZERTY', ': Period', 'palette'],
    ['Dvorak', 'l KeyP', 'viewLogs'],
    ['Dvorak', 'p KeyR', undefined],
  ])('finds the single-key shortcut for a key press in the keyboard layout %s: %s', (_, written, shortcut) => {
    const pressed = resolveKey(stroke(written), false)
    const names = [
      'palette',
      'search',
      'newEntry',
      'dictate',
      'viewLogs',
      'next',
      'previous',
      'open',
      'edit',
      'keys',
    ] as const
    expect(names.find((name) => appShortcutKey(name) === pressed)).toBe(shortcut)
  })
})

test.each([
  ['during a text composition', { isComposing: true }],
  ['for a key that WebKit reports after a composition', { keyCode: 229 }],
])('triggers no shortcut while an input method composes text: %s', (_, composed) => {
  const [, palette] = APP_SHORTCUTS.palette.keys
  expect(isCombinationPressed(palette, stroke('Ctrl k KeyK'), false)).toBe(true)
  expect(isCombinationPressed(palette, stroke('Ctrl k KeyK', composed), false)).toBe(false)
  expect(editorShortcut(stroke('Ctrl Enter Enter', composed), false)).toBeUndefined()
})
