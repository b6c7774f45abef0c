import { lazy, type ComponentType } from 'react'

const parts: (() => Promise<unknown>)[] = []

/**
 * A part of a screen whose code comes with the others (`bringParts`), or when it is first shown, within a `Suspense`.
 * Once the code is there the part shows at once: one of React's own `lazy` begins with its fallback all the same, which
 * React then leaves in place for 300 ms.
 * @param load rejects where the code cannot be had
 * @param instead shows there, until the code has come after all; without it the part fails
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead?: ComponentType<Props>,
): ComponentType<Props> {
  let come: ComponentType<Props> | undefined
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
      return { default: instead }
    }
  })
  parts.push(bring)
  return function Later(props: Props) {
    const Part = come ?? Coming
    return <Part {...props} />
  }
}

/** Brings the code of all parts, one after the other, and of those that come with them. Offline they come when needed. */
export async function bringParts(): Promise<void> {
  for (const bring of parts) await bring().catch(() => {})
}
