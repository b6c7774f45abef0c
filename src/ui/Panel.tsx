import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** A titled panel; its title names the region. */
export function Panel({ title, aside, children, className = '' }: Props) {
  const id = `panel-${title.toLowerCase().replaceAll(' ', '-')}`
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
