import { describe, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { theApp } from '../../tests/harness/app.ts'
import { changeCard } from '../cards/editor/change-card.ts'
import { removeCard } from '../cards/owned/remove-card.ts'
import { cacheOpenCards } from './open-cards.ts'

const app = await theApp()

describe('open cards', () => {
  test('are looked up once for concurrent requests, in any case', async () => {
    const { id, alias } = await aCard(app.deps)
    const found = await Promise.all([alias, alias.toUpperCase(), alias].map((name) => app.deps.openCards.find(name)))
    expect(found).toEqual([id, id, id])
  })

  test('are removed from the cache when switched off or deleted', async () => {
    const [off, gone] = [await aCard(app.deps), await aCard(app.deps)]
    for (const { id, alias } of [off, gone]) expect(await app.deps.openCards.find(alias)).toBe(id)
    await changeCard(app.deps, off.id, { isCardDisabled: true })
    await removeCard(app.deps, gone.id)
    for (const { alias } of [off, gone]) expect(await app.deps.openCards.find(alias)).toBeNull()
  })

  test('stay cached under each address until they change', async () => {
    const { id, alias } = await aCard(app.deps)
    const other = await aCard(app.deps)
    const { db, changes } = app.deps
    let queryCount = 0
    const counting = new Proxy(db, {
      get(it, name, self) {
        if (name === 'select') queryCount++
        return Reflect.get(it, name, self)
      },
    })
    using cards = cacheOpenCards({ db: counting, changes })
    await cards.find(alias)
    await cards.find(other.alias)
    const before = queryCount
    for (let edit = 0; edit < 3; edit++) await changeCard(app.deps, other.id, { bio: `edit ${edit}` })
    expect([await cards.find(alias), queryCount]).toEqual([id, before])
    await changeCard(app.deps, id, { isCardDisabled: true })
    expect(await cards.find(alias)).toBeNull()
    expect(queryCount).toBeGreaterThan(before)
  })

  test('an unknown name is not cached, so that it is found once a card takes it', async () => {
    expect(await app.deps.openCards.find('not-yet')).toBeNull()
    const { id } = await aCard(app.deps, { alias: 'not-yet' })
    expect(await app.deps.openCards.find('not-yet')).toBe(id)
  })
})
