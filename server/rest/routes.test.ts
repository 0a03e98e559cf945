import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { scopes } from '#contract/access-key-choices.ts'
import { storedMax } from '#server/http/calls/idempotency.ts'
import { cleanUpLimits } from '#server/http/limits/cleanup.job.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact } from '../../tests/factories/contacts.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'

const start = new Date('2036-06-15T15:00:00Z')
let now = start
let app: TestApp
beforeAll(async () => {
  app = await anApp({ outside: { clock: { now: () => now } } })
})
beforeEach(() => {
  now = start
})
afterAll(() => app[Symbol.asyncDispose]())

const hook = 'https://hooks.zapier.com/hooks/standard/1/abc/'
const unknownId = '0198c2d4-0000-7000-8000-000000000000'
const tick = (seconds = 1) => (now = new Date(now.getTime() + seconds * 1000))

// oxlint-disable-next-line typescript/no-explicit-any -- answers are compared, not used
type Json = any
type Options = { method?: string; body?: unknown; idempotency?: string; text?: string }

async function aProgram(card: Parameters<typeof aCard>[1] = {}) {
  const { id: subjectId, alias } = await aCard(app.deps, card)
  const owner = await signedIn(app, subjectId)
  const newKey = async () =>
    (await owner.call('accessKeys.create', { input: { alias, name: 'x', scopes: [...scopes], expiresAt: null } })).key
  const key = await newKey()
  const ask = async (path: string, { method = 'GET', body, text, idempotency }: Options = {}, authorization = `Bearer ${key}`) => {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body))
    const headers = {
      authorization,
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotency === undefined ? {} : { 'idempotency-key': idempotency }),
    }
    const answer = await app.ask(`/api/v1/${path}`, { method, headers, ...(sent === undefined ? {} : { body: sent }) })
    const written = await answer.text()
    return { status: answer.status, headers: answer.headers, json: (written ? JSON.parse(written) : null) as Json }
  }
  const post = (path: string, body: unknown = {}, idempotency?: string) =>
    ask(path, { method: 'POST', body, ...(idempotency === undefined ? {} : { idempotency }) })
  return { subjectId, alias, owner, key, newKey, ask, post }
}

