import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { changeCard } from '../cards/editor/change-card.ts'
import { removeCard } from '../cards/owned/remove-card.ts'
import { keepOpenCards } from './open-cards.ts'

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

  test('stays known while others are edited, under each of its addresses, until it is changed itself', async () => {
    const { id, alias } = await aCard(app.needs)
    const other = await aCard(app.needs)
    const { db, changes } = app.needs
    let asked = 0
    const counting = new Proxy(db, {
      get(it, name, self) {
        if (name === 'select') asked++
        return Reflect.get(it, name, self)
      },
    })
    using cards = keepOpenCards({ db: counting, changes })
    await cards.find(alias)
    await cards.find(other.alias)
    const before = asked
    for (let edit = 0; edit < 3; edit++) await changeCard(app.needs, other.id, { bio: `edit ${edit}` })
    expect([await cards.find(alias), asked]).toEqual([id, before])
    await changeCard(app.needs, id, { isCardDisabled: true })
    expect(await cards.find(alias)).toBeNull()
    expect(asked).toBeGreaterThan(before)
  })

  test('a name that nobody has is asked for again, so that it is found once it is taken', async () => {
    expect(await app.needs.openCards.find('not-yet')).toBeNull()
    const { id } = await aCard(app.needs, { alias: 'not-yet' })
    expect(await app.needs.openCards.find('not-yet')).toBe(id)
  })
})
