import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToDays } from '#server/visits/visit-store.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact } from '../../tests/factories/contacts.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { setPlan } from './set-plan.ts'

let app: TestApp
let owner: SignedIn
let card: { id: string; alias: string }

beforeAll(async () => {
  app = await anApp()
  card = await aCard(app.needs, {
    videoUrl: 'https://films.example/door.mp4',
    showVideoOnHomepage: true,
    menus: [
      {
        key: 'open-houses',
        version: 3,
        type: 2,
        show: true,
        route: 'https://example.com/open',
        cssClass: '',
        label: 'Open houses',
        weight: 5,
        seoTitle: '',
        seoDescription: '',
        seoKeywords: '',
        editable: true,
      },
    ],
    reviews: [
      { key: 'r1', source: 'Own', stars: 5, date: '', title: 'Good', review: 'She listened.', reviewer: 'Ben', show: true, weight: 1 },
    ],
  })
  owner = await signedIn(app, card.id)
  for (let at = 0; at < 8; at++) await aContact(app.needs, card.id, { name: `Met ${at}`, tags: ['Fair'] })
  const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
  await app.needs.changes.write((tx) =>
    addToDays(tx, [{ subjectId: card.id, day, name: 'open_carte', dimension: 'platform_used', value: 'mobile', count: 7 }]),
  )
})
afterAll(() => app[Symbol.asyncDispose]())

const put = (plan: 'FREE' | 'PRO') =>
  app.needs.changes.write(async (tx, tell) => {
    await setPlan(tx, card.id, { plan }, { now: app.needs.clock.now(), lengths: { trialDays: 30, dunningDays: 14 } })
    tell(`card:${card.id}`)
  })

const page = async () => JSON.parse(await (await app.ask(`/remote/api/public/e-card-by-alias/${card.alias}`)).text())
const ways: Record<string, () => Promise<unknown>> = {
  'contacts in the list': async () => {
    const found = await owner.call('contacts.search', {
      params: { page: 1, pageSize: 100, tag: 'none' },
      input: { SearchFor: '', alias: card.alias },
    })
    return JSON.stringify(found).match(/Met \d/g)
  },
  'contacts in the table': async () =>
    (
      await (
        await owner.ask(`/remote/api/clients/connected-clients/export-all/csv?alias=${card.alias}`, { headers: { 'x-csrf': '1' } })
      ).text()
    ).match(/Met \d/g),
  'visits of thirty days': () =>
    owner.call('visits.report', {
      input: {
        DateRanges: [{ StartDate: '30daysAgo', EndDate: 'today' }],
        Dimensions: [{ Name: 'customEvent:platform_used' }],
        Metrics: [{ Name: 'eventCount' }],
        alias: card.alias,
      },
    }),
  'links of one’s own': async () => (await page()).carte.menus,
  'reviews of one’s own': async () => (await page()).carte.reviews,
  rights: async () => (await page()).carte.permissions,
  'the film behind the card': async () => (await page()).carte.videoUrl,
}

/** All that belongs to the card, as the database holds it. */
async function kept(): Promise<string> {
  const { rows } = await app.needs.db.execute(sql`
    select 'subject' as t, row_to_json(x)::text as row from subject x where id = ${card.id}
    union all select 'contact', row_to_json(x)::text from contact x where subject_id = ${card.id}
    union all select 'label', row_to_json(x)::text from contact_label x where subject_id = ${card.id}
    union all select 'day', row_to_json(x)::text from visit_day x where subject_id = ${card.id} order by 1, 2`)
  return JSON.stringify(rows)
}

test.each(Object.entries(ways))(
  'PROMPT-3 SUB-2 PRO → FREE → PRO: %s are hidden, nothing is deleted, all of it comes back',
  async (_, read) => {
    await put('PRO')
    const [shown, before] = [await read(), await kept()]
    await put('FREE')
    expect(await read()).not.toEqual(shown)
    expect(await kept()).toBe(before)
    await put('PRO')
    expect(await read()).toEqual(shown)
  },
)
