import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import '#src/themes/prose.css'

/** Only these may be followed from a text: no `javascript:`, no `data:`, nothing relative to this site. */
const SAFE_LINK = /^(?:https:\/\/|mailto:)/i

const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
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

/** The text of an entry. Raw HTML in it is shown as text. */
export default function Markdown({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      components={COMPONENTS}
      urlTransform={(url) => (SAFE_LINK.test(url) ? url : '')}
    >
      {text}
    </ReactMarkdown>
  )
}
