import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { has } from '#contract/permissions.ts'
import { savePicture } from '../../../tests/factories/pictures.ts'
import { addToDays } from '#server/visits/visit-store.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aContact } from '../../../tests/factories/contacts.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../../tests/harness/signed-in.ts'
import { setPlan } from '../orders/set-plan.ts'

const app = await theApp()
let owner: SignedIn
let card: { id: string; alias: string; key: string }
/** The oldest contact: FREE shows only the five newest. */
let oldest: string

beforeAll(async () => {
  const made = await aCard(app.deps, {
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
    settings: {
      triggerAction: { key: 'call', route: 'contact', text: 'Call me', type: 1 },
      connectClientsSetting: { timeout: 9, applyTags: 'Fair,Spring' },
    },
  })
  const logo = await sharp({ create: { width: 96, height: 96, channels: 4, background: '#1f533f' } })
    .png()
    .toBuffer()
  await savePicture(app.deps, app.deps.db, made.id, 'logo', logo)
  const { rows } = await app.deps.db.execute<{ key: string }>(sql`select key from subject where id = ${made.id}`)
  card = { ...made, key: rows[0]?.key ?? '' }
  owner = await signedIn(app, card.id)
  const met = []
  const note = [{ Created: '2026-11-01T10:00:00Z', Note: 'Likes lilacs.' }]
  for (let at = 0; at < 8; at++) met.push(await aContact(app.deps, card.id, { name: `Met ${at}`, tags: ['Fair'], ownerNotes: note }))
  oldest = met[0]?.id ?? ''
  const day = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
  await app.deps.changes.write((tx) =>
    addToDays(tx, [{ subjectId: card.id, day, name: 'open_carte', dimension: 'platform_used', value: 'mobile', count: 7 }]),
  )
})

const put = (plan: 'FREE' | 'PRO') =>
  app.deps.changes.write(async (tx, notify) => {
    await setPlan(tx, card.id, { plan }, { now: app.deps.clock.now(), lengths: { trialDays: 30, dunningDays: 14 } })
    notify(`card:${card.id}`)
  })

const page = async () => JSON.parse(await (await app.ask(`/remote/api/public/e-card-by-alias/${card.alias}`)).text())
/** The answer of a call, or its error status. */
const answerOf = (call: Promise<unknown>) =>
  call.catch((error: { problem?: { status: number } }) => ({ refused: error.problem?.status ?? error }))
const json = { 'x-csrf': '1', 'content-type': 'application/json' }
const fileOf = async (method: 'GET' | 'POST') => {
  const answer = await owner.ask(`/remote/api/clients/connected-clients/export-client/${oldest}`, { method, headers: json })
  return answer.ok ? answer.text() : { refused: answer.status }
}
const setting = (updateType: number, name: string, value: string | number) =>
  answerOf(owner.call('cards.updateSettings', { input: { alias: card.alias, key: card.key, updateType, setting: name, value } }))

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
  'an older contact by its id': () => answerOf(owner.call('contacts.read', { params: { id: oldest } })),
  'an older contact as a file': () => fileOf('POST'),
  'an older contact by a plain link': () => fileOf('GET'),
  'notes on an older contact': () => answerOf(owner.call('contacts.updateNotes', { input: { connectedClientId: oldest, notes: [] } })),
  'labels of an older contact': () => answerOf(owner.call('contacts.setTags', { input: { clientId: oldest, tags: ['Fair'] } })),
  'the viewed mark of an older contact': () => answerOf(owner.call('contacts.setViewed', { input: { clientId: oldest } })),
  'labels for the next contact': () => setting(16, 'applyTags', 'Fair,Spring'),
  'when the form opens by itself': () => setting(1, 'timeout', 9),
  'the action that opens by itself': async () => (await page()).carte.settings.triggerAction,
  'the logo in the code': async () => (await (await app.ask(`/api/public/client-qr/${card.alias}/latest`)).text()).includes('<image'),
  // The signature page checks this first.
  'the e-mail signature': async () => has((await page()).carte.permissions, 'EMailSignatures'),
  'the film behind the card': async () => (await page()).carte.videoUrl,
}

/** All rows of the card in the database. */
async function storedRows(): Promise<string> {
  const { rows } = await app.deps.db.execute(sql`
    select 'subject' as t, row_to_json(x)::text as row from subject x where id = ${card.id}
    union all select 'contact', row_to_json(x)::text from contact x where subject_id = ${card.id}
    union all select 'label', row_to_json(x)::text from contact_label x where subject_id = ${card.id}
    union all select 'day', row_to_json(x)::text from visit_day x where subject_id = ${card.id} order by 1, 2`)
  return JSON.stringify(rows)
}

test.each(Object.entries(ways))('PROMPT-3 SUB-2 PRO → FREE → PRO hides %s, deletes nothing and shows them again', async (_, read) => {
  await put('PRO')
  const [visible, before] = [await read(), await storedRows()]
  expect(visible).not.toEqual({ refused: expect.anything() })
  await put('FREE')
  expect(await read()).not.toEqual(visible)
  expect(await storedRows()).toBe(before)
  await put('PRO')
  expect(await read()).toEqual(visible)
})

test('PROMPT-3 contacts hidden on FREE cannot be erased by id', async () => {
  await put('FREE')
  const before = await storedRows()
  expect(await answerOf(owner.call('contacts.erase', { input: { clientId: oldest } }))).toEqual({ refused: 404 })
  expect(await storedRows()).toBe(before)
})
