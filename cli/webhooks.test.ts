import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/database/new-id.ts'
import { deliveries, events } from '#server/connections/tables.ts'
import { aCard } from '../tests/factories/cards.ts'
import { anApp, type TestApp } from '../tests/harness/app.ts'
import { signedIn } from '../tests/harness/signed-in.ts'
import { webhookReceiver } from '../tests/stand-ins/webhook-receiver.ts'
import { runCommand } from '../tests/harness/run-command.ts'

/** A server that runs beside the command. */
let app: TestApp
let receiver: Awaited<ReturnType<typeof webhookReceiver>>
beforeAll(async () => {
  receiver = await webhookReceiver()
  app = await anApp({ settings: { webhookHosts: [receiver.host] } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

beforeEach(() => app.deps.db.execute(sql`delete from connection`))

const carte = (...words: string[]) => runCommand(words, { settings: app.settings, now: app.deps.clock.now, columns: 120 })

async function aConnection() {
  const { id: subjectId, alias } = await aCard(app.deps)
  const owner = await signedIn(app, subjectId)
  const url = receiver.url()
  const { id } = await owner.call('connections.create', {
    input: { alias, preset: 'own', name: 'CRM', url, types: ['contact.created'], isFull: true },
  })
  const addDelivery = async (state: 'waiting' | 'failed' | 'sent') => {
    const at = app.deps.clock.now()
    const eventId = newId(at.getTime())
    await app.deps.db.insert(events).values({ subjectId, id: eventId, type: 'contact.created', at, contactId: null, data: '{}' })
    const row = { subjectId, connectionId: id, eventId, isFull: true, state, triedAt: at, status: 503, answer: 'Busy\u001b[2J' }
    await app.deps.db.insert(deliveries).values(row)
    return eventId
  }
  const read = async () => (await owner.call('connections.read', { params: { alias, id }, query: {} })).connection
  return { id, url, subjectId, addDelivery, read }
}

test('what waits, failing hosts and switched-off hosts are listed', async () => {
  const { subjectId, addDelivery } = await aConnection()
  expect(await carte('webhooks', 'list')).toEqual({ code: 0, output: 'Waiting: 0', notes: 'All hosts answer.' })
  await addDelivery('waiting')
  await app.deps.db.execute(sql`update connection set failing_since = '2026-11-26T12:04:00Z' where subject_id = ${subjectId}`)
  const { output } = await carte('webhooks', 'list')
  expect(output).toMatch(new RegExp(`^${receiver.host} +1 +1 +2026-11-26 12:04Z +503 Busy`, 'm'))
  expect(output).not.toContain('\u001b')
  expect(JSON.parse((await carte('webhooks', 'list', '--json')).output)).toMatchObject({ failing: [{ host: receiver.host }], off: [] })
})

test('a host is switched off and allowed again, which is audited', async () => {
  const { read } = await aConnection()
  const off = await carte('webhooks', 'off', `http://${receiver.host}/in`, '--reason', 'Hangs')
  expect(off).toMatchObject({
    code: 0,
    output: `Switched off: ${receiver.host}, 1 connection. Allow it again with: webhooks on ${receiver.host}`,
  })
  expect(await read()).toMatchObject({ isOn: false, offReason: 'host' })
  expect((await carte('webhooks', 'list')).output).toMatch(new RegExp(`^${receiver.host} +1 .*Hangs$`, 'm'))
  expect(await carte('webhooks', 'on', receiver.host)).toMatchObject({ code: 0, output: `Allowed again: ${receiver.host}, 1 connection.` })
  await app.deps.jobs.settle()
  expect(await read()).toMatchObject({ isOn: true })
  expect((await carte('webhooks', 'on', receiver.host)).code).not.toBe(0)
  const unused = await carte('webhooks', 'off', 'hook.example.com')
  expect(unused).toMatchObject({ code: 0, notes: 'No connection that is on uses this host. Check its spelling.' })
  const acts = JSON.parse((await carte('audit', '--json')).output) as { act: string; detail: object }[]
  expect(acts.map(({ act }) => act)).toEqual(['connection-host.disable', 'connection-host.enable', 'connection-host.disable'])
  expect(acts[2]).toMatchObject({ detail: { host: receiver.host, reason: 'Hangs' } })
})

test('what waits or failed is sent again, to a host or to one connection', async () => {
  const [one, two] = [await aConnection(), await aConnection()]
  const ids = [await one.addDelivery('waiting'), await one.addDelivery('failed')]
  await one.addDelivery('sent')
  const other = await two.addDelivery('failed')
  expect((await carte('webhooks', 'retry', one.id)).output).toBe('Sent again: 2 deliveries, 1 connection.')
  await app.deps.jobs.settle()
  const sentTo = (url: string) =>
    receiver
      .to(url)
      .map(({ headers }) => headers['webhook-id'])
      .toSorted()
  expect([sentTo(one.url), sentTo(two.url)]).toEqual([ids.toSorted(), []])
  expect((await carte('webhooks', 'retry', receiver.host)).output).toBe('Sent again: 1 delivery, 2 connections.')
  await app.deps.jobs.settle()
  expect(sentTo(two.url)).toEqual([other])
  expect((await carte('webhooks', 'retry', 'unknown.example')).notes).toContain('no connection')
  expect((await carte('webhooks', 'retry', 'no host')).notes).toContain('neither a host')
})
