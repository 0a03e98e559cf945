import { describe, expect, test } from 'vitest'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { aCard } from '../factories/cards.ts'
import { theApp } from '../harness/app.ts'

const app = await theApp()

const titleAt = async (path: string) => ((await (await app.ask(path)).json()) as { carte: { title: string } }).carte.title

describe('a cached card', () => {
  test('is never older than the last edit', async () => {
    const card = await aCard(app.deps)
    const path = `/remote/api/public/e-card-by-alias/${card.alias}`
    for (const title of ['first', 'second', 'third']) {
      await changeCard(app.deps, card.id, { title })
      expect([await titleAt(path), await titleAt(path)]).toEqual([title, title])
    }
  })

  test('is fresh after an edit while many read it', async () => {
    const card = await aCard(app.deps)
    const path = `/remote/api/public/e-card-by-alias/${card.alias}`
    for (let edit = 0; edit < 20; edit++) {
      const reading = Array.from({ length: 5 }, () => titleAt(path))
      await changeCard(app.deps, card.id, { title: `edit ${edit}` })
      expect(await titleAt(path)).toBe(`edit ${edit}`)
      await Promise.all(reading)
      expect(await titleAt(path)).toBe(`edit ${edit}`)
    }
  })

  test('answers 304 to a current client, and in full to an outdated one', async () => {
    const card = await aCard(app.deps)
    const path = `/remote/api/public/e-card-by-alias/${card.alias}`
    const etag = (await app.ask(path)).headers.get('etag') ?? ''
    const same = await app.ask(path, { headers: { 'if-none-match': etag } })
    expect(same.status).toBe(304)
    // The headers of a 304 replace cached ones, so it must not change policy or lifetime.
    const whole = await app.ask(path)
    for (const name of ['content-security-policy', 'cache-control', 'vary', 'etag'])
      expect(same.headers.get(name)).toBe(whole.headers.get(name))
    await changeCard(app.deps, card.id, { title: 'changed' })
    expect((await app.ask(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('an edit on another instance invalidates it here', async () => {
    const card = await aCard(app.deps)
    const notified = new Promise((resolve) => app.deps.changes.on((change) => change === `card:${card.id}` && resolve(change)))
    // As another instance does: through the database only.
    await app.deps.pool.query(`select pg_notify('carte_changes', $1)`, [`card:${card.id}`])
    expect(await notified).toBe(`card:${card.id}`)
  })
})
