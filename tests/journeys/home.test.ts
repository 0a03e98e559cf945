import { describe, expect, test } from 'vitest'
import { aVisitor } from '../harness/visitor.ts'

describe('the home of a card', () => {
  test('HOME-1 tells in this order who it is, how to reach them, what to do, and where else they are', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/home')
    const main = visitor.page.getByRole('main')

    const inOrder = [
      main.getByRole('img', { name: 'Maren Holloway' }),
      main.getByRole('heading', { level: 1, name: 'Maren Holloway' }),
      main.getByText('Broker Associate'),
      main.getByText('Finding people the light they want to live in.'),
      main.getByText('BA-918204'),
      main.getByText('Harbor & Pine Realty'),
      main.getByRole('link', { name: '(207) 555-0142' }),
      main.getByRole('link', { name: '(207) 555-0118' }),
      main.getByRole('link', { name: '(207) 555-0167' }),
      main.getByRole('link', { name: /maren\.holloway@example\.com/ }),
      main.getByRole('link', { name: /add to contacts/i }),
      main.getByRole('link', { name: 'Instagram' }),
    ]
    const places = await Promise.all(inOrder.map(async (part) => (await part.first().boundingBox())?.y))
    expect(places).not.toContain(undefined)
    expect(places).toEqual(places.toSorted((a = 0, b = 0) => a - b))
  })

  test('HOME-4 the action saves the contact as a vCard', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/home')

    const [download] = await Promise.all([
      visitor.page.waitForEvent('download'),
      visitor.page
        .getByRole('main')
        .getByRole('link', { name: /add to contacts/i })
        .click(),
    ])
    expect(download.suggestedFilename()).toMatch(/\.vcf$/)
  })

  test('HOME-9 a team says us and our where a person says me and my', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/oyelaran/home')
    expect(await visitor.page.getByRole('navigation').getByText('Call us').count()).toBeGreaterThan(0)

    await visitor.open('/maren/home')
    expect(await visitor.page.getByRole('navigation').getByText('Call me').count()).toBeGreaterThan(0)
    expect(await visitor.page.getByText(/\b(us|our)\b/).count()).toBe(0)
  })

  test.each(['maren', 'julian', 'priya', 'oyelaran'])('every picture of %s arrives', async (alias) => {
    await using visitor = await aVisitor({ on: 'desktop' })
    await visitor.open(`/${alias}/home`)

    const missing = await visitor.page
      .getByRole('img')
      .evaluateAll((pictures) =>
        pictures
          .filter((picture) => picture instanceof HTMLImageElement && !(picture.complete && picture.naturalWidth > 0))
          .map((picture) => picture.outerHTML),
      )
    expect(missing).toEqual([])
  })
})
