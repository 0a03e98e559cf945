import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardHref } from '#contract/pages.ts'
import { startSite, type Site } from '../harness/site.ts'
import { theSite } from '../harness/the-site.ts'
import { aSharedVisitor, aVisitor, suppressForm } from '../harness/visitor.ts'
import { tilesStandIn, type TilesStandIn } from '../stand-ins/tiles.ts'
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
    await visitor.page.getByText('44.1042° N').waitFor()
    await visitor.page.waitForLoadState('networkidle')
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

describe('with a map service', () => {
  let tiles: TilesStandIn
  let site: Site
  beforeAll(async () => {
    tiles = await tilesStandIn()
    const { databaseUrl, dataDir } = theSite()
    site = await startSite({
      environment: {
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        TILES_URL: tiles.pattern,
        TILES_ATTRIBUTION: '© Stand-in',
        LOG_LEVEL: 'error',
      },
    })
  })
  afterAll(async () => {
    await site[Symbol.asyncDispose]()
    await tiles[Symbol.asyncDispose]()
  })

  test('CNT-2 the map is 400 px high at zoom 16, has attribution and works by keyboard', async () => {
    await using visitor = await aVisitor({ baseURL: site.url })
    await suppressForm(visitor.page, 'maren')
    await visitor.open('/maren/contact')
    const map = visitor.page.getByRole('application', { name: /map of 14 ferry point road/i })
    await map.waitFor()
    expect((await map.boundingBox())?.height).toBe(400)
    await eventually(() => expect(tiles.requests.some((path) => path.startsWith('/16/'))).toBe(true))
    expect(await visitor.page.getByText('© Stand-in').isVisible()).toBe(true)

    await map.focus()
    await visitor.page.keyboard.press('+')
    await eventually(() => expect(tiles.requests.some((path) => path.startsWith('/17/'))).toBe(true))
    const before = tiles.requests.length
    for (let step = 0; step < 5; step++) await visitor.page.keyboard.press('ArrowRight')
    await eventually(() => expect(tiles.requests.length).toBeGreaterThan(before))
    await visitor.page.getByRole('button', { name: 'Zoom out' }).click()
  })

  test('CNT-2 offline the address replaces the map, which returns with the network', async () => {
    await using visitor = await aVisitor({ baseURL: site.url })
    await visitor.open('/maren/contact')
    const map = visitor.page.getByRole('application')
    await map.waitFor()
    await visitor.page.context().setOffline(true)
    await map.waitFor({ state: 'detached' })
    expect(await visitor.page.getByRole('link', { name: 'Driving directions' }).isVisible()).toBe(true)
    await visitor.page.context().setOffline(false)
    await map.waitFor()
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
