import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { twoOwners } from '../../tests/factories/owners.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedInAs } from '../../tests/harness/signed-in.ts'
import { mailboxes } from '../../tests/stand-ins/mailboxes.ts'

const start = new Date('2036-06-15T15:00:00Z')
const url = 'https://hooks.example.com/in'
let now = start
let app: TestApp
const { mailer, mails } = mailboxes()

beforeAll(async () => void (app = await anApp({ outside: { mailer, clock: { now: () => now } } })))
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => {
  now = start
  mails.length = 0
})

async function anOwnedCard() {
  const { id: subjectId, alias } = await aCard(app.deps)
  const owners = await twoOwners(app.deps, subjectId)
  const owner = await signedInAs(app, owners[0])
  const create = () =>
    owner.call('connections.create', { input: { alias, preset: 'own', name: 'CRM', url, types: ['contact.created'], isFull: true } })
  return { alias, owner, owners, create }
}

test('a connection is added after a recent login only', async () => {
  const { alias, owner, create } = await anOwnedCard()
  now = new Date(start.getTime() + 16 * 60_000)
  const thrown: unknown = await create().catch((error: unknown) => error)
  expect(isProblem(thrown) && thrown.problem).toMatchObject({ status: 401, type: '/problems/recent-login-required' })
  expect(await owner.call('connections.list', { query: { alias } })).toEqual([])
})

test('all owners get a mail when one of them or a key adds a connection', async () => {
  const { alias, owner, owners, create } = await anOwnedCard()
  const { key } = await owner.call('accessKeys.create', { input: { alias, name: 'x', scopes: ['webhooks:write'], expiresAt: null } })
  await app.deps.jobs.settle()
  mails.length = 0
  const byKey = async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ url, types: ['contact.created'], name: 'CRM' })
    expect((await app.ask('/api/v1/webhooks', { method: 'POST', headers, body })).status).toBe(200)
  }
  for (const add of [create, byKey]) {
    await add()
    await app.deps.jobs.settle()
    expect(mails.map(({ to }) => to).toSorted()).toEqual([...owners])
    expect(mails[0]).toMatchObject({
      subject: 'CRM was added to your connections',
      text: expect.stringContaining('contacts are sent to hooks.'),
    })
    mails.length = 0
  }
})
