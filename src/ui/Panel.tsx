import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  /** The id of the title element. Required if a page has several panels with the same title. */
  readonly id?: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** Renders a section labeled by its title. */
export function Panel({
  title,
  id = `panel-${title.toLowerCase().replaceAll(' ', '-')}`,
  aside,
  children,
  className = '',
}: Props) {
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id} className="panel-title">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
