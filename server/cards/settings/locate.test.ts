import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Card } from '#contract/cards/cards.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, theApp, type TestApp } from '../../../tests/harness/app.ts'
import { geocoderStandIn, type GeocoderMood, type GeocoderStandIn } from '../../../tests/stand-ins/geocoder.ts'
import { whileLocked } from '../../../tests/harness/while-locked.ts'
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

describe.each(['google', 'nominatim'] as const)('an office’s location by %s', (geocoder) => {
  let app: TestApp
  beforeAll(async () => {
    app = await anApp({ settings: { geocoder, geocoderUrl: standIn.url, geocoderKey: 'key-1' } })
  })
  afterAll(() => app[Symbol.asyncDispose]())
  beforeEach(() => {
    standIn.mood = 'good'
    standIn.requests = []
  })

  const locationOf = async (alias: string) =>
    Card.parse((await app.call('cards.read', { params: { alias } }))['{product}']).settings.location
  /** The request that follows a change runs in the background. */
  const settled = () => eventually(() => app.deps.jobs.settle())
  async function moved(fields: Parameters<typeof aCard>[1] = {}) {
    const card = await aCard(app.deps)
    await changeCard(app.deps, card.id, { ...office, ...fields })
    await eventually(async () => {
      await app.deps.jobs.settle()
      expect(standIn.requests.length).toBeGreaterThan(0)
    })
    return card
  }

  test('CNT-2 is geocoded once when the address is saved, never by visitors', async () => {
    const { alias } = await moved()
    expect(await locationOf(alias)).toMatchObject(found)
    const requests = standIn.requests.length
    await app.ask(`/remote/api/public/e-card-by-alias/${alias}`)
    await settled()
    expect(standIn.requests.length).toBe(requests)
  })

  test('CNT-2 a new address doesn’t show the old coordinates', async () => {
    const { id, alias } = await moved()
    standIn.mood = 'nothing'
    await changeCard(app.deps, id, { companyAddress: '9 Nowhere Lane' })
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
  test('an address is saved without a request', async () => {
    standIn.requests = []
    const app = await theApp()
    const { id } = await aCard(app.deps)
    await changeCard(app.deps, id, office)
    await app.deps.jobs.settle()
    expect(standIn.requests).toEqual([])
  })
})

describe('while the location is being saved', () => {
  test('the owner’s concurrent change survives', async () => {
    const app = await theApp()
    const { id } = await aCard(app.deps)
    await changeCard(app.deps, id, office)
    const geocoder = { locate: async () => ({ status: 'OK', ...found }) as const }
    await whileLocked(
      app.deps.db,
      (tx) => tx.execute(sql`update subject set settings = settings || '{"iconPack": "round"}' where id = ${id}`),
      () => updateLocation({ ...app.deps, geocoder }, id),
    )
    const { rows } = await app.deps.db.execute(sql`select settings from subject where id = ${id}`)
    expect(rows).toMatchObject([{ settings: { iconPack: 'round', location: found } }])
  })
})
