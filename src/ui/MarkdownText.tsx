import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('./Markdown.tsx'))

/** An entry's text: plain until the formatter has been loaded, and without a jump when it has. */
export function MarkdownText({ text, className = '' }: { readonly text: string; readonly className?: string }) {
  return (
    <div className={`prose ${className}`}>
      <Suspense fallback={<p className="whitespace-pre-line">{text}</p>}>
        <Markdown text={text} />
      </Suspense>
    </div>
  )
}
