import type { ReactElement } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import { isTooDeep, MARKDOWN_SYNTAX, MARKDOWN_TREE } from '#domain/text/markdownTree.ts'
import './Markdown.css'

/** Only these may be followed from a text: no `javascript:`, no `data:`, nothing relative to this site. */
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
    <input type="checkbox" checked={checked === true} disabled aria-label={checked ? 'Done' : 'Open'} />
  ),
  // A picture on somebody else's server would tell it who reads when: its address is offered as a link instead.
  img: ({ src, alt }) =>
    typeof src === 'string' && SAFE_LINK.test(src) ? (
      <a href={src} target="_blank" rel="noopener noreferrer nofollow">
        {alt || src}
      </a>
    ) : (
      <>{alt}</>
    ),
}

/** A part of the text's tree, between Markdown and the page. */
export type HastNode = {
  readonly type: string
  readonly tagName?: string
  readonly properties?: object
  readonly value?: string
  children?: HastNode[]
}

type Props = {
  readonly text: string
  /** What the text is of, which never changes: the text is read once as long as that is there. */
  readonly cacheKey?: object | undefined
  /** Changes the tree once more, to mark words in it. */
  readonly mark?: ((tree: HastNode) => void) | undefined
}

/** What was read, by whom it is of: nothing is kept of an entry that nobody has any more. */
const renderCache = new WeakMap<object, { readonly text: string; readonly shown: ReactElement }>()

/** The text of an entry. Raw HTML in it is shown as text. */
export default function Markdown({ text, cacheKey, mark }: Props) {
  return cacheKey && !mark ? renderOnce(cacheKey, text) : renderMarkdown(text, mark)
}

/** Reads a text before it is shown, or not at all where it has been read. */
export function renderOnce(cacheKey: object, text: string): ReactElement {
  const cached = renderCache.get(cacheKey)
  if (cached?.text === text) return cached.shown
  const shown = renderMarkdown(text)
  renderCache.set(cacheKey, { text, shown })
  return shown
}

/** Called, not rendered: reading is all of its work, and is done here and now. */
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

/** What remark-gfm does, without the half of it that writes Markdown. */
function withGithubSyntax(this: { readonly data: () => object }): void {
  Object.assign(this.data(), { micromarkExtensions: [MARKDOWN_SYNTAX], fromMarkdownExtensions: [MARKDOWN_TREE] })
}

/** Markdown has no sign for underlined words: `<u>` is the one tag that is taken as it is meant. */
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
