/** The properties of a keyboard event that identify a key. */
export type KeyStroke = {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly isComposing: boolean
  readonly keyCode: number
  readonly getModifierState: (name: string) => boolean
}

/** The key code of all events that an input method handles. */
const COMPOSING_KEY_CODE = 229

/**
 * Returns whether a key is part of an input method composition. WebKit ends the composition before it sends the key
 * that ended it, so only the key code identifies that event.
 */
export const isPartOfComposition = ({ isComposing, keyCode }: Pick<KeyStroke, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === COMPOSING_KEY_CODE

/** Key names that do not identify a key. */
const UNNAMED: ReadonlySet<string> = new Set(['Dead', 'Process', 'Unidentified'])
/**
 * Characters that identify their key in every keyboard layout: Latin letters, and ASCII signs, which all layouts have.
 */
const LATIN = /^[!-~]$|^\p{Script=Latin}$/u
const ASCII = /^[!-~]$/
/** The shortcut signs of a key, without and with Shift. Used for keyboard layouts in which this key types a letter. */
const SIGNS: { readonly [code: string]: readonly [string, string] } = { Slash: ['/', '?'], Semicolon: [';', ':'] }

/**
 * Returns the intended key: a lower-case letter, a sign, or a name like `Enter`. A Latin character counts as typed, in
 * any layout. In a layout of another script, the position of the key determines the Latin letter. This also applies
 * while the Option key of a Mac is pressed, because Option changes the letter.
 */
export function resolveKey({ key, code, altKey, shiftKey }: KeyStroke, isMac: boolean): string {
  const named = key.length > 1 && /^\w+$/.test(key) && !UNNAMED.has(key)
  if (named || (isMac && altKey ? ASCII : LATIN).test(key)) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? key
}

/**
 * Returns whether a key press types a character and therefore cannot be a shortcut. Ignores AltGraph on a Mac, because
 * a Mac reports the Option key as AltGraph. Chromium reports autofill, such as a choice from a datalist, as a keyboard
 * event without a key.
 */
export const typesCharacter = (stroke: KeyStroke, isMac: boolean): boolean =>
  !stroke.key || isPartOfComposition(stroke) || (!isMac && stroke.getModifierState('AltGraph'))

/** Returns whether exactly the keys of a combination like `$mod+Shift+k` (`shortcuts.ts`) are pressed. */
export function isCombinationPressed(keys: string, stroke: KeyStroke, isMac: boolean): boolean {
  const parts = keys.split('+')
  const wanted = parts.pop() ?? ''
  const modifiers = new Set(parts.map((part) => (part === '$mod' ? (isMac ? 'Meta' : 'Control') : part)))
  const sign = wanted.length === 1 && !/[a-z]/.test(wanted)
  return (
    !typesCharacter(stroke, isMac) &&
    stroke.ctrlKey === modifiers.has('Control') &&
    stroke.altKey === modifiers.has('Alt') &&
    stroke.metaKey === modifiers.has('Meta') &&
    // Whether a sign needs Shift depends on the keyboard layout.
    (sign || stroke.shiftKey === modifiers.has('Shift')) &&
    matchesKey(wanted, stroke, isMac)
  )
}

/** Matches a digit by its character, or by its position if Shift or the layout gives the key another character. */
function matchesKey(wanted: string, stroke: KeyStroke, isMac: boolean): boolean {
  const digit = /^Digit(\d)$/.exec(wanted)?.[1]
  if (digit === undefined) return resolveKey(stroke, isMac) === wanted.toLowerCase()
  return /^\d$/.test(stroke.key) ? stroke.key === digit : stroke.code === wanted
}
