import { useState } from 'react'
import './CrossFade.css'

/** Renders a text in one line. When the text changes, the old text fades out while the new text fades in. */
export function CrossFade({ text }: { readonly text: string }) {
  const [shown, setShown] = useState<{ readonly text: string; readonly before?: string }>({ text })
  if (shown.text !== text) setShown({ text, before: shown.text })
  return (
    <span key={text} className="cross-fade" data-before={shown.before}>
      <span>{text}</span>
    </span>
  )
}
