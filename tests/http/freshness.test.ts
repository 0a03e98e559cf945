import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCard } from '#server/cards/editor/change-card.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const titleAt = async (path: string) => ((await (await app.ask(path)).json()) as { carte: { title: string } }).carte.title

describe('a kept card', () => {
  test('is never older than the last edit', async () => {
    const card = await aCard(app.needs)
    const path = `/remote/api/public/e-card-by-alias/${card.alias}`
    for (const title of ['first', 'second', 'third']) {
      await changeCard(app.needs, card.id, { title })
      expect([await titleAt(path), await titleAt(path)]).toEqual([title, title])
    }
  })

  test('is not older after an edit while many read it', async () => {
    const card = await aCard(app.needs)
    const path = `/remote/api/public/e-card-by-alias/${card.alias}`
    for (let edit = 0; edit < 20; edit++) {
      const reading = Array.from({ length: 5 }, () => titleAt(path))
      await changeCard(app.needs, card.id, { title: `edit ${edit}` })
      expect(await titleAt(path)).toBe(`edit ${edit}`)
      await Promise.all(reading)
      expect(await titleAt(path)).toBe(`edit ${edit}`)
    }
  })

  test('answers 304 to who has it, and whole to who has the one before', async () => {
    const card = await aCard(app.needs)
    const path = `/remote/api/public/e-card-by-alias/${card.alias}`
    const etag = (await app.ask(path)).headers.get('etag') ?? ''
    const same = await app.ask(path, { headers: { 'if-none-match': etag } })
    expect(same.status).toBe(304)
    // What a 304 says takes the place of what was kept: it brings no other policy and no other life.
    const whole = await app.ask(path)
    for (const name of ['content-security-policy', 'cache-control', 'vary', 'etag'])
      expect(same.headers.get(name)).toBe(whole.headers.get(name))
    await changeCard(app.needs, card.id, { title: 'changed' })
    expect((await app.ask(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  test('an edit on another instance is heard here', async () => {
    const card = await aCard(app.needs)
    const heard = new Promise((resolve) => app.needs.changes.on((change) => change === `card:${card.id}` && resolve(change)))
    // As another instance would: through the database alone.
    await app.needs.pool.query(`select pg_notify('carte_changes', $1)`, [`card:${card.id}`])
    expect(await heard).toBe(`card:${card.id}`)
  })
})