describe('contacts', () => {
  test('are listed newest first, and a page stays the same while others arrive', async () => {
    const { ask, subjectId } = await aProgram()
    const ids = []
    for (const name of ['Ada', 'Bo', 'Cy', 'Di', 'Ed']) {
      ids.unshift((await aContact(app.deps, subjectId, { name, tags: name === 'Bo' ? ['Buyer', 'New'] : [], dateCreated: tick() })).id)
    }
    await app.deps.db.execute(sql`update contact set is_held = true where subject_id = ${subjectId} and id = ${ids[0]}`)
    const first = (await ask('contacts?limit=2')).json
    await aContact(app.deps, subjectId, { name: 'Flo', dateCreated: tick() })
    const second = (await ask(`contacts?limit=2&cursor=${first.nextCursor}`)).json
    expect([...first.data, ...second.data].map(({ id }: Json) => id)).toEqual(ids.slice(1))
    expect(second.nextCursor).toBeNull()
    const tagged = (await ask('contacts?tag=Buyer')).json
    expect(tagged.data).toMatchObject([{ id: ids[3], name: 'Bo', tags: ['Buyer', 'New'], ownerNotes: [] }])
    for (const wrong of ['cursor=x', 'cursor=W10', 'limit=0', 'limit=101', 'limit=x'])
      expect((await ask(`contacts?${wrong}`)).status, wrong).toBe(422)
  })

  test('are added, changed and erased, each with its event', async () => {
    const { ask, post, owner } = await aProgram()
    const added = (await post('contacts', { name: 'Ada', lastName: 'Wren', emailAddress: 'ada@example.com', tags: ['Buyer'] })).json
    expect(added).toMatchObject({ fullName: 'Ada Wren', source: 'hand', tags: ['Buyer'], isQuarantined: false, consent: null })
    expect(await owner.call('contacts.read', { params: { id: added.id } })).toMatchObject({ fullName: 'Ada Wren', tags: 'Buyer' })
    tick()
    const path = `contacts/${added.id}`
    const changed = await ask(path, { method: 'PATCH', body: { tags: ['Seller'], note: 'Called.' } })
    expect(changed.json).toMatchObject({ tags: ['Seller'], ownerNotes: [{ createdAt: now.toISOString(), text: 'Called.' }] })
    expect((await ask(path)).json).toEqual(changed.json)
    const types = async () => (await ask('events')).json.data.map(({ type }: Json) => type)
    expect(await types()).toEqual(['contact.updated', 'contact.created'])
    tick()
    expect(await ask(path, { method: 'DELETE' })).toMatchObject({ status: 204, json: null })
    expect((await ask(path)).status).toBe(404)
    expect(await types()).toEqual(['contact.erased'])
  })

  test('are answered when the free plan doesn’t show them', async () => {
    const { ask, post, subjectId } = await aProgram({ plan: 'FREE' })
    const { id } = await aContact(app.deps, subjectId, { dateCreated: tick(-60) })
    const addNewer = (count: number) =>
      Promise.all(Array.from({ length: count }, () => aContact(app.deps, subjectId, { dateCreated: new Date('2036-07-01T00:00:00Z') })))
    await addNewer(4)
    const changed = await ask(`contacts/${id}`, { method: 'PATCH', body: { note: 'Called.' } })
    expect(changed).toMatchObject({ status: 200, json: { id, ownerNotes: [{ text: 'Called.' }] } })
    await addNewer(1)
    const added = await post('contacts', { name: 'Ada' }, 'one')
    expect(added).toMatchObject({ status: 200, json: { name: 'Ada' } })
    expect((await post('contacts', { name: 'Ada' }, 'one')).json).toEqual(added.json)
    expect((await ask(`contacts/${added.json.id}`)).status).toBe(404)
  })

  test('are edited, unless they were edited since the revision that is sent', async () => {
    const { ask, post } = await aProgram()
    const { json } = await post('contacts', { name: 'Ada' })
    const change = (body: object) => ask(`contacts/${json.id}`, { method: 'PATCH', body })
    const edited = await change({ phoneNumber: '614 555 0137', revision: 1 })
    expect(edited).toMatchObject({ status: 200, json: { name: 'Ada', phoneNumber: '(614) 555-0137', revision: 2 } })
    expect((await change({ city: 'Port Hadley', revision: 1 })).status).toBe(409)
    expect((await change({ revision: 2 })).status).toBe(422)
  })

  test('with wrong or unknown fields are refused, and nothing is stored', async () => {
    const { ask, post } = await aProgram()
    for (const body of [
      {},
      { name: '' },
      { name: 7 },
      { name: 'x', emailAddress: 'x' },
      { name: 'x', color: 'red' },
      { name: 'x', id: unknownId },
      [],
    ])
      expect((await post('contacts', body)).status, JSON.stringify(body)).toBe(422)
    expect((await ask('contacts', { method: 'POST', text: '{' })).status).toBe(400)
    const empty = await ask(`contacts/${unknownId}`, { method: 'PATCH', body: {} })
    expect(empty).toMatchObject({ status: 422, json: { issues: [{ message: 'Send a field, `tags` or `note`.' }] } })
    expect((await ask('contacts')).json.data).toEqual([])
  })
})

