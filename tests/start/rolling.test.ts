import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { createApp, type App } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import { freePort } from '../harness/site.ts'
import type { Postgres } from '../harness/postgres.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { addressOf, runSql } from '../harness/run-sql.ts'
import { aPostgres } from './a-postgres.ts'
import { callerAt } from './caller.ts'
import { isInClone, isRepository, checkOutRelease } from './check-out-release.ts'
import { aFolder, run, type Program } from './program.ts'

const [commit = '', lastMigration] = readFileSync(new URL('../previous-release.txt', import.meta.url), 'utf8').split('\n')
const isKnown = isInClone(`${commit}:migrations/${lastMigration}`)
const email = 'ada@example.com'

test.runIf(isRepository)('this clone has the previous release (else: git fetch --unshallow)', () => {
  expect(isKnown).toBe(true)
})

describe.skipIf(!isKnown)(`the previous release (${commit.slice(0, 7)}; needs git history), beside this one`, () => {
  const closing = new AsyncDisposableStack()
  const ports = { before: 0, now: 0 }
  let app: App
  let card: { id: string; alias: string }
  const at = (which: keyof typeof ports, cookie?: string) => callerAt(`http://127.0.0.1:${ports[which]}`, cookie ? { cookie } : {})

  beforeAll(async () => {
    const postgres: Postgres = closing.use(await aPostgres())
    await runSql(postgres.address, 'create database carte')
    const [home, dataDir] = [closing.use(await aFolder()).path, closing.use(await aFolder()).path]
    checkOutRelease(commit, home)
    const shared = {
      DATABASE_URL: addressOf(postgres.address, 'carte'),
      DATA_DIR: dataDir,
      DEMO: 'off',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3999',
      CAPTCHA_COST: '1',
      LOG_LEVEL: 'warn',
    }
    // As in an update: the previous release serves while this one migrates the schema.
    ports.before = await freePort()
    const before: Program = closing.use(run('serve-calls.ts', { ...shared, PORT: String(ports.before) }, { home }))
    await before.waitForOutput('serves calls')
    app = closing.use(await createApp(readSettings(shared), { log: silentLog, pages: false, works: false }))
    ports.now = await freePort()
    const server = createServer(app.listener).listen(ports.now, '127.0.0.1')
    await once(server, 'listening')
    closing.defer(() => server.close().closeAllConnections())
    card = await aCard(app.deps, { settings: { connectClientsSetting: { applyTags: '' } } })
    await app.deps.changes.write((tx) => addOwner(tx, { subjectId: card.id, email, name: 'Ada Winter' }, new Date()))
  })
  afterAll(() => closing.disposeAsync())

  const signIn = async (which: keyof typeof ports) => {
    const link = await makeSignInLink(app.deps, email, { endsOthers: false })
    return at(which).signIn(link?.token ?? '')
  }

  test('both show the card', async () => {
    for (const which of ['before', 'now'] as const) {
      const readCardAnswer = await at(which).call('cards.read', { params: { alias: card.alias } })
      expect(readCardAnswer['{product}']).toMatchObject({ alias: card.alias, firstName: 'Ada' })
    }
  })

  test.each(['before', 'now'] as const)('a login at one (%s) is valid at both', async (which) => {
    const cookie = await signIn(which)
    expect(await at('before', cookie).call('cards.own')).toMatchObject([{ alias: card.alias }])
    expect(await at('now', cookie).call('cards.own')).toMatchObject([{ alias: card.alias }])
  })

  test('contacts saved at either are listed by both', async () => {
    await at('before').submitContact(card.alias, 'Amara')
    await at('now').submitContact(card.alias, 'Tobias')
    const cookie = await signIn('before')
    expect(await at('before', cookie).names()).toEqual(['Amara', 'Tobias'])
    expect(await at('now', cookie).names()).toEqual(['Amara', 'Tobias'])
  })

  test('a draft saved at one is published at the other, and both show it', async () => {
    const cookie = await signIn('before')
    const { alias } = card
    const turns = [
      ['before', 'now', 'Harbor master'],
      ['now', 'before', 'Lighthouse keeper'],
    ] as const
    for (const [one, other, title] of turns) {
      const { draft } = await at(one, cookie).call('cards.editor', { params: { alias } })
      const input = { alias, revision: draft.revision, changes: { title }, removed: [] }
      const { revision } = await at(one, cookie).call('cards.saveDraft', { input })
      await at(other, cookie).call('cards.publishDraft', { input: { alias, revision } })
      for (const which of ['before', 'now'] as const) {
        const titleAt = async () => (await at(which).call('cards.read', { params: { alias } }))['{product}']
        await expect.poll(titleAt, { timeout: 5000 }).toMatchObject({ title })
      }
    }
  })

  test('visits are counted together', async () => {
    const { alias } = card
    const events = [{ name: 'open_carte', params: { platform_used: 'ios' } }]
    const track = (which: keyof typeof ports) => at(which).call('visits.track', { input: { alias, events } })
    await track('before')
    await track('now')
    const cookie = await signIn('now')
    const input = {
      alias,
      DateRanges: [{ StartDate: '1daysAgo', EndDate: 'today' }],
      Dimensions: [{ Name: 'customEvent:platform_used' }],
      Metrics: [{ Name: 'eventCount' as const }],
    }
    const total = async (which: keyof typeof ports) =>
      (await at(which, cookie).call('visits.report', { input })).rows?.reduce(
        (sum, { metricValues }) => sum + Number(metricValues[0]?.value),
        0,
      )
    expect([await total('before'), await total('now')]).toEqual([2, 2])
  })
})
