import type { ReactElement } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import { isTooDeep, MARKDOWN_SYNTAX_EXTENSION, MARKDOWN_TREE_EXTENSIONS } from '#domain/text/markdownTree.ts'
import { ENTRY_TEXT } from '#domain/texts/entry.ts'
import './Markdown.css'

/** The only link targets allowed in a text. `javascript:`, `data:` and paths relative to this site are not allowed. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i

const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <>{children}</>
    ),
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked === true}
      disabled
      aria-label={checked ? ENTRY_TEXT.taskDone : ENTRY_TEXT.taskOpen}
    />
  ),
  // An image is shown as a link, because loading it would reveal to its server who reads the entry and when.
  img: ({ src, alt }) =>
    typeof src === 'string' && SAFE_LINK.test(src) ? (
      <a href={src} target="_blank" rel="noopener noreferrer nofollow">
        {alt || src}
      </a>
    ) : (
      <>{alt}</>
    ),
}

/** A node of the HTML syntax tree between Markdown and React. */
export type HastNode = {
  readonly type: string
  readonly tagName?: string
  readonly properties?: object
  readonly value?: string
  children?: HastNode[]
}

type Props = {
  readonly text: string
  /** An immutable object, such as the entry. The rendered text is cached for the lifetime of this object. */
  readonly cacheKey?: object | undefined
  /** Modifies the tree to highlight words. Disables the cache. */
  readonly mark?: ((tree: HastNode) => void) | undefined
}

/** Rendered texts by cache key. The keys are weak, so a text is released together with its entry. */
const renderCache = new WeakMap<object, { readonly text: string; readonly shown: ReactElement }>()

/** Renders the text of an entry. Raw HTML is shown as text. */
export default function Markdown({ text, cacheKey, mark }: Props) {
  return cacheKey && !mark ? renderCachedMarkdown(cacheKey, text) : renderMarkdown(text, mark)
}

/** Returns the cached element for the text, or parses the text and caches the result. */
export function renderCachedMarkdown(cacheKey: object, text: string): ReactElement {
  const cached = renderCache.get(cacheKey)
  if (cached?.text === text) return cached.shown
  const shown = renderMarkdown(text)
  renderCache.set(cacheKey, { text, shown })
  return shown
}

/** Calls `ReactMarkdown`, which has no hooks, as a function, so that the text is parsed now and not at render time. */
function renderMarkdown(text: string, mark?: Props['mark']): ReactElement {
  if (isTooDeep(text)) return <p className="prose-plain">{text}</p>
  return ReactMarkdown({
    remarkPlugins: [withGithubSyntax],
    rehypePlugins: mark ? [underlinePlugin, () => mark] : [underlinePlugin],
    components: COMPONENTS,
    urlTransform: (url) => (SAFE_LINK.test(url) ? url : ''),
    children: text,
  })
}

/** Adds GitHub's Markdown syntax like remark-gfm, but without the code that writes Markdown. */
function withGithubSyntax(this: { readonly data: () => object }): void {
  Object.assign(this.data(), {
    micromarkExtensions: [MARKDOWN_SYNTAX_EXTENSION],
    fromMarkdownExtensions: [MARKDOWN_TREE_EXTENSIONS],
  })
}

/** Converts `<u>` tags. No other HTML tag is allowed; Markdown has no syntax for underlined text. */
const underlinePlugin = () => convertUnderlines

function convertUnderlines(parent: HastNode): void {
  const converted: HastNode[] = []
  for (const child of parent.children ?? []) {
    if (child.children) convertUnderlines(child)
    const open = isRawTag(child, '</u>') ? converted.findLastIndex((earlier) => isRawTag(earlier, '<u>')) : -1
    if (open < 0) converted.push(child)
    else converted.push({ type: 'element', tagName: 'u', properties: {}, children: converted.splice(open).slice(1) })
  }
  parent.children = converted
}

const isRawTag = ({ type, value }: HastNode, tag: string): boolean => type === 'raw' && value === tag
