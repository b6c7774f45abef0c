import { expect, type Locator } from '@playwright/test'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Where something is drawn. */
export async function boxOf(part: Locator): Promise<Box> {
  await part.waitFor()
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  return box
}

/** Nothing of it is out of view or cut off. */
export async function expectWhole(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 })
  const overflow = (element: Element) => element.scrollWidth - element.clientWidth
  expect(await part.evaluate(overflow), 'is cut off').toBeLessThanOrEqual(0)
}

/** Where the text of a part ends, without the room around it. */
export function endOfText(part: Locator): Promise<number> {
  return part.evaluate((element) => {
    const text = document.createRange()
    text.selectNodeContents(element)
    return text.getBoundingClientRect().bottom
  })
}
