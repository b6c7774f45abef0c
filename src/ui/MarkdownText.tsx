import { Suspense, type ComponentProps } from 'react'
import { later } from './later.tsx'

type Props = ComponentProps<typeof import('./Markdown.tsx').default> & { readonly className?: string }

const Markdown = later(async () => (await import('./Markdown.tsx')).default)

/** An entry's text: plain until the formatter has been loaded, and without a jump when it has. */
export function MarkdownText({ className = '', ...shown }: Props) {
  return (
    <div dir="auto" className={`prose ${className}`}>
      <Suspense fallback={<p className="whitespace-pre-line">{shown.text}</p>}>
        <Markdown {...shown} />
      </Suspense>
    </div>
  )
}
