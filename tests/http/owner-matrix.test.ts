import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { signedIn, type SignedIn } from '../harness/signed-in.ts'

let app: TestApp
let victim: SignedIn & { alias: string; subjectId: string; key: string; contactId: string; passkeyId: string }
let thief: SignedIn

/** Words that stand for the victim wherever they come out. */
const treasure = 'Treasure-7f3a'

beforeAll(async () => {
  app = await anApp()
  const card = await aCard(app.needs)
  const contact = await aContact(app.needs, card.id, { name: treasure, notes: treasure, tags: [treasure] })
  const owner = await signedIn(app, card.id)
  const passkeyId = randomUUID()
  await app.needs.db.execute(
    sql`insert into passkey (account_id, id, credential_id, public_key, name) values (${owner.accountId}, ${passkeyId}, 'c1', '\\x00', ${treasure})`,
  )
  await app.needs.db.execute(
    sql`insert into card_draft (subject_id, revision, fields) values (${card.id}, 1, ${JSON.stringify({ bio: treasure })}::jsonb)`,
  )
  await app.needs.db.execute(
    sql`insert into invoice (subject_id, id, provider, number, state, plan_code, amount, currency, issued_at, told_at)
      values (${card.id}, ${contact.id}, 'embedded', ${treasure}, 'paid', 'PRO', 1500, 'USD', now(), now())`,
  )
  const { rows } = await app.needs.db.execute<{ key: string }>(sql`select key from subject where id = ${card.id}`)
  victim = { ...owner, alias: card.alias, subjectId: card.id, key: rows[0]?.key ?? '', contactId: contact.id, passkeyId }
  thief = await signedIn(app, (await aCard(app.needs)).id)
})
afterAll(() => app[Symbol.asyncDispose]())

const all = Object.values<Endpoint>(endpoints)
const owners = all.filter(({ access }) => access !== 'anyone')

/** Every id of the victim's, by the name under which a call would carry it. */
const idOf = (name: string): string => {
  if (name === 'alias') return victim.alias
  if (name === 'subjectId') return victim.subjectId
  if (name === 'key' || name === 'uId') return victim.key
  return victim.contactId
}

/** A call that the contract takes, with the victim's ids wherever there is room for one. */
function aimedAtVictim(endpoint: Endpoint): { path: string; init: RequestInit } {
  const { method, path, query, input, takes, name } = endpoint
  const filled = spellPath(path, 'carte').replace(/:(\w+)\??/g, (_, part: string) => partFor(part))
  const search = new URLSearchParams(Object.keys(query?.shape ?? {}).flatMap((key) => (key === 'alias' ? [[key, victim.alias]] : [])))
  const body = input ? JSON.stringify({ ...exampleOf(input), ...special[name]?.() }) : undefined
  const at = search.size > 0 ? `${filled}?${search}` : filled
  // A file is the body itself: any bytes will do, for whose card it is comes first.
  if (takes) return { path: at, init: { method, headers: { 'x-csrf': '1', 'content-type': 'application/octet-stream' }, body: treasure } }
  return {
    path: at,
    init: { method, headers: { 'x-csrf': '1', ...(body ? { 'content-type': 'application/json' } : {}) }, ...(body ? { body } : {}) },
  }
}

const partFor = (part: string) => ({ kind: 'profile', page: '1', pageSize: '100', tag: 'none', format: 'csv' })[part] ?? idOf(part)

/** Where an example cannot be guessed from the schema. */
const special: Partial<Record<string, () => object>> = {
  'accounts.endSession': () => ({ id: victim.sessionId }),
  'accounts.removePasskey': () => ({ id: victim.passkeyId }),
  'accounts.addPasskey': () => ({ answer: { id: 'c1', type: 'public-key' }, name: 'x' }),
  'cards.updateSettings': () => ({ updateType: 0, setting: 'ShowName', value: false }),
  'cards.updateApplicationSettings': () => ({ updateType: 0, setting: 'emailBody', value: 'x' }),
  'cards.updateLocationSettings': () => ({ address: 'x', lat: 1, lng: 1 }),
  'cards.saveDraft': () => ({ changes: { title: 'Stolen' } }),
  'visits.report': () => ({
    DateRanges: [{ StartDate: '7daysAgo', EndDate: 'today' }],
    Dimensions: [{ Name: 'customEvent:platform_used' }],
    Metrics: [{ Name: 'eventCount' }],
  }),
  'billing.subscribe': () => ({ customer: someCustomer, plan: { plan_code: 'PRO' }, redirect_url: '/' }),
  'billing.manage': () => ({ act: 'cancel' }),
  'push.subscribe': () => ({
    enabled: true,
    device: 'd',
    topics: [],
    token: { endpoint: 'https://fcm.googleapis.com/x', keys: { p256dh: 'x', auth: 'y' } },
  }),
}

