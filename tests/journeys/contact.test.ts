import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSite, type Site } from '../harness/site.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, suppressForm } from '../harness/visitor.ts'
import { tilesStandIn, type TilesStandIn } from '../stand-ins/tiles.ts'
import { eventually } from '../harness/eventually.ts'
import { aCapturingCard, connect, contactsOf, dialog, fill } from './capture-steps.ts'

describe('with a map service and the default cost of the puzzle', () => {
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
    await eventually(async () => expect((await map.boundingBox())?.height).toBe(400))
    await eventually(() => expect(tiles.requests.some((path) => path.startsWith('/16/'))).toBe(true))
    await visitor.page.getByText('© Stand-in').waitFor()

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

  test('CAP-3 the form is sent from the contact page, with how the visitor came to it', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor({ baseURL: site.url })
    await visitor.open(`/${card.alias}/contact?source=qr`)
    await dialog(visitor).waitFor()
    await fill(visitor)
    await connect(visitor).click()
    await visitor.page.getByRole('heading', { name: 'You’re connected' }).waitFor()
    expect(await contactsOf(card)).toMatchObject([{ source: 'form', via: 'qr' }])
  })
})
