import { lazy, Suspense, useState, type ComponentType } from 'react'

const parts: (() => Promise<unknown>)[] = []

type Places<Props> = {
  /** Shows until the code has come; without it there is nothing. */
  readonly meanwhile?: ComponentType<Props>
  /** Shows where the code cannot be had, until it has come after all; without it the part fails. */
  readonly instead?: ComponentType<Props>
}

/**
 * A part of a screen whose code comes with the others (`bringParts`), or when it is first shown. Once the code is there
 * the part shows at once: one of React's own `lazy` begins with its fallback all the same, which React then leaves in
 * place for 300 ms. A part that is not shown leaves no mark in a page of the build: each would have to be taken over.
 * @param load rejects where the code cannot be had
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { meanwhile: Meanwhile, instead }: Places<Props> = {},
): ComponentType<Props> {
  let come: ComponentType<Props> | undefined
  let failed = false
  const bring = async () => {
    const part = await load()
    come = part
    return part
  }
  const Coming: ComponentType<Props> = lazy(async () => {
    try {
      return { default: await bring() }
    } catch (error) {
      if (!instead) throw error
      failed = true
      return { default: instead }
    }
  })
  parts.push(bring)
  function Part(props: Props) {
    // React can commit `Coming` when the code comes during a render. Another type in its place would remount the part.
    const [first] = useState(() => come ?? Coming)
    const Now = (failed && come) || first
    return <Now {...props} />
  }
  return function Later(props: Props) {
    return (
      <Suspense fallback={Meanwhile && <Meanwhile {...props} />}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** Brings the code of all parts, one after the other, and of those that come with them. Offline they come when needed. */
export async function bringParts(): Promise<void> {
  for (const bring of parts) await bring().catch(() => {})
}
