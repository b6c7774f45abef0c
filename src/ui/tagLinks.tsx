import { Link } from 'react-router'
import { tagsInText } from '#domain/entry/hashtags.ts'
import { searchPath, tagSearch } from '#domain/search/searchQuery.ts'
import type { HastNode, TagLinks } from './Markdown.tsx'

/** Turns each `#tag` of a text into a link to the entries with the tag. */
export const TAG_LINKS: TagLinks = {
  mark: linkTags,
  render: (tag, children) => (
    <Link to={searchPath(tagSearch(tag))} data-tag={tag} className="tag-link">
      {children}
    </Link>
  ),
}

const WITHOUT_TAGS: ReadonlySet<string | undefined> = new Set(['a', 'code'])

function linkTags(parent: HastNode): void {
  const { children = [] } = parent
  parent.children = children.flatMap((child, index) => {
    if (!WITHOUT_TAGS.has(child.tagName)) linkTags(child)
    return child.type === 'text' && child.value?.includes('#') && !hasEscapes(child)
      ? linkTagsInText(textOf(children[index - 1]).slice(-1), child.value, textOf(children[index + 1]).slice(0, 1))
      : [child]
  })
}

/** A character that is longer in the source is escaped, such as the first one of `\\#plain`. */
const hasEscapes = ({ value = '', position }: HastNode): boolean =>
  position !== undefined && (position.end.offset ?? 0) - (position.start.offset ?? 0) !== value.length

/** Links the tags of a text. A word that continues in the node before or after the text is not a tag. */
function linkTagsInText(before: string, text: string, after: string): HastNode[] {
  const nodes: HastNode[] = []
  let end = 0
  for (const { tag, ...range } of tagsInText(before + text + after)) {
    const [from, to] = [range.from - before.length, range.to - before.length]
    if (from < 0 || to > text.length) continue
    if (from > end) nodes.push({ type: 'text', value: text.slice(end, from) })
    const children = [{ type: 'text', value: text.slice(from, to) }]
    nodes.push({ type: 'element', tagName: 'a', properties: { dataTag: tag }, children })
    end = to
  }
  return [...nodes, ...(end < text.length ? [{ type: 'text', value: text.slice(end) }] : [])]
}

const textOf = (node: HastNode | undefined): string => node?.value ?? (node?.children ?? []).map(textOf).join('')
