import { excerptOf, isClampable } from '#domain/entry/entry.ts'
import { TAG_LINKS } from '#src/ui/tagLinks.tsx'

/**
 * Returns what a card renders of a text: the start of a long text, otherwise the whole text.
 * @param around position of the text that must be visible
 */
export function cardMarkdown(content: string, around = 0) {
  const excerpt = isClampable(content)
  return { text: excerpt ? excerptOf(content, around) : content, excerpt, tagLinks: TAG_LINKS }
}
