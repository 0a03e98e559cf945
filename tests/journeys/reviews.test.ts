import { describe, expect, test } from 'vitest'
import { aVisitor } from '../harness/visitor.ts'

describe('the reviews of a lender', () => {
  test('“Not met” is red where “Exceeded” is not', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/priya/reviews')
    const colorOf = (words: string) => visitor.page.getByRole('definition').filter({ hasText: words }).first().evaluate(paintedColor)

    const { red, green, blue } = await colorOf('Not met')
    expect(red).toBeGreaterThan(1.8 * Math.max(green, blue))
    const exceeded = await colorOf('Exceeded')
    expect(exceeded.red).toBeLessThan(1.4 * Math.max(exceeded.green, exceeded.blue))
  })
})

/** Runs in the page: the rendered color of an element's text. */
function paintedColor(element: Element) {
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) throw new Error('No canvas to paint on.')
  context.fillStyle = getComputedStyle(element).color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return { red, green, blue }
}
