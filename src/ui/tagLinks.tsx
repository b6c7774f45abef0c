import { Link } from 'react-router'
import { tagsInText } from '#domain/entry/hashtags.ts'
import { searchPath, tagSearch } from '#domain/search/searchQuery.ts'
import type { HastNode, TagLinks } from './Markdown.tsx'

/** Turns each `#tag` of a text into a link to the entries with the tag. */
export const TAG_LINKS: TagLinks = {
  mark: linkTags,
  render: (tag, children) => (
    <Link to={searchPath(tagSearch(tag))} className="tag-link">
      {children}
    </Link>
  ),
}

const WITHOUT_TAGS: ReadonlySet<string | undefined> = new Set(['a', 'code'])

function linkTags(parent: HastNode): void {
  parent.children = parent.children?.flatMap((child) => {
    if (!WITHOUT_TAGS.has(child.tagName)) linkTags(child)
    return child.type === 'text' && child.value?.includes('#') ? linkTagsInText(child.value) : [child]
  })
}

function linkTagsInText(text: string): HastNode[] {
  const nodes: HastNode[] = []
  let end = 0
  for (const { tag, from, to } of tagsInText(text)) {
    if (from > end) nodes.push({ type: 'text', value: text.slice(end, from) })
    const children = [{ type: 'text', value: text.slice(from, to) }]
    nodes.push({ type: 'element', tagName: 'a', properties: { dataTag: tag }, children })
    end = to
  }
  return [...nodes, ...(end < text.length ? [{ type: 'text', value: text.slice(end) }] : [])]
}