const somewhere = { attention: '', street: 'Street 1', city: 'Town', state: 'State', country: 'US', zip: '04101', fax: '' }
const someCustomer = {
  first_name: 'Some',
  last_name: 'Body',
  display_name: '',
  email: 'somebody@example.com',
  company_name: 'Company',
  phone: '1',
  mobile: '1',
  billing_address: somewhere,
  shipping_address: somewhere,
}

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  format?: string
}

function exampleOf(schema: z.ZodType): object {
  const made = example(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '')
  return typeof made === 'object' && made !== null ? made : {}
}

function example(schema: JsonSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return example(schema.anyOf[0], name)
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    // What may be left out is left out, but for who is meant.
    const wanted = fields.filter(([key]) => schema.required?.includes(key) || key === 'alias')
    return Object.fromEntries(wanted.map(([key, part]) => [key, example(part, key)]))
  }
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (name === 'submissionId') return randomUUID()
  return schema.format === 'uuid' || ['alias', 'key', 'subjectId'].includes(name) ? idOf(name) : 'Somebody'
}

/** Whether somebody lives at an address is no secret: these are asked just that. */
const isAboutAddresses = ({ name }: Endpoint) => name === 'cards.aliasState' || name === 'cards.create'

/** What the victim has, as the database holds it. */
async function holdings(): Promise<string> {
  const tables = {
    contact: 'subject_id',
    contact_label: 'subject_id',
    contact_count: 'subject_id',
    push_subscription: 'subject_id',
    card_draft: 'subject_id',
    uploaded_picture: 'subject_id',
    claim_code: 'subject_id',
    subscription: 'subject_id',
    billing_customer: 'subject_id',
    billing_order: 'subject_id',
    invoice: 'subject_id',
    membership: 'subject_id',
    subject: 'id',
  }
  const mine = Object.entries(tables).map(([table, column]) =>
    sql.raw(`select '${table}' as t, row_to_json(x)::text as row from ${table} x where ${column} = '${victim.subjectId}'`),
  )
  const personal = ['session', 'passkey', 'account'].map((table) =>
    sql.raw(
      `select '${table}' as t, row_to_json(x)::text as row from ${table} x where ${table === 'account' ? 'id' : 'account_id'} = '${victim.accountId}'`,
    ),
  )
  const { rows } = await app.needs.db.execute(sql`${sql.join([...mine, ...personal], sql` union all `)} order by 1, 2`)
  return JSON.stringify(rows)
}

const named = (calls: readonly Endpoint[]) => calls.map((endpoint) => [endpoint.name, endpoint] as const)

describe.each(named(owners))('%s', (_, endpoint) => {
  test('AUTH-5 is refused without a session: no data, nothing changed', async () => {
    const { path, init } = aimedAtVictim(endpoint)
    const before = await holdings()
    const answer = await app.ask(path, init)
    expect(answer.status).toBe(401)
    expect(await answer.text()).not.toContain(treasure)
    expect(await holdings()).toBe(before)
  })

  test('a session that was ended is no session', async () => {
    const gone = await signedIn(app, victim.subjectId)
    await gone.call('accounts.endSession', { input: { id: gone.sessionId } })
    const { path, init } = aimedAtVictim(endpoint)
    const before = await holdings()
    const answer = await gone.ask(path, init)
    expect(answer.status).toBe(401)
    expect(await answer.text()).not.toContain(treasure)
    expect(await holdings()).toBe(before)
  })
})

