import { useLayoutEffect, useRef, type ComponentProps } from 'react'

const MAX_HEIGHT_PX = 300

/** The text field of an entry: 5 rows, growing from 120 to 300 px with what is written. */
export function WritingArea({ value, ...rest }: ComponentProps<'textarea'> & { readonly value: string }) {
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    // Browsers that size fields by their content do it themselves, and faster.
    if (!area.current || CSS.supports('field-sizing', 'content')) return
    area.current.style.height = 'auto'
    area.current.style.height = `${Math.min(area.current.scrollHeight, MAX_HEIGHT_PX)}px`
  }, [value])
  return <textarea ref={area} rows={5} className="writing" value={value} {...rest} />
}
