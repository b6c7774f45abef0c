import type { ComponentProps, ReactElement, ReactNode } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import { isTooDeep, MARKDOWN_SYNTAX_EXTENSION, MARKDOWN_TREE_EXTENSIONS } from '#domain/text/markdownTree.ts'
import { ENTRY_TEXT } from '#domain/texts/entry.ts'
import './Markdown.css'

/** The only link targets allowed in a text. `javascript:`, `data:` and paths relative to this site are not allowed. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i

type LinkProps = ComponentProps<'a'> & ExtraProps

const ExternalLink = ({ href, children }: LinkProps) =>
  href ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ) : (
    <>{children}</>
  )

const COMPONENTS: Components = {
  a: ExternalLink,
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

type Point = { readonly offset?: number | undefined }

/** A node of the HTML syntax tree between Markdown and React. */
export type HastNode = {
  readonly type: string
  readonly tagName?: string
  readonly properties?: object
  readonly value?: string
  /** The range in the Markdown source; undefined for nodes that the app has added. */
  readonly position?: { readonly start: Point; readonly end: Point } | undefined
  children?: HastNode[]
}

/** Finds the tags in a text and renders their links. Injected, because this module is loaded separately from the app. */
export type TagLinks = {
  /** Adds an `a` element with the property `dataTag` for each tag. */
  readonly mark: (tree: HastNode) => void
  readonly render: (tag: string, children: ReactNode) => ReactElement
}

type Props = {
  readonly text: string
  readonly tagLinks?: TagLinks
  /** Whether the text is an excerpt, in which a table is only named. */
  readonly excerpt?: boolean
  /** An immutable object, such as the entry. The rendered text is cached for the lifetime of this object. */
  readonly cacheKey?: object | undefined
  /** Modifies the tree to highlight words. Disables the cache. */
  readonly mark?: ((tree: HastNode) => void) | undefined
}

/** Rendered texts by cache key. The keys are weak, so a text is released together with its entry. */
const renderCache = new WeakMap<object, { readonly text: string; readonly shown: ReactElement }>()

/** Renders the text of an entry. Raw HTML is shown as text. */
export default function Markdown({ cacheKey, ...options }: Props) {
  return cacheKey && !options.mark ? renderCachedMarkdown(cacheKey, options) : renderMarkdown(options)
}

type Options = Omit<Props, 'cacheKey'>

/** Returns the cached element for the text, or parses the text and caches the result. */
export function renderCachedMarkdown(cacheKey: object, options: Options): ReactElement {
  const cached = renderCache.get(cacheKey)
  if (cached?.text === options.text) return cached.shown
  const shown = renderMarkdown(options)
  renderCache.set(cacheKey, { text: options.text, shown })
  return shown
}

/** Calls `ReactMarkdown`, which has no hooks, as a function, so that the text is parsed now and not at render time. */
function renderMarkdown({ text, excerpt = false, tagLinks, mark }: Options): ReactElement {
  if (isTooDeep(text)) return <p className="prose-plain">{text}</p>
  const changes = [convertUnderlines, excerpt && nameTables, tagLinks?.mark, mark].filter(
    (one) => typeof one === 'function',
  )
  return ReactMarkdown({
    remarkPlugins: [withGithubSyntax],
    rehypePlugins: changes.map((change) => () => change),
    components: tagLinks ? componentsWith(tagLinks) : COMPONENTS,
    urlTransform: (url) => (SAFE_LINK.test(url) ? url : ''),
    children: text,
  })
}

/** Components by tag links. With a new component in each render, React would replace every link. */
const componentCache = new WeakMap<TagLinks, Components>()

function componentsWith(tagLinks: TagLinks): Components {
  const cached = componentCache.get(tagLinks)
  if (cached) return cached
  const components: Components = {
    ...COMPONENTS,
    a: (props) => {
      const tag = props.node?.properties['dataTag']
      return typeof tag === 'string' ? tagLinks.render(tag, props.children) : ExternalLink(props)
    },
  }
  componentCache.set(tagLinks, components)
  return components
}

/** Adds GitHub's Markdown syntax like remark-gfm, but without the code that writes Markdown. */
function withGithubSyntax(this: { readonly data: () => object }): void {
  Object.assign(this.data(), {
    micromarkExtensions: [MARKDOWN_SYNTAX_EXTENSION],
    fromMarkdownExtensions: [MARKDOWN_TREE_EXTENSIONS],
  })
}

/** Converts `<u>` tags. No other HTML tag is allowed; Markdown has no syntax for underlined text. */
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

/** Replaces tables by their number of rows. A table needs more lines than an excerpt has. */
function nameTables(parent: HastNode): void {
  parent.children = parent.children?.map((child) => {
    if (child.tagName !== 'table') {
      nameTables(child)
      return child
    }
    const value = ENTRY_TEXT.table(countElements(child, 'tr') - 1)
    return {
      type: 'element',
      tagName: 'p',
      properties: { className: 'table-name' },
      children: [{ type: 'text', value }],
    }
  })
}

const countElements = (parent: HastNode, tagName: string): number =>
  (parent.children ?? []).reduce(
    (count, child) => count + Number(child.tagName === tagName) + countElements(child, tagName),
    0,
  )
