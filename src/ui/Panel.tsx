import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  /** Of its title; where several panels of one title may stand on a page, each needs its own. */
  readonly id?: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** A titled panel; its title names the region. */
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
