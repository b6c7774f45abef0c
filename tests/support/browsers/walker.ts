import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import * as z from 'zod'
import type { Key, Tab } from './driver.ts'
import { installPageTools, type SerializedTarget, type ElementTarget } from './inPage.ts'

/** The source of Testing Library, which computes roles and accessible names, as in the component tests. */
const LIBRARY = readFileSync('node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js', 'utf8')
const TOOLS = `(function () { ${LIBRARY}\n; (${installPageTools.toString()})() }).call(globalThis)`

const Found = z.object({
  count: z.number(),
  texts: z.array(z.string()),
  value: z.string().nullish(),
  attributes: z.record(z.string(), z.string()),
  focused: z.boolean(),
})
const Place = z.union([
  z.object({ x: z.number(), y: z.number() }),
  z.object({ waits: z.string() }),
  z.object({ covered: z.string() }),
])

const POLL_OPTIONS = { timeout: 30_000 }

/** Counts the running transitions now and two frames later, because a transition can start when another one ends. */
const IN_TRANSITION = `new Promise((resolve) => {
  const running = () =>
    document.querySelectorAll('[data-fading]').length +
    document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === 'running').length
  const before = running()
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(before + running())))
})`

/** Operates a page as a user does: finds elements by role and name, clicks and types. */
export class Walker {
  readonly tab: Tab

  constructor(tab: Tab) {
    this.tab = tab
  }

  /** Returns the number of elements that match a target now, and details of the first element. */
  async find(target: ElementTarget): Promise<z.infer<typeof Found>> {
    return Found.parse(await this.#ask('find', target))
  }

  /** Waits until exactly one element matches the target and nothing covers it, and then clicks the element. */
  async press(target: ElementTarget): Promise<void> {
    let place: z.infer<typeof Place> = { waits: 'nothing was asked yet' }
    await expect
      .poll(
        async () => {
          place = Place.parse(await this.#ask('place', target))
          return 'waits' in place ? place.waits : 'can be pressed'
        },
        { ...POLL_OPTIONS, message: `to be pressed: ${describeTarget(target)}` },
      )
      .toBe('can be pressed')
    await this.#pressAt(target, place)
  }

  /** Clicks a field and types a text after its existing text. */
  async type(target: ElementTarget, text: string): Promise<void> {
    await this.press(target)
    await expect
      .poll(async () => (await this.find(target)).focused, { ...POLL_OPTIONS, message: describeTarget(target) })
      .toBe(true)
    await this.tab.type(text)
  }

  /** Replaces the text of a field. */
  async retype(target: ElementTarget, text: string): Promise<void> {
    await this.press(target)
    await this.tab.chord(['Control', 'a'])
    await this.tab.chord(['Backspace'])
    await this.tab.type(text)
  }

  chord = (...keys: readonly Key[]): Promise<void> => this.tab.chord(keys)

  async expectPresent(target: ElementTarget, count = 1): Promise<void> {
    await expect
      .poll(async () => (await this.find(target)).count, { ...POLL_OPTIONS, message: describeTarget(target) })
      .toBe(count)
  }

  expectAbsent = (target: ElementTarget): Promise<void> => this.expectPresent(target, 0)

  /** @param expected the whole visible text, or a pattern that matches a part of the text */
  async expectText(target: ElementTarget, expected: string | RegExp): Promise<void> {
    const text = async () => (await this.find(target)).texts[0]?.trim() ?? ''
    const matcher = expect.poll(text, { ...POLL_OPTIONS, message: describeTarget(target) })
    await (typeof expected === 'string' ? matcher.toBe(expected) : matcher.toMatch(expected))
  }

  async expectValue(target: ElementTarget, expected: string): Promise<void> {
    await expect
      .poll(async () => (await this.find(target)).value, { ...POLL_OPTIONS, message: describeTarget(target) })
      .toBe(expected)
  }

  async expectAttribute(target: ElementTarget, attribute: string, expected: string): Promise<void> {
    const value = async () => (await this.find(target)).attributes[attribute]
    await expect.poll(value, { ...POLL_OPTIONS, message: `${attribute} of ${describeTarget(target)}` }).toBe(expected)
  }

  /** Waits until an expression in the page has the expected value. */
  async waitForExpression(expression: string, expected: unknown): Promise<void> {
    await expect.poll(() => this.tab.run(expression), { ...POLL_OPTIONS, message: expression }).toEqual(expected)
  }

  /** Waits until no transition is running. */
  waitForTransitions = (): Promise<void> => this.waitForExpression(IN_TRANSITION, 0)

  #pressAt(target: ElementTarget, place: z.infer<typeof Place>): Promise<void> {
    if ('x' in place) return this.tab.press(place.x, place.y)
    throw new Error(`${describeTarget(target)} is covered: ${'covered' in place ? place.covered : place.waits}`)
  }

  async #ask(tool: 'find' | 'place', target: ElementTarget): Promise<unknown> {
    const ask = () =>
      this.tab.run(`globalThis.walkTools ? walkTools.${tool}(${JSON.stringify(serializeTarget(target))}) : null`)
    const answer = await ask()
    if (answer !== null) return answer
    await this.tab.run(`(${TOOLS}, 0)`)
    return ask()
  }
}

const serializeTarget = ({ name, within, ...rest }: ElementTarget): SerializedTarget => ({
  ...rest,
  ...(typeof name === 'string' ? { name } : name ? { pattern: name.source } : {}),
  ...(within ? { within: serializeTarget(within) } : {}),
})

const describeTarget = ({ role, name, css, text, within }: ElementTarget): string =>
  [css ?? role, name && String(name), text && `with "${text}"`, within && `in ${describeTarget(within)}`]
    .filter(Boolean)
    .join(' ')