test('another card’s ids answer like unknown ones, for each call', async () => {
  const mine = await aProgram()
  const other = await aProgram()
  const contact = (await other.post('contacts', { name: 'Ada' })).json.id
  const event = (await other.ask('events')).json.data[0].id
  const webhook = (await other.post('webhooks', { url: hook, types: ['contact.created'] })).json.id
  const calls = (ids: { contact: string; event: string; webhook: string }): [string, Options][] => [
    [`contacts/${ids.contact}`, {}],
    [`contacts/${ids.contact}`, { method: 'PATCH', body: { note: 'x' } }],
    [`contacts/${ids.contact}`, { method: 'DELETE' }],
    [`events/${ids.event}/replay`, { method: 'POST', body: {} }],
    [`webhooks/${ids.webhook}`, { method: 'DELETE' }],
    [`webhooks/${ids.webhook}/test`, { method: 'POST' }],
  ]
  const answersTo = async (ids: Parameters<typeof calls>[0]) => {
    const answers = []
    for (const [path, options] of calls(ids)) {
      const { status, json } = await mine.ask(path, options)
      answers.push({ status, ...json, requestId: '' })
    }
    return answers
  }
  const foreign = await answersTo({ contact, event, webhook })
  expect(foreign).toEqual(await answersTo({ contact: unknownId, event: unknownId, webhook: unknownId }))
  expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect((await other.ask(`contacts/${contact}`)).status).toBe(200)
  // A cursor names a place in one's own list.
  expect((await mine.ask(`events?cursor=${event}`)).json.data).toEqual([])
})

test('the card is read, its draft changed at a revision, and published', async () => {
  const { ask, post, alias } = await aProgram()
  const { json: card } = await ask('card')
  expect(card).toMatchObject({ alias, draft: { revision: 0, fields: {} } })
  expect(card.key).toBeUndefined()
  const saved = await ask('card/draft', { method: 'PATCH', body: { revision: 0, changes: { title: 'Realtor' } } })
  expect(saved.json).toMatchObject({ revision: 1, issues: [] })
  expect((await ask('card/draft', { method: 'PATCH', body: { revision: 0, changes: { title: 'Agent' } } })).status).toBe(409)
  expect((await post('card/publish', { revision: 1 })).json).toEqual({ revision: 2 })
  expect((await ask('card')).json).toMatchObject({ published: { title: 'Realtor' }, draft: { fields: {} } })
  expect((await ask('events?type=card.published')).json.data).toHaveLength(1)
})

describe('events', () => {
  test('are paged, filtered, and have the body that connections receive', async () => {
    const { ask, post, alias } = await aProgram()
    for (const name of ['Ada', 'Bo', 'Cy']) {
      tick()
      await post('contacts', { name })
    }
    const first = (await ask('events?limit=2')).json
    expect(first.data[0]).toMatchObject({
      type: 'contact.created',
      timestamp: now.toISOString(),
      data: { card: { alias }, contact: { name: 'Cy' } },
    })
    const second = (await ask(`events?limit=2&cursor=${first.nextCursor}`)).json
    expect(second).toMatchObject({ data: [{ data: { contact: { name: 'Ada' } } }], nextCursor: null })
    expect((await ask('events?type=contact.erased')).json.data).toEqual([])
    expect((await ask('events?type=contact.sold')).status).toBe(422)
  })

  test('are sent again to all that listen, or to one', async () => {
    const { ask, post, owner, alias } = await aProgram()
    await post('contacts', { name: 'Ada' })
    const [event] = (await ask('events')).json.data
    const path = `events/${event.id}/replay`
    expect((await post(path)).json).toEqual({ count: 0 })
    const { id } = (await post('webhooks', { url: hook, types: ['contact.created'] })).json
    const { id: deaf } = (await post('webhooks', { url: hook, types: ['card.published'] })).json
    expect((await post(path)).json).toEqual({ count: 1 })
    expect((await post(path, { webhookId: deaf })).json).toEqual({ count: 1 })
    const read = (of: string) => owner.call('connections.read', { params: { alias, id: of } })
    for (const of of [id, deaf]) expect(await read(of)).toMatchObject({ deliveries: [{ eventId: event.id, state: 'waiting' }] })
    await owner.call('connections.update', { input: { alias, id, isOn: false } })
    expect((await post(path, { webhookId: id })).status).toBe(409)
    expect((await post(path)).json).toEqual({ count: 0 })
    expect((await post(path, { webhookId: unknownId })).status).toBe(404)
  })

  test('aren’t sent to a CRM that doesn’t take them', async () => {
    const { ask, post, subjectId } = await aProgram()
    const { id } = (await post('webhooks', { url: hook, types: ['card.published'] })).json
    await ask('card/draft', { method: 'PATCH', body: { revision: 0, changes: { title: 'Agent' } } })
    await post('card/publish', { revision: 1 })
    await post('contacts', { name: 'Ada' })
    await app.deps.db.execute(sql`
      update connection set preset = 'follow-up-boss', types = array['contact.created'] where subject_id = ${subjectId} and id = ${id}`)
    const events: Json[] = (await ask('events')).json.data
    const replay = (type: string, body: object) => post(`events/${events.find((event) => event.type === type).id}/replay`, body)
    expect((await replay('card.published', { webhookId: id })).json).toMatchObject({
      status: 409,
      detail: 'The CRM doesn’t take this event.',
    })
    expect((await replay('card.published', {})).json).toEqual({ count: 0 })
    expect((await replay('contact.created', { webhookId: id })).json).toEqual({ count: 1 })
  })
})