describe.each(named(owners.filter((endpoint) => !isAboutAddresses(endpoint))))('%s', (_, endpoint) => {
  test('another owner’s ids look like ids that never were', async () => {
    const { path, init } = aimedAtVictim(endpoint)
    const never = randomUUID()
    const blank = (text: string) =>
      [victim.contactId, victim.subjectId, victim.sessionId, victim.passkeyId]
        .reduce((said, id) => said.replaceAll(id, never), text)
        .replaceAll(victim.alias, 'nobody-lives-here')
        .replaceAll(victim.key, 'no-such-key')
    const before = await holdings()
    const stolen = await thief.ask(path, init)
    const nothing = await thief.ask(blank(path), { ...init, ...(typeof init.body === 'string' ? { body: blank(init.body) } : {}) })
    const said = async (answer: Response) => (await answer.text()).replace(/"requestId":"[^"]+"/, '').replace(/"challenge":"[^"]+"/, '')
    const [stolenSaid, nothingSaid] = [await said(stolen), await said(nothing)]
    expect(stolenSaid).not.toContain(treasure)
    expect([stolen.status, stolenSaid]).toEqual([nothing.status, nothingSaid])
    expect(await holdings()).toBe(before)
  })
})

describe.each(named(owners.filter(isAboutAddresses)))('%s', (_, endpoint) => {
  test('tells of an address that somebody lives there, and no more', async () => {
    const { path, init } = aimedAtVictim(endpoint)
    const before = await holdings()
    const answer = await thief.ask(path, init)
    expect((await answer.text()).toLowerCase()).not.toContain(treasure.toLowerCase())
    expect([200, 409]).toContain(answer.status)
    expect(await holdings()).toBe(before)
  })
})

// A link carries no header of ours.
describe.each(named(owners.filter(({ isLink }) => !isLink)))('%s, made by a page,', (_, endpoint) => {
  test('AUTH-5 is refused without X-CSRF, with another value, and to another site', async () => {
    const { path, init } = aimedAtVictim(endpoint)
    const { 'x-csrf': __, ...headers } = init.headers as Record<string, string>
    const before = await holdings()
    for (const forged of [
      headers,
      { ...headers, 'x-csrf': '0' },
      { ...headers, 'x-csrf': '1', origin: 'https://evil.example' },
      { ...headers, 'x-csrf': '1', 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await victim.ask(path, { ...init, headers: forged })
      expect(answer.status).toBe(403)
      expect(await answer.text()).not.toContain(treasure)
    }
    // Nor as a word of the address: only a header is asked about by a browser first.
    expect((await victim.ask(`${path}${path.includes('?') ? '&' : '?'}x-csrf=1`, { ...init, headers })).status).toBe(403)
    expect(await holdings()).toBe(before)
  })
})

describe.each(named(owners.filter(({ input }) => input)))('the body of %s', (_, endpoint) => {
  test('what is no JSON, too much of it, or of the wrong kind gets a right answer and changes nothing', async () => {
    const { path, init } = aimedAtVictim(endpoint)
    const before = await holdings()
    const bodies = [
      '{',
      '[]',
      'null',
      '"x"',
      '7',
      `{"alias":${JSON.stringify('x'.repeat(300_000))}}`,
      '{"__proto__":{"a":1}}',
      `${'['.repeat(50)}${']'.repeat(50)}`,
      '{"id":{"$ne":1},"clientId":[],"connectedClientId":{},"tags":7,"alias":{"a":1},"SearchFor":{}}',
    ]
    for (const body of bodies) {
      const answer = await victim.ask(path, { ...init, body })
      // Fields nobody asked for are passed over by name: such a body is a call like any other.
      if (answer.status === 200 && endpoint.input?.safeParse(JSON.parse(body)).success) continue
      expect([400, 404, 413, 422, 429], `${body.slice(0, 40)}: ${answer.status}`).toContain(answer.status)
    }
    const asText = await victim.ask(path, { ...init, headers: { 'x-csrf': '1', 'content-type': 'text/plain' } })
    // To who is no operator, such a call is not there at all.
    expect(asText.status).toBe(endpoint.access === 'operator' ? 404 : 415)
    expect(await holdings()).toBe(before)
  })
})

test('the matrix knows every call that belongs to an owner', () => {
  expect(owners.length).toBeGreaterThan(20)
})
