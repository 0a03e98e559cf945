import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { serve } from '../../lab/kills/run-rounds.ts'
import { embeddedStage } from '../../lab/kills/stages.ts'
import { aCard } from '../factories/cards.ts'
import { signedIn } from '../harness/signed-in.ts'
import { webhookReceiver } from '../stand-ins/webhook-receiver.ts'
import { callerAt } from './caller.ts'
import { aFolder } from './program.ts'

const [kills, visitorsEach, connectionsEach] = [5, 30, 3]

test('each receiver gets each event, with one id and the same bytes, despite kills', async () => {
  await using folder = await aFolder()
  await using receiver = await webhookReceiver()
  const stage = embeddedStage(folder.path)
  Object.assign(stage.environment, { WEBHOOK_HOSTS: receiver.host })
  const urls = Array.from({ length: connectionsEach }, () => receiver.url())
  const { alias, secrets } = await aCardThatSends(stage.environment, urls)

  for (let round = 0; round < kills; round++) {
    await using program = await serveAndRetry(stage)
    const before = receiver.received.length
    const visits = Array.from({ length: visitorsEach }, (_, visitor) => {
      const address = { 'x-forwarded-for': `10.0.${round}.${visitor}` }
      return callerAt(program.url, address).submitContact(alias, `Visitor ${randomUUID()}`)
    })
    const answered = Promise.allSettled(visits)
    await expect.poll(() => receiver.received.length, { interval: 1 }).toBeGreaterThan(before + 10 * round)
    program.send('SIGKILL')
    await Promise.all([program.ended, answered])
  }

  await using _program = await serveAndRetry(stage)
  const received = (url: string) => new Map(receiver.to(url).map(({ headers, body }) => [headers['webhook-id'], body]))
  await expect.poll(() => query(stage, `select from jobs.job where name = 'connections.deliver' and state < 'completed'`)).toEqual([])
  const sent = await query<{ id: string }>(stage, 'select id from event')
  expect(sent.length).toBeGreaterThan(2 * kills)
  expect(await query(stage, `select from delivery where state <> 'sent'`)).toEqual([])
  for (const [place, url] of urls.entries()) {
    expect([...received(url).keys()].toSorted()).toEqual(sent.map(({ id }) => id).toSorted())
    for (const { headers, body } of receiver.to(url)) {
      expect(() => new Webhook(secrets[place] ?? '').verify(body, headers)).not.toThrow()
      expect(body).toBe(received(url).get(headers['webhook-id']))
    }
  }
})

/** A card with a connection to each of these addresses. */
async function aCardThatSends(environment: NodeJS.ProcessEnv, urls: readonly string[]) {
  await using app = await createApp(readSettings(environment), { log: silentLog, pages: false, works: false })
  const { id, alias } = await aCard(app.deps)
  const owner = await signedIn(app, id)
  const secrets: string[] = []
  for (const url of urls) {
    const input = { alias, preset: 'own', name: 'CRM', url, types: ['contact.created', 'consent.given'], isFull: true } as const
    secrets.push((await owner.call('connections.create', { input: { ...input, types: [...input.types] } })).secret)
  }
  return { alias, secrets }
}

/** Retries at once what the killed server had begun; without heartbeats that happens after 40 seconds (server/jobs/jobs.long.test.ts). */
async function serveAndRetry(stage: ReturnType<typeof embeddedStage>) {
  const startedAt = new Date().toISOString()
  const program = await serve(stage)
  await query(stage, `update jobs.job set state = 'retry', start_after = now() where state = 'active' and started_on < '${startedAt}'`)
  return program
}

async function query<Row>(stage: ReturnType<typeof embeddedStage>, text: string): Promise<Row[]> {
  const client = await stage.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}