describe('webhooks', () => {
  test('are added the way Zapier does, listed without the secret, and removed', async () => {
    const { ask, post } = await aProgram()
    const added = (await post('webhooks', { targetUrl: hook, event: 'contact.created', extra: 'x' })).json
    const spelled = await post('webhooks', { url: 'https://EXAMPLE.com/a', types: ['contact.created', 'contact.created'] })
    expect(spelled.json).toMatchObject({ url: 'https://example.com/a', types: ['contact.created'] })
    await ask(`webhooks/${spelled.json.id}`, { method: 'DELETE' })
    expect(added).toEqual({ id: expect.any(String), url: hook, types: ['contact.created'], secret: expect.stringMatching(/^whsec_/) })
    const { json: listed } = await ask('webhooks')
    expect(listed.data).toMatchObject([{ id: added.id, preset: 'zapier', name: 'hooks.zapier.com', isOn: true, isFull: true }])
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    expect((await ask(`webhooks/${added.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await ask(`webhooks/${added.id}`, { method: 'DELETE' })).status).toBe(404)
  })

  test('need an address outside of this network and known events', async () => {
    const { post } = await aProgram()
    const types = ['contact.created']
    for (const body of [
      { types },
      { url: hook },
      { url: 'http://example.com/', types },
      { url: 'https://127.0.0.1/', types },
      { url: 'nowhere', types },
      { url: `https://example.com/${'x'.repeat(2000)}`, types },
      { url: hook, types: ['contact.sold'] },
      { url: hook, event: 'webhook.test' },
    ])
      expect((await post('webhooks', body)).json, JSON.stringify(body)).toMatchObject({ status: 422, issues: [expect.any(Object)] })
  })
})

test('analytics are by day', async () => {
  const { ask, subjectId } = await aProgram()
  await app.deps.db.execute(sql`insert into visit_day (subject_id, day, name, dimension, value, count)
    values (${subjectId}, '2036-06-14', 'open_carte', 'platform_used', 'ios', 3)`)
  const { json } = await ask('analytics?from=2036-06-10&to=2036-06-15')
  expect(json).toEqual({ timeZone: 'UTC', data: [{ day: '2036-06-14', value: 'ios', count: 3 }] })
  for (const kind of ['pages', 'clicks', 'shares'])
    expect((await ask(`analytics?from=2036-06-10&to=2036-06-15&kind=${kind}`)).json.data).toEqual([])
  expect((await ask('analytics?from=2036-06-15&to=2036-06-10')).json.issues).toEqual([
    { path: 'to', code: 'endBeforeStart', values: {}, message: 'This is before `from`.' },
  ])
  expect((await ask('analytics?from=2030-01-01&to=2036-06-10')).json.issues).toMatchObject([
    { path: 'to', code: 'rangeTooLong', values: { limit: 400 } },
  ])
  for (const wrong of ['from=2036-06-10', 'from=2036-06-15&to=2036-06-10', 'from=2030-01-01&to=2036-06-10', 'from=x&to=y'])
    expect((await ask(`analytics?${wrong}`)).status, wrong).toBe(422)
})

test('what the page limits is limited for all keys of the card together', async () => {
  const { ask, post, newKey } = await aProgram()
  for (let count = 0; count < 30; count++) await post('contacts', { name: 'Ada' })
  const other = `Bearer ${await newKey()}`
  const add = () => ask('contacts', { method: 'POST', body: { name: 'Ada' } }, other)
  expect((await add()).headers.get('ratelimit')).toMatch(/^"calls";r=299;t=\d+, "v1.createContact";r=29;t=\d+$/)
  for (let count = 0; count < 29; count++) await add()
  expect((await add()).status).toBe(429)
  expect((await post('contacts', { name: 'Ada' })).status).toBe(429)
  expect((await ask('contacts', {}, other)).status).toBe(200)
  const another = await aProgram()
  const added = await another.post('contacts', { name: 'Ada' })
  expect(added.status).toBe(200)
  const changed = await another.ask(`contacts/${added.json.id}`, { method: 'PATCH', body: { tags: ['Buyer'] } })
  expect(changed.headers.get('ratelimit')).toMatch(/"v1.changeContact";r=299;t=\d+$/)
})

describe('an Idempotency-Key', () => {
  test('makes a repeated request happen once, with the same answer', async () => {
    const { ask, post } = await aProgram()
    const first = await post('contacts', { name: 'Ada' }, 'one')
    const again = await post('contacts', { name: 'Ada' }, 'one')
    expect(again).toMatchObject({ status: 200, json: first.json })
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    const path = `contacts/${first.json.id}`
    for (const replayed of [null, 'true']) {
      const { status, headers } = await ask(path, { method: 'DELETE', idempotency: 'two' })
      expect([status, headers.get('idempotency-replayed')]).toEqual([204, replayed])
    }
    expect((await ask('contacts')).json.data).toEqual([])
  })

  test('makes a repeated request happen once, even if the card’s answer store is full', async () => {
    const { ask, post, subjectId } = await aProgram()
    await app.deps.db.execute(sql`
      insert into idempotent_call (subject_id, access_key_id, idempotency_key, request_hash, created_at, status, answer)
      select ${subjectId}::uuid, gen_random_uuid(), n::text, ''::bytea, ${now.toISOString()}::timestamptz, 200, ''::bytea
      from generate_series(1, ${storedMax}::int) n`)
    await post('contacts', { name: 'Ada' }, 'one')
    expect(await post('contacts', { name: 'Ada' }, 'one')).toMatchObject({ status: 204, json: null })
    expect((await ask('contacts')).json.data).toHaveLength(1)
  })

  test('makes simultaneous requests happen once', async () => {
    const { ask, post } = await aProgram()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('contacts', { name: 'Ada' }, 'one')))
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect((await ask('contacts')).json.data).toHaveLength(1)
  })

  test('belongs to one request and one API key, for a day', async () => {
    const { ask, post, newKey } = await aProgram()
    await post('contacts', { name: 'Ada' }, 'one')
    expect((await post('contacts', { name: 'Bo' }, 'one')).json).toMatchObject({ status: 422, type: '/problems/idempotency-key-reused' })
    expect((await post('webhooks', { url: hook, types: ['contact.created'] }, 'one')).status).toBe(422)
    const other = await ask('contacts', { method: 'POST', body: { name: 'Ada' }, idempotency: 'one' }, `Bearer ${await newKey()}`)
    expect(other.headers.get('idempotency-replayed')).toBeNull()
    tick(86_400)
    expect((await post('contacts', { name: 'Bo' }, 'one')).headers.get('idempotency-replayed')).toBeNull()
    expect((await ask('contacts')).json.data).toHaveLength(3)
  })

  test('can be used again after a refused request or an interrupted, unanswered one', async () => {
    const { ask, post, subjectId } = await aProgram()
    expect((await post('contacts', { name: '' }, 'one')).status).toBe(422)
    const added = await post('contacts', { name: 'Ada' }, 'one')
    expect(added.status).toBe(200)
    await app.deps.db.execute(sql`update idempotent_call set status = null, answer = null where subject_id = ${subjectId}`)
    const running = await post('contacts', { name: 'Ada' }, 'one')
    expect([running.status, running.json.type, running.headers.get('retry-after')]).toEqual([
      409,
      '/problems/idempotency-key-running',
      '120',
    ])
    tick(90)
    expect((await post('contacts', { name: 'Ada' }, 'one')).headers.get('retry-after')).toBe('30')
    tick(30)
    // It was stored before the interruption.
    expect(await post('contacts', { name: 'Ada' }, 'one')).toMatchObject({ status: 200, json: added.json })
    expect((await ask('contacts')).json.data).toHaveLength(1)
  })

  test('can be used again at once after a call that failed', async () => {
    const { ask, post } = await aProgram()
    await app.deps.db.execute(sql`alter table event add constraint refused check (type <> 'contact.created') not valid`)
    expect((await post('contacts', { name: 'Ada' }, 'one')).status).toBe(500)
    await app.deps.db.execute(sql`alter table event drop constraint refused`)
    expect((await post('contacts', { name: 'Ada' }, 'one')).status).toBe(200)
    expect((await ask('contacts')).json.data).toHaveLength(1)
  })

  test('repeats an answer that is too long to be stored without its content', async () => {
    const { ask, post, subjectId } = await aProgram()
    const { id } = (await post('contacts', { name: 'Ada' })).json
    for (let note = 0; note < 5; note++) await ask(`contacts/${id}`, { method: 'PATCH', body: { note: `${note}${'x'.repeat(3900)}` } })
    const change = () => ask(`contacts/${id}`, { method: 'PATCH', body: { note: 'Called.' }, idempotency: 'one' })
    expect((await change()).json.ownerNotes).toHaveLength(6)
    const again = await change()
    expect([again.status, again.json, again.headers.get('idempotency-replayed')]).toEqual([204, null, 'true'])
    expect((await ask(`contacts/${id}`)).json.ownerNotes).toHaveLength(6)
    const { rows } = await app.deps.db.execute<{ bytes: number }>(
      sql`select octet_length(answer) as bytes from idempotent_call where subject_id = ${subjectId}`,
    )
    expect(rows[0]?.bytes).toBeLessThan(100)
  })

  test('must be visible ASCII, at most 255 characters', async () => {
    const { post } = await aProgram()
    for (const wrong of ['', 'a b', 'é', 'x'.repeat(256)]) expect((await post('contacts', { name: 'Ada' }, wrong)).status, wrong).toBe(400)
    expect((await post('contacts', { name: 'Ada' }, 'x'.repeat(255))).status).toBe(200)
  })

  test('stores answers so that only the caller can read them, and not for long', async () => {
    const { post, subjectId } = await aProgram()
    const { secret } = (await post('webhooks', { url: hook, types: ['contact.created'] }, 'one')).json
    expect((await post('webhooks', { url: hook, types: ['contact.created'] }, 'one')).json.secret).toBe(secret)
    const stored = async () =>
      (await app.deps.db.execute<{ answer: Buffer }>(sql`select answer from idempotent_call where subject_id = ${subjectId}`)).rows
    expect((await stored())[0]?.answer.toString('latin1')).not.toContain('whsec_')
    tick(86_401)
    await cleanUpLimits(app.deps).run({})
    expect(await stored()).toEqual([])
  })
})
