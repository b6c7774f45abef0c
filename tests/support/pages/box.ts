import { expect, type Locator } from '@playwright/test'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Returns the bounding box of an element, once it is visible. */
export async function boundingBoxOf(part: Locator): Promise<Box> {
  await part.waitFor()
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  return box
}

/** Expects an element to be completely visible and not cut off. */
export async function expectFullyVisible(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 })
  const overflow = (element: Element) => element.scrollWidth - element.clientWidth
  expect(await part.evaluate(overflow), 'the width that is cut off').toBeLessThanOrEqual(0)
}

/** Returns the bottom of an element's text, without padding. */
export function endOfText(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return text.getBoundingClientRect().bottom
  })
}
