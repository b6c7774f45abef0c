import { readItem, removeItem, writeItem } from './storage.ts'

/** A text that the server refused, kept on this device for its writer. */
export type KeptText = { readonly content: string; readonly level: string }

/** `entry` is an entry's id, or `new`. */
const keyOf = (uid: string, entry: string) => `keptText:${uid}:${entry}`

export function keepText(uid: string, entry: string, text: KeptText): void {
  writeItem(keyOf(uid, entry), JSON.stringify(text))
}

export function keptText(uid: string, entry: string): KeptText | undefined {
  try {
    const stored: unknown = JSON.parse(readItem(keyOf(uid, entry)) ?? 'null')
    return isKeptText(stored) ? { content: stored.content, level: stored.level } : undefined
  } catch {
    return undefined
  }
}

export function dropKeptText(uid: string, entry: string): void {
  removeItem(keyOf(uid, entry))
}

function isKeptText(value: unknown): value is KeptText {
  return (
    typeof value === 'object' &&
    value !== null &&
    'content' in value &&
    typeof value.content === 'string' &&
    'level' in value &&
    typeof value.level === 'string'
  )
}
