/** What a keyboard event says. */
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

/** The key code of every key that an input method takes for itself. */
const COMPOSING_KEY_CODE = 229

/**
 * Whether a key belongs to a text that is being composed. WebKit ends a composition before it sends the key that ended
 * it: then only the key code says so.
 */
export const isPartOfComposition = ({ isComposing, keyCode }: Pick<KeyStroke, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === COMPOSING_KEY_CODE

/** Keys that have a code and no meaning of their own. */
const UNNAMED: ReadonlySet<string> = new Set(['Dead', 'Process', 'Unidentified'])
/** A sign or a letter that says itself: layouts with other letters than Latin ones have these signs too. */
const LATIN = /^[!-~]$|^\p{Script=Latin}$/u
const ASCII = /^[!-~]$/
/** Signs that are shortcuts and whose keys have letters on some layouts, without Shift and with it. */
const SIGNS: { readonly [code: string]: readonly [string, string] } = { Slash: ['/', '?'], Semicolon: [';', ':'] }

/**
 * The key that is meant: a lower-case letter, a sign, or a name like `Enter`. A Latin key is what it says, on every
 * layout. Where it has a letter of another script, its place on the keyboard says which Latin letter it is. The Option
 * key of a Mac turns letters into others, so the place counts there too.
 */
export function resolveKey({ key, code, altKey, shiftKey }: KeyStroke, isMac: boolean): string {
  const named = key.length > 1 && /^\w+$/.test(key) && !UNNAMED.has(key)
  if (named || (isMac && altKey ? ASCII : LATIN).test(key)) return key.toLowerCase()
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? key
}

/**
 * Whether the key types something, so that it is no shortcut. On a Mac the Option key is reported as AltGraph too.
 * Chromium announces what it fills into a field, as a choice from its list, by a plain event that has no key.
 */
export const isTyping = (stroke: KeyStroke, isMac: boolean): boolean =>
  !stroke.key || isPartOfComposition(stroke) || (!isMac && stroke.getModifierState('AltGraph'))

/** Whether keys of the catalogue (`shortcuts.ts`), like `$mod+Shift+k`, are pressed, and no others with them. */
export function isPressed(keys: string, stroke: KeyStroke, isMac: boolean): boolean {
  const parts = keys.split('+')
  const wanted = parts.pop() ?? ''
  const modifiers = new Set(parts.map((part) => (part === '$mod' ? (isMac ? 'Meta' : 'Control') : part)))
  const sign = wanted.length === 1 && !/[a-z]/.test(wanted)
  return (
    !isTyping(stroke, isMac) &&
    stroke.ctrlKey === modifiers.has('Control') &&
    stroke.altKey === modifiers.has('Alt') &&
    stroke.metaKey === modifiers.has('Meta') &&
    // Layouts differ in which signs need Shift.
    (sign || stroke.shiftKey === modifiers.has('Shift')) &&
    matchesKey(wanted, stroke, isMac)
  )
}

/** A digit is meant where the layout has it, or else where most have it: with Shift the key says something else. */
function matchesKey(wanted: string, stroke: KeyStroke, isMac: boolean): boolean {
  const digit = /^Digit(\d)$/.exec(wanted)?.[1]
  if (digit === undefined) return resolveKey(stroke, isMac) === wanted.toLowerCase()
  return /^\d$/.test(stroke.key) ? stroke.key === digit : stroke.code === wanted
}
