import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { changeCard } from '../cards/change-card.ts'
import { removeCard } from '../cards/remove-card.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

describe('which cards are open', () => {
  test('is known to a whole crowd, whatever case it writes', async () => {
    const { id, alias } = await aCard(app.needs)
    const found = await Promise.all([alias, alias.toUpperCase(), alias].map((name) => app.needs.openCards.find(name)))
    expect(found).toEqual([id, id, id])
  })

  test('is forgotten with a change: switched off, or gone', async () => {
    const [off, gone] = [await aCard(app.needs), await aCard(app.needs)]
    for (const { id, alias } of [off, gone]) expect(await app.needs.openCards.find(alias)).toBe(id)
    await changeCard(app.needs, off.id, { isCardDisabled: true })
    await removeCard(app.needs, gone.id)
    for (const { alias } of [off, gone]) expect(await app.needs.openCards.find(alias)).toBeNull()
  })

  test('a name that nobody has is asked for again, so that it is found once it is taken', async () => {
    expect(await app.needs.openCards.find('not-yet')).toBeNull()
    const { id } = await aCard(app.needs, { alias: 'not-yet' })
    expect(await app.needs.openCards.find('not-yet')).toBe(id)
  })
})
