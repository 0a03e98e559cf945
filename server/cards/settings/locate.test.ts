import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Card } from '#contract/cards/cards.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { geocoderStandIn, type GeocoderMood, type GeocoderStandIn } from '../../../tests/stand-ins/geocoder.ts'
import { behind } from '../../../tests/harness/behind.ts'
import { eventually } from '../../../tests/harness/eventually.ts'
import { changeCard } from '../editor/change-card.ts'
import { updateLocation } from './locate.job.ts'

const office = {
  companyAddress: '14 Ferry Point Road',
  companyCity: 'Port Hadley',
  companyState: 'ME',
  companyZip: '04099',
  companyCountry: 'US',
}
const found = { lat: 44.1042, lng: -69.1067 }

let standIn: GeocoderStandIn
beforeAll(async () => {
  standIn = await geocoderStandIn()
})
afterAll(() => standIn[Symbol.asyncDispose]())

describe.each(['google', 'nominatim'] as const)('the place of an office, by %s', (geocoder) => {
  let app: TestApp
  beforeAll(async () => {
    app = await anApp({ settings: { geocoder, geocoderUrl: standIn.url, geocoderKey: 'key-1' } })
  })
  afterAll(() => app[Symbol.asyncDispose]())
  beforeEach(() => {
    standIn.mood = 'good'
    standIn.asked = []
  })

  const locationOf = async (alias: string) =>
    Card.parse((await app.call('cards.read', { params: { alias } }))['{product}']).settings.location
  /** What follows from a change is asked for beside it. */
  const settled = () => eventually(() => app.needs.jobs.settle())
  async function moved(fields: Parameters<typeof aCard>[1] = {}) {
    const card = await aCard(app.needs)
    await changeCard(app.needs, card.id, { ...office, ...fields })
    await eventually(async () => {
      await app.needs.jobs.settle()
      expect(standIn.asked.length).toBeGreaterThan(0)
    })
    return card
  }

  test('CNT-2 is found when the address is saved, once, and a visitor never asks for it', async () => {
    const { alias } = await moved()
    expect(await locationOf(alias)).toMatchObject(found)
    const asked = standIn.asked.length
    await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)
    await settled()
    expect(standIn.asked.length).toBe(asked)
  })

  test('CNT-2 coordinates of an old address are not shown at a new one', async () => {
    const { id, alias } = await moved()
    standIn.mood = 'nothing'
    await changeCard(app.needs, id, { companyAddress: '9 Nowhere Lane' })
    expect(await locationOf(alias)).toBeNull()
    await settled()
    expect(await locationOf(alias)).toBeNull()
  })

  test.each<GeocoderMood>(['nothing', 'denied', 'malformed'])(
    'CNT-2 an answer that is %s is passed over: there is no map, and nothing breaks',
    async (mood) => {
      standIn.mood = mood
      const { alias } = await moved()
      expect(await locationOf(alias)).toBeNull()
    },
  )
})

describe('without a geocoder', () => {
  let app: TestApp
  afterEach(() => app[Symbol.asyncDispose]())

  test('an address is saved, and nobody is asked', async () => {
    standIn.asked = []
    app = await anApp()
    const { id } = await aCard(app.needs)
    await changeCard(app.needs, id, office)
    await app.needs.jobs.settle()
    expect(standIn.asked).toEqual([])
  })
})

describe('while the answer is written', () => {
  let app: TestApp
  afterEach(() => app[Symbol.asyncDispose]())

  test('what the owner saves at the same moment stays', async () => {
    app = await anApp()
    const { id } = await aCard(app.needs)
    await changeCard(app.needs, id, office)
    const geocoder = { locate: async () => ({ status: 'OK', ...found }) as const }
    await behind(
      app.needs.db,
      (tx) => tx.execute(sql`update subject set settings = settings || '{"iconPack": "round"}' where id = ${id}`),
      () => updateLocation({ ...app.needs, geocoder }, id),
    )
    const { rows } = await app.needs.db.execute(sql`select settings from subject where id = ${id}`)
    expect(rows).toMatchObject([{ settings: { iconPack: 'round', location: found } }])
  })
})
