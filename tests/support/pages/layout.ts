import { expect, type Locator } from '@playwright/test'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Waits until an element is visible, and returns its bounding box. */
export async function boundingBoxOf(part: Locator): Promise<Box> {
  for (;;) {
    await part.waitFor()
    const box = await part.boundingBox()
    // The box is null if a lazy component has replaced its placeholder after `waitFor`.
    if (box) return box
  }
}

/** Expects that an element is completely visible and that none of its content is cut off. */
export async function expectFullyVisible(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 })
  const overflow = (element: Element) => element.scrollWidth - element.clientWidth
  expect(await part.evaluate(overflow), 'the width that is cut off').toBeLessThanOrEqual(0)
}

/** Returns the bottom edge of the text of an element, without the padding of the element, in CSS pixels. */
export function textBottomOf(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return text.getBoundingClientRect().bottom
  })
}

/** Returns the left edge of an element inside its padding, in CSS pixels. */
export function contentLeftOf(part: Locator): Promise<number> {
  return part.evaluate(
    (element) => element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingLeft),
  )
}

/** Returns the right edge of an element inside its padding, in CSS pixels. */
export function contentRightOf(part: Locator): Promise<number> {
  return part.evaluate(
    (element) => element.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(element).paddingRight),
  )
}

/** Returns the upper edges of all elements that a locator finds, in CSS pixels. */
export function topsOf(parts: Locator): Promise<number[]> {
  return parts.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top))
}
