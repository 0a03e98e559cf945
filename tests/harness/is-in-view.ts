import type { Locator } from 'playwright-core'

/** True if the middle of an element is on the screen and not covered by anything else. */
export const isInView = (one: Locator) =>
  one.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return hit !== null && element.contains(hit)
  })
