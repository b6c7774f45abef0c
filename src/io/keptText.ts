import { readItem, removeItem, writeItem } from './storage.ts'

/** A text that the server refused, kept on this device for its writer. */
export type KeptText = { readonly content: string; readonly level: string }

/** Keeps refused texts, by their writer and the entry they belong to: an entry's id, or `new`. */
export type KeptTexts = {
  keep(uid: string, entry: string, text: KeptText): void
  read(uid: string, entry: string): KeptText | undefined
  drop(uid: string, entry: string): void
}

const keyOf = (uid: string, entry: string) => `keptText:${uid}:${entry}`

export const keptTexts: KeptTexts = {
  keep: (uid, entry, text) => writeItem(keyOf(uid, entry), JSON.stringify(text)),
  drop: (uid, entry) => removeItem(keyOf(uid, entry)),
  read(uid, entry) {
    try {
      const stored: unknown = JSON.parse(readItem(keyOf(uid, entry)) ?? 'null')
      return isKeptText(stored) ? { content: stored.content, level: stored.level } : undefined
    } catch {
      return undefined
    }
  },
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
