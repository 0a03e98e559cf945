import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp, type App } from '#server/app.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { anEntry } from '../../tests/factories/contacts.ts'
import { freePort } from '../../tests/harness/site.ts'
import { createClient } from '../../web/platform/api/client.ts'
import { solveCaptcha } from '../../tests/harness/solve-captcha.ts'
import { aListeningCard, writeEvent } from './listening-cards.ts'
import { median, percentile, timed } from './measure.ts'
import { startReceiver } from './receiver.ts'

/**
 * lab/bench/delivery-times.ts [ROUNDS]: how long leaving one's details takes with ten endpoints, and how soon healthy endpoints receive an
 * event while half of all are dead: a quarter answers nothing, a quarter refuses. Interleaved. Exits with 1 above a limit.
 */
const rounds = Number(process.argv[2] ?? 3)
const [submitsEach, cardCount, secondsEach, perSecond] = [40, 40, 6, 20]
const limits = { submit: 1.1, halfDead: 1.2, firstMs: 1000 }
const action = 'carte/connect_client'

const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  await using receiver = await startReceiver()
  const refusedPort = await freePort()
  const dead = Array.from({ length: cardCount }, (_, card) => [`127.0.1.${card}:${receiver.port}`, `127.0.2.${card}:${refusedPort}`])
  const hosts = [receiver.host, ...dead.flat()].join()
  const environment = { DATA_DIR: dataDir, DEMO: 'off', CAPTCHA_COST: '1', TRUST_PROXY: 'on', WEBHOOK_HOSTS: hosts }
  const settings = readSettings(environment)

  const submit = await compareSubmits()
  console.log(`leaving one's details: ${submit.with.toFixed(1)} ms with ten endpoints, ${submit.ratio.toFixed(2)} of without`)
  const first = await compareFirstAttempts()
  console.log(
    `95 of 100 healthy endpoints called after ${first.none.toFixed(0)} ms; with half of all dead after ${first.half.toFixed(0)} ms, ${first.ratio.toFixed(2)} of it`,
  )
  if (submit.ratio > limits.submit || first.ratio > limits.halfDead || Math.max(first.none, first.half) > limits.firstMs)
    process.exitCode = 1

  async function compareSubmits() {
    await using app = await createApp(settings, { log: silentLog, pages: false, works: false })
    const cards = { with: await aListeningCard(app, Array(10).fill(receiver.url)), without: await aListeningCard(app, []) }
    const took: Record<keyof typeof cards, number[]> = { with: [], without: [] }
    for (let number = 0; number < submitsEach * rounds; number++)
      for (const which of ['with', 'without'] as const) took[which].push(await submitMs(app, cards[which].alias, number))
    const [ten, none] = [median(took.with), median(took.without)]
    return { with: ten, ratio: ten / none }
  }

  async function compareFirstAttempts() {
    await using app = await createApp(settings, { log: silentLog, pages: false })
    await app.deps.jobs.ready()
    const cards: Record<'none' | 'half', string[]> = { none: [], half: [] }
    for (const deadHosts of dead) {
      cards.none.push((await aListeningCard(app, Array(4).fill(receiver.timedUrl))).id)
      cards.half.push(
        (await aListeningCard(app, [...Array(2).fill(receiver.timedUrl), ...deadHosts.map((host) => `http://${host}/hang`)])).id,
      )
    }
    const times: Record<keyof typeof cards, number[]> = { none: [], half: [] }
    for (let round = 0; round < rounds; round++)
      for (const which of ['none', 'half'] as const) times[which].push(percentile(await firstAttempts(app, cards[which]), 0.95))
    return { none: median(times.none), half: median(times.half), ratio: median(times.half) / median(times.none) }
  }

  /** From the commit to the arrival, in milliseconds. */
  async function firstAttempts({ deps }: App, cards: readonly string[]): Promise<number[]> {
    const committed = new Map<string, number>()
    const arrived = receiver.listen()
    for (let number = 0; number < secondsEach * perSecond; number++) {
      const subjectId = cards[number % cards.length] ?? ''
      const id = await writeEvent(deps, subjectId)
      committed.set(id, performance.now())
      await wait(1000 / perSecond)
    }
    await wait(limits.firstMs)
    // What has not arrived by now took too long.
    const times = new Map(arrived().map(({ id, at }) => [id, at]))
    return [...committed].map(([id, at]) => (times.get(id) ?? Infinity) - at)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function submitMs({ deps, fetch }: App, alias: string, number: number): Promise<number> {
  const { publicUrl } = deps.settings
  const headers = { 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` }
  const ask = async (path: string, init: RequestInit = {}) =>
    fetch(new Request(new URL(path, publicUrl), { ...init, headers: { ...headers, ...init.headers } }))
  const { call } = createClient({ slug: 'carte', fetch: (path, init) => ask(String(path), init) })
  const reCaptchaResponse = await solveCaptcha(await call('contacts.challenge', { query: { alias, action } }))
  return timed(() => call('contacts.submit', { input: anEntry({ alias, reCaptchaResponse, reCaptchaAction: action }) }))
}
