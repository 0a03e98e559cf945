import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Card, MenuItem } from '#contract/cards/cards.ts'
import { AgentReview } from '#contract/cards/reviews.ts'
import { listCards } from '#server/cards/owned/list-cards.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { removeDemo } from './remove-demo.ts'
import { people, seedDemo } from './seed-demo.ts'
import { layoutDemos } from '../../tests/samples/layout-demos.ts'
import { layoutFor, layouts } from '#common/layouts.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
  await seedDemo(app.deps)
})
afterAll(() => app[Symbol.asyncDispose]())

const aliases = people.map(({ alias }) => alias).sort()
const demoAliases = async () => (await listCards(app.deps.db)).filter(({ isDemo }) => isDemo).map(({ alias }) => alias)
const read = async (alias: string) => (await app.call('cards.read', { params: { alias } }))['{product}']

describe('the demo', () => {
  test('has seven cards, and starting again adds none', async () => {
    await seedDemo(app.deps)
    expect(await demoAliases()).toEqual(aliases)
  })

  test.each([...layoutDemos, 'free'])('%s can be read as the contract says', async (alias) => {
    expect(Card.parse(await read(alias)).fullName).not.toBe('')
  })

  test('shows each layout, a team, a lender, an attorney, a free and a disabled card', async () => {
    const themes = (await Promise.all(layoutDemos.map(read))).map((card) => Card.parse(card).eCardTheme)
    expect(themes.map((theme) => layoutFor(theme).key)).toEqual(layouts.map(({ key }) => key))
    expect(await read('maren')).toMatchObject({ eCardTheme: 'default', pictures: { profile: { width: 1000 }, background: {}, logo: {} } })
    expect(await read('julian')).toMatchObject({ eCardTheme: expect.stringContaining('elliman') })
    expect(await read('priya')).toMatchObject({ eCardTheme: expect.stringContaining('compass'), gradeServiceTemplateId: 6 })
    expect(await read('oyelaran')).toMatchObject({ eCardTheme: expect.stringContaining('exp'), profile: 2 })
    expect(await read('eleanor')).toMatchObject({ eCardTheme: 'ledger', pictures: { profile: { width: 1000 }, background: null } })
    expect((await app.call('cards.read', { params: { alias: 'free' } })).subscription).toMatchObject({ isFreemium: true })
    expect(await read('closed')).toMatchObject({ isCardDisabled: true })
  })

  test('shows every field of a card, setting and menu entry somewhere', async () => {
    const cards = await Promise.all(layoutDemos.map(read))
    const variant = (await app.call('cards.read', { params: { alias: 'maren', version: 'open-house' } }))['{product}']
    const all = [...cards, variant].map((card) => Card.parse(card))
    const isSet = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))
    const missing = Card.keyof().options.filter((key) => !all.some((card) => isSet(card[key])))
    // Films and counters of others would load from elsewhere, and a draft's pictures are for its owner.
    const elsewhere = /video|vimeo|GoogleAnalytics|FacebookPixel|^preview|^isCardDisabled$|^hideProfileImage/i
    expect(missing.filter((key) => !elsewhere.test(key))).toEqual([])

    const settings = all.map((card) => card.settings)
    expect(new Set(settings.map((one) => one['{product}MobileLayoutAlign']))).toEqual(new Set(['left', 'center', 'right']))
    for (const key of ['triggerAction', 'skipLoginPrompt', 'location'] as const) expect(settings.some((one) => one[key])).toBe(true)
    expect(settings.some(({ QRCode }) => QRCode.hide)).toBe(true)
    const entries = all.flatMap(({ menus }) => menus)
    const unused = MenuItem.keyof().options.filter((key) => !entries.some((entry) => isSet(entry[key])))
    expect(unused).toEqual([])
  })

  test('has nine reviews on one card, with every field that a review service sends', async () => {
    const { reviews, zillowWebServicesId: screenName } = Card.parse(await read('julian'))
    const agent = await app.call('reviews.agent', { params: { screenName, id: '0' } })
    expect(reviews.length + agent.reviews.length).toBe(9)
    const fields = AgentReview.keyof().options
    expect(fields.filter((key) => !agent.reviews.some((one) => one[key]))).toEqual([])
  })

  test('was shared in each way that the share sheet knows', async () => {
    const { rows } = await app.deps.pool.query(`select distinct value from visit_day where name = 'share_carte_location' order by 1`)
    expect(rows.map(({ value }) => value)).toEqual(['Copy Link', 'Email', 'More', 'QR Code', 'Text', 'Whatsapp'])
  })

  test('removed, it leaves the real card and never comes back', async () => {
    const { alias } = await aCard(app.deps, { title: 'Real' })
    // An administrator who made the installation with a demo person's email.
    await app.deps.pool.query(`update account set is_operator = true where email = 'maren@example.com'`)
    // Views of other cards, many enough that a second subtraction would show.
    await app.deps.pool.query(`update view_total set count = count + 1000000`)
    // Another administrator does the same.
    const removed = await Promise.all([removeDemo(app.deps), removeDemo(app.deps)])
    expect(removed.reduce((sum, count) => sum + count)).toBe(people.length)
    await seedDemo(app.deps)

    expect(await demoAliases()).toEqual([])
    expect(await read(alias)).toMatchObject({ title: 'Real' })
    expect(await keysOf(app.deps.storage)).toEqual([])
    expect((await app.deps.pool.query(`select distinct count::int from view_total`)).rows).toEqual([{ count: 1000000 }])
    const { rows } = await app.deps.pool.query(`select email from account where email like '%@example.com'`)
    expect(rows).toEqual([{ email: 'maren@example.com' }])
  })
})

test('the demo never moves in beside a real card', async () => {
  await using lived = await anApp()
  const { alias } = await aCard(lived.deps)
  await seedDemo(lived.deps)
  expect((await listCards(lived.deps.db)).map((card) => card.alias)).toEqual([alias])
})
