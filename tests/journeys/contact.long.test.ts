import { describe, expect, test } from 'vitest'
import { cardHref } from '#contract/pages.ts'
import { theSite } from '../harness/the-site.ts'
import { aSharedVisitor, aVisitor, hydrate } from '../harness/visitor.ts'
import { eventually } from '../harness/eventually.ts'

describe('the contact page', () => {
  const shared = { narrow: aSharedVisitor({ on: 'narrow' }), phone: aSharedVisitor(), desktop: aSharedVisitor({ on: 'desktop' }) }

  test('CNT-1 has links to call, text, email and get directions', async () => {
    const { page, open } = await shared.phone()
    await open('/maren/contact')
    const hrefOf = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).first().getAttribute('href')

    expect(await hrefOf('(207) 555-0142')).toBe('tel:+12075550142')
    expect(await hrefOf(/text mobile/i)).toBe('sms:+12075550142')
    expect(await hrefOf(/text direct/i)).toBe('sms:+12075550167')
    expect(await hrefOf(/send an email/i)).toBe('mailto:maren.holloway@example.com')
    expect(await page.getByRole('main').getByText('14 Ferry Point Road, Suite 2').isVisible()).toBe(true)
  })

  test('CNT-1 directions go to the full address in the device’s maps app', async () => {
    const iphone = await shared.phone()
    await iphone.open('/maren/contact')
    const directions = iphone.page.getByRole('link', { name: 'Driving directions' })
    await eventually(async () =>
      expect(await directions.getAttribute('href')).toContain('https://maps.apple.com/?daddr=14%20Ferry%20Point%20Road'),
    )

    const desktop = await shared.desktop()
    await desktop.open('/maren/contact')
    expect(await desktop.page.getByRole('main').getByRole('link', { name: 'Driving directions' }).getAttribute('href')).toContain(
      'https://www.google.com/maps/dir/?api=1&destination=14%20Ferry%20Point%20Road%2C%20Suite%202%2C%20Port%20Hadley%2C%20ME%2004099',
    )
  })

  test('CNT-2 without a map service no third party is contacted', async () => {
    await using visitor = await aVisitor()
    const elsewhere: string[] = []
    visitor.page.on('request', (request) => {
      if (!request.url().startsWith(theSite().url) && !request.url().startsWith('data:')) elsewhere.push(request.url())
    })
    await visitor.open('/maren/contact')
    await visitor.page.getByRole('main').getByText('14 Ferry Point Road').waitFor()
    expect(await visitor.page.locator('.map').count()).toBe(0)
    await hydrate(visitor.page)
    // The deferred part has loaded, too.
    await visitor.page.locator('.connection').waitFor({ state: 'attached' })
    expect(elsewhere).toEqual([])
  })

  test.each([
    ['contact', 'Share your details'],
    ['connect', 'Share your details'],
    ['settings', 'Report this card'],
  ] as const)('on %s, “%s” has space above it', async (name, label) => {
    for (const on of ['narrow', 'phone', 'desktop'] as const) {
      const visitor = await shared[on]()
      await visitor.open(cardHref({ alias: 'maren' }, name))
      const gap = await visitor.page.getByRole('main').getByRole('link', { name: label }).evaluate(gapAbove)
      expect(gap, on).toBeGreaterThanOrEqual(12)
      expect(gap, on).toBeLessThanOrEqual(40)
    }
  })
})

/** Runs in the page: the distance in pixels between a link and the lowest element above it. */
function gapAbove(link: Element) {
  const { top } = link.getBoundingClientRect()
  const around = [...(link.closest('main')?.querySelectorAll('*') ?? [])]
  const bottoms = around
    .filter((one) => !one.contains(link) && one.checkVisibility())
    .map((one) => one.getBoundingClientRect().bottom)
    .filter((bottom) => bottom <= top + 1)
  return top - Math.max(...bottoms)
}
