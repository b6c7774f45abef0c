/*
 * These functions run in the page. Tests send the page only the source text of a function, so the function cannot use
 * the rest of this module.
 */

/** Identifies an element, usually by its role and accessible name. */
export type ElementTarget = {
  readonly role?: string
  /** The whole accessible name, or a pattern that matches a part of the name. */
  readonly name?: string | RegExp
  /** A CSS selector, for elements without a role. */
  readonly css?: string
  /** A text that the element contains. */
  readonly text?: string
  readonly within?: ElementTarget
}

/**
 * An element target that can be sent as JSON. `pattern` is the source of a regular expression for the accessible name.
 */
export type SerializedTarget = Omit<ElementTarget, 'name' | 'within'> & {
  readonly name?: string
  readonly pattern?: string
  readonly within?: SerializedTarget
}

export type FoundElement = {
  readonly count: number
  readonly texts: readonly string[]
  /** The value of the first matching element, if it is a form field. */
  readonly value: string | undefined
  readonly attributes: { readonly [name: string]: string }
  readonly focused: boolean
}

/**
 * The point at which to click an element, or the reason why it cannot be clicked: `waits` if the reason will pass
 * without input, `covered` if it will not.
 */
export type ClickPoint =
  | { readonly x: number; readonly y: number }
  | { readonly waits: string }
  | { readonly covered: string }

type Tools = {
  find(target: SerializedTarget): FoundElement
  place(target: SerializedTarget): Promise<ClickPoint>
}

declare global {
  var walkTools: Tools | undefined
  var TestingLibraryDom:
    | { queryAllByRole(within: Element, role: string, options: { name?: string | RegExp }): HTMLElement[] }
    | undefined
}

export function installPageTools(): void {
  const all = ({ role, name, pattern, css, text, within }: SerializedTarget): Element[] => {
    const places = within ? all(within) : [document.body]
    const options = pattern === undefined ? (name === undefined ? {} : { name }) : { name: new RegExp(pattern) }
    return places
      .flatMap((place) =>
        css === undefined
          ? (globalThis.TestingLibraryDom?.queryAllByRole(place, role ?? '', options) ?? [])
          : [...place.querySelectorAll(css)].filter((element) => element.checkVisibility({ visibilityProperty: true })),
      )
      .filter((element) => text === undefined || element.textContent.includes(text))
  }
  const paints = () => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)))
  const describeElement = (element: Element | null) => element?.outerHTML.slice(0, 200) ?? 'nothing'
  /** Returns the part of a control that users click. For a radio button or checkbox, this part is the label. */
  const pressablePart = (element: Element): Element =>
    (element instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(element.type) && element.labels?.[0]) || element

  globalThis.walkTools = {
    find(target) {
      const found = all(target)
      const [first] = found
      return {
        count: found.length,
        texts: found.map((element) => (element instanceof HTMLElement ? element.innerText : element.textContent)),
        value: first && 'value' in first ? String(first.value) : undefined,
        attributes: Object.fromEntries(Array.from(first?.attributes ?? [], ({ name, value }) => [name, value])),
        focused: first !== undefined && first === document.activeElement,
      }
    },
    async place(target) {
      const found = all(target)
      const [first] = found
      if (!first) return { waits: 'it is not there' }
      if (found.length > 1) return { waits: `there are ${found.length} of it` }
      const element = pressablePart(first)
      if (first.matches(':disabled')) return { waits: 'it is disabled' }
      const hits = async () => {
        const before = element.getBoundingClientRect()
        await paints()
        await paints()
        const { x, y, width, height } = element.getBoundingClientRect()
        const stands = x === before.x && y === before.y && width === before.width && height === before.height
        const point = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
        const hit = document.elementFromPoint(point.x, point.y)
        return { stands, point, hit, free: hit !== null && (element.contains(hit) || hit === first) }
      }
      let seen = await hits()
      if (!seen.free) {
        // The element may be outside the visible part of the page, or behind a bar that does not scroll.
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        seen = await hits()
      }
      const { stands, point, hit, free } = seen
      if (!stands) return { waits: 'it moves' }
      if (free) return point
      const instead = `at ${point.x}, ${point.y} there is ${describeElement(hit)}`
      // A toast or an animated element will uncover the element without any input.
      const goes =
        hit?.closest('[role=region][aria-label=Notifications]') ??
        document
          .getAnimations()
          .find(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
      return goes ? { waits: instead } : { covered: instead }
    },
  }
}

/** Reports console errors, uncaught exceptions and violations of the content security policy to the URL `to`. */
export function reportErrors(to: string): void {
  const report = (error: unknown) => void navigator.sendBeacon(to, `${String(error)} (${location.pathname})`)
  const { error: log } = console
  console.error = (...message) => {
    report(message.map(String).join(' '))
    log.apply(console, message)
  }
  addEventListener('error', ({ message, filename, lineno }) => report(`${message} (${filename}:${lineno})`))
  addEventListener('unhandledrejection', ({ reason }) => report(reason))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(`the content security policy has no ${violatedDirective} for ${blockedURI}`),
  )
}
