import type { ComponentProps, Ref } from 'react'
import { lazyWithPreload } from '#src/boot/lazyWithPreload.tsx'
import './MarkdownText.css'

type MarkdownProps = ComponentProps<typeof import('./Markdown.tsx').default>

const Markdown = lazyWithPreload(async () => (await import('./Markdown.tsx')).default, {
  fallback: ({ text }: MarkdownProps) => <p className="unformatted">{text}</p>,
})

/** Renders an entry's text, unformatted until the Markdown code is loaded. The formatting causes no layout shift. */
export function MarkdownText({
  className = '',
  ref,
  ...markdownProps
}: MarkdownProps & { readonly className?: string; readonly ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} dir="auto" className={`prose ${className}`}>
      <Markdown {...markdownProps} />
    </div>
  )
}
