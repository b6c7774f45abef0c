/* Runs within the page. Each function is sent as its text, so it can use nothing else of this module. */

/** How a part of the page is found: by its role and its accessible name, as a reader of the screen finds it. */
export type Target = {
  readonly role?: string
  /** The whole name, or a pattern in it. */
  readonly name?: string | RegExp
  /** Where it has no role. */
  readonly css?: string
  /** What its text has to have in it. */
  readonly text?: string
  readonly within?: Target
}

/** A target as it is sent: a pattern is its source. */
export type SerializedTarget = Omit<Target, 'name' | 'within'> & {
  readonly name?: string
  readonly pattern?: string
  readonly within?: SerializedTarget
}

export type Found = {
  readonly count: number
  readonly texts: readonly string[]
  /** Of the first one. */
  readonly value: string | undefined
  readonly attributes: { readonly [name: string]: string }
  readonly focused: boolean
}

/** Where the first one can be pressed, or why it cannot yet or not at all. */
export type Place =
  | { readonly x: number; readonly y: number }
  | { readonly waits: string }
  | { readonly covered: string }

type Tools = {
  find(target: SerializedTarget): Found
  place(target: SerializedTarget): Promise<Place>
}

declare global {
  var walkTools: Tools | undefined
  var TestingLibraryDom:
    | { queryAllByRole(within: Element, role: string, options: { name?: string | RegExp }): HTMLElement[] }
    | undefined
}

export function installTools(): void {
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
  /** A radio that is drawn by its label is pressed there. */
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
        // Below the edge of the window, or under a bar that stays while the page scrolls.
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        seen = await hits()
      }
      const { stands, point, hit, free } = seen
      if (!stands) return { waits: 'it moves' }
      if (free) return point
      const instead = `at ${point.x}, ${point.y} there is ${describeElement(hit)}`
      // A toast goes by itself, and so does what is on its way in or out.
      const goes =
        hit?.closest('[role=region][aria-label=Notifications]') ??
        document
          .getAnimations()
          .find(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
      return goes ? { waits: instead } : { covered: instead }
    },
  }
}

/** Reports errors of the console, uncaught ones, and violations of the content security policy. */
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
