import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freeContactCount } from '#contract/constants.ts'
import { sql } from 'drizzle-orm'
import { addNotice } from './add-notice.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact } from '../../tests/factories/contacts.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

let card: { id: string; alias: string }
let owner: SignedIn
beforeEach(async () => {
  card = await aCard(app.deps)
  owner = await signedIn(app, card.id)
})
const ago = (days: number) => new Date(app.deps.clock.now().getTime() - days * 86_400_000)
const contact = (name: string, options: Parameters<typeof aContact>[2] = {}) =>
  aContact(app.deps, card.id, { name, lastName: '', fullName: name, ...options })
const titles = async () => (await owner.call('inbox.list', { query: { alias: card.alias } })).map(({ title }) => title.split(' ')[0])

test('NOTE-1 lists who connected, newest first, with the texts of the push message', async () => {
  await contact('Amara', { dateCreated: ago(2), viewed: true })
  const { id, dateCreated } = await contact('Ben', { dateCreated: ago(1), notes: 'Met at the fair.' })
  const list = await owner.call('inbox.list', { query: { alias: card.alias } })
  expect(list.map(({ title, isRead }) => [title, isRead])).toEqual([
    ['Ben just connected', false],
    ['Amara just connected', true],
  ])
  expect(list[0]).toEqual({
    tag: `contact-${id}`,
    topic: 'New_Connected_Client',
    title: 'Ben just connected',
    body: 'Met at the fair.',
    path: `/${card.alias}/my-contacts?contact=${id}`,
    at: dateCreated.toISOString(),
    isRead: false,
  })
})

test('NOTE-1 leaves out contacts that the owner was not notified of', async () => {
  await contact('Quarantined', { isQuarantined: true })
  await contact('Imported', { source: 'import' })
  await contact('Typed', { source: 'hand' })
  await contact('Old', { dateCreated: ago(31) })
  expect(await titles()).toEqual([])
})

test('NOTE-1 ACCOUNT-5 an erased contact is no longer listed', async () => {
  const { id } = await contact('Amara')
  expect(await titles()).toEqual(['Amara'])
  await owner.call('contacts.erase', { input: { clientId: id } })
  expect(await titles()).toEqual([])
})

test('NOTE-1 the free plan lists only the contacts that it shows', async () => {
  await app.deps.db.execute(
    sql`update subscription set paid_until = '2020-01-01', trial_ends_at = '2020-01-01' where subject_id = ${card.id}`,
  )
  for (let day = freeContactCount + 1; day > 0; day--) await contact(`Person${day}`, { dateCreated: ago(day) })
  expect(await titles()).toHaveLength(freeContactCount)
})

test('NOTE-1 another owner’s inbox looks like a missing one', async () => {
  await contact('Amara')
  const other = await signedIn(app, (await aCard(app.deps)).id)
  for (const alias of [card.alias, 'there-is-none'])
    await expect(other.call('inbox.list', { query: { alias } })).rejects.toMatchObject({ problem: { status: 404 } })
})

test('NOTE-1 lists what an administrator wrote to the card or to all cards, each once', async () => {
  const write = (subjectId: string | null, title: string) => addNotice(app.deps, { subjectId, title, body: 'Hello.' })
  const other = await aCard(app.deps)
  await write(null, `All ${card.alias}`)
  const newer = await signedIn(app, (await aCard(app.deps)).id)
  await write(card.id, 'Yours')
  await write(card.id, 'Yours')
  await write(other.id, 'Theirs')
  expect((await titles()).toSorted()).toEqual(['All', 'Yours'])
  // Nothing from before the card.
  expect(await newer.call('inbox.list', { query: {} })).toEqual([])
  await expect(write(randomUUID(), 'None')).rejects.toMatchObject({ problem: { status: 404 } })
})
