import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Card } from '#contract/cards.ts'
import { listCards } from '#server/cards/list-cards.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { removeDemo } from './remove-demo.ts'
import { people, seedDemo } from './seed-demo.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
  await seedDemo(app.needs)
}, 60_000)
afterAll(() => app[Symbol.asyncDispose]())

const aliases = people.map(({ alias }) => alias).sort()
const demoAliases = async () => (await listCards(app.needs.db)).filter(({ isDemo }) => isDemo).map(({ alias }) => alias)
const read = async (alias: string) => (await app.call('cards.read', { params: { alias } }))['{product}']

describe('the demo', () => {
  test('has six cards, and starting again adds none', async () => {
    await seedDemo(app.needs)
    expect(await demoAliases()).toEqual(aliases)
  })

  test.each(['maren', 'julian', 'priya', 'oyelaran', 'free'])('%s can be read as the contract says', async (alias) => {
    expect(Card.parse(await read(alias)).fullName).not.toBe('')
  })

  test('shows each layout, a team, a lender, a free card and one that is off', async () => {
    expect(await read('maren')).toMatchObject({ eCardTheme: 'default', pictures: { profile: { width: 1000 }, background: {}, logo: {} } })
    expect(await read('julian')).toMatchObject({ eCardTheme: expect.stringContaining('elliman') })
    expect(await read('priya')).toMatchObject({ eCardTheme: expect.stringContaining('compass'), gradeServiceTemplateId: 6 })
    expect(await read('oyelaran')).toMatchObject({ eCardTheme: expect.stringContaining('exp'), profile: 2 })
    expect((await app.call('cards.read', { params: { alias: 'free' } })).subscription).toMatchObject({ isFreemium: true })
    expect(await read('closed')).toMatchObject({ isCardDisabled: true })
  })

  test('removed, it leaves the real card and never comes back', async () => {
    const { alias } = await aCard(app.needs, { title: 'Real' })
    expect(await removeDemo(app.needs)).toBe(people.length)
    await seedDemo(app.needs)

    expect(await demoAliases()).toEqual([])
    expect(await read(alias)).toMatchObject({ title: 'Real' })
    expect(await keysOf(app.needs.storage)).toEqual([])
    const { rows } = await app.needs.pool.query(`select 1 from account where email like '%@example.com'`)
    expect(rows).toEqual([])
  })
})

test('the demo never moves in beside a real card', async () => {
  await using lived = await anApp()
  const { alias } = await aCard(lived.needs)
  await seedDemo(lived.needs)
  expect((await listCards(lived.needs.db)).map((card) => card.alias)).toEqual([alias])
})
