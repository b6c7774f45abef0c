import type { ReactElement } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import { isTooDeep, SYNTAX, TREE } from '#domain/text/markdownTree.ts'
import '#src/themes/prose.css'

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
export type MarkedNode = {
  readonly type: string
  readonly tagName?: string
  readonly properties?: object
  readonly value?: string
  children?: MarkedNode[]
}

type Props = {
  readonly text: string
  /** What the text is of, which never changes: the text is read once as long as that is there. */
  readonly owner?: object | undefined
  /** Changes the tree once more, to mark words in it. */
  readonly mark?: ((tree: MarkedNode) => void) | undefined
}

/** What was read, by whom it is of: nothing is kept of an entry that nobody has any more. */
const read = new WeakMap<object, { readonly text: string; readonly shown: ReactElement }>()

/** The text of an entry. Raw HTML in it is shown as text. */
export default function Markdown({ text, owner, mark }: Props) {
  return owner && !mark ? readOnce(owner, text) : shownOf(text, mark)
}

/** Reads a text before it is shown, or not at all where it has been read. */
export function readOnce(owner: object, text: string): ReactElement {
  const before = read.get(owner)
  if (before?.text === text) return before.shown
  const shown = shownOf(text)
  read.set(owner, { text, shown })
  return shown
}

/** Called, not rendered: reading is all of its work, and is done here and now. */
function shownOf(text: string, mark?: Props['mark']): ReactElement {
  if (isTooDeep(text)) return <p className="whitespace-pre-wrap">{text}</p>
  return ReactMarkdown({
    remarkPlugins: [withGithubSyntax],
    rehypePlugins: mark ? [underline, () => mark] : [underline],
    components: COMPONENTS,
    urlTransform: (url) => (SAFE_LINK.test(url) ? url : ''),
    children: text,
  })
}

/** What remark-gfm does, without the half of it that writes Markdown. */
function withGithubSyntax(this: { readonly data: () => object }): void {
  Object.assign(this.data(), { micromarkExtensions: [SYNTAX], fromMarkdownExtensions: [TREE] })
}

/** Markdown has no sign for underlined words: `<u>` is the one tag that is taken as it is meant. */
const underline = () => underlineIn

function underlineIn(parent: MarkedNode): void {
  const done: MarkedNode[] = []
  for (const child of parent.children ?? []) {
    if (child.children) underlineIn(child)
    const open = isRaw(child, '</u>') ? done.findLastIndex((earlier) => isRaw(earlier, '<u>')) : -1
    if (open < 0) done.push(child)
    else done.push({ type: 'element', tagName: 'u', properties: {}, children: done.splice(open).slice(1) })
  }
  parent.children = done
}

const isRaw = ({ type, value }: MarkedNode, tag: string): boolean => type === 'raw' && value === tag
