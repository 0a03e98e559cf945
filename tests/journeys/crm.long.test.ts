import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from '#server/app.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from '../harness/database.ts'
import { patientWaits } from '../harness/patient-waits.ts'
import { type Site, startSite } from '../harness/site.ts'
import { followUpBossStandIn, type FollowUpBossStandIn } from '../stand-ins/follow-up-boss.ts'
import { randomUUID } from 'node:crypto'
import { ownerHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { eventually } from '../harness/eventually.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

/** A product whose Follow Up Boss is a stand-in. */
const crm = {} as { app: App; site: Site; fub: FollowUpBossStandIn }
const ends = new AsyncDisposableStack()
beforeAll(async () => {
  const database = ends.use(await aDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-crm-'))
  ends.defer(() => rm(dataDir, { recursive: true, force: true }))
  crm.fub = ends.use(await followUpBossStandIn())
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    FOLLOW_UP_BOSS_URL: crm.fub.url,
  }
  crm.app = ends.use(await createApp(readSettings(environment), { works: false, log: silentLog, pages: false, waits: patientWaits }))
  crm.site = ends.use(await startSite({ environment }))
})
afterAll(() => ends.disposeAsync())

test.each([
  ['a script', true],
  ['no script', false],
])('Follow Up Boss is connected, and gets a contact that it first ignored, with %s', async (_, javaScriptEnabled) => {
  Object.assign(crm.fub, { isArchived: false })
  const card = await aCard(crm.app.deps, { plan: 'PRO' })
  const owner = await signedIn(crm.app, card.id)
  await using visitor = await aVisitor({ on: 'desktop', baseURL: crm.site.url, javaScriptEnabled })
  const { page } = visitor
  // A refused form is answered with 422.
  visitor.allow(/422/)
  await visitor.setSession(owner.cookie)
  const open = async (query = '', of: 'connections' | 'myContacts' = 'connections') => {
    await visitor.open(ownerHref(card.alias, of) + query)
    if (javaScriptEnabled) await hydrate(page)
  }
  const findIssues = async () => (javaScriptEnabled ? findAccessibilityIssues(page) : [])

  await open('?kind=any')
  await page.getByRole('link', { name: 'Follow Up Boss' }).click()
  const key = page.getByLabel('API key')
  await key.fill('fka_of_somebody_else')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByText('Follow Up Boss refuses this key. Check its permissions, or copy it again.').waitFor()
  expect(await findIssues()).toEqual([])
  await key.fill(crm.fub.key)
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('heading', { name: 'Follow Up Boss', level: 1 }).waitFor()
  await page.getByText(`••••••••${crm.fub.key.slice(-4)}`).waitFor()
  expect(await page.content()).not.toContain(crm.fub.key)
  expect(await findIssues()).toEqual([])
  await page.getByRole('button', { name: 'Check the key' }).click()
  await page.getByText('The key works.').waitFor()

  crm.fub.isArchived = true
  const contact = { name: 'Tobias', lastName: 'Wren', emailAddress: `tobias-${card.alias}@example.com`, phoneNumber: '', tags: [] }
  const blank = { title: '', companyName: '', address: '', city: '', state: '', zip: '', notes: '' }
  await owner.call('contacts.create', { input: { alias: card.alias, submissionId: randomUUID(), ...blank, ...contact } })
  const connection = async () => (await owner.call('connections.list', { query: { alias: card.alias } }))[0]
  await eventually(async () => expect(await connection()).toMatchObject({ attention: 'source' }))
  await open()
  await page.getByText('Needs you', { exact: true }).waitFor()
  await page.getByText('Accepted, but ignored: source archived').waitFor()
  await page.getByText('Connected', { exact: true }).waitFor()
  expect(await findIssues()).toEqual([])
  await page.getByRole('link', { name: 'Follow Up Boss', exact: true }).first().click()
  await page.getByText('Someone archived the source “Carte”.', { exact: false }).waitFor()
  expect(await findIssues()).toEqual([])

  crm.fub.isArchived = false
  await page.getByRole('button', { name: 'Send 1 again' }).click()
  await eventually(async () => expect(await connection()).toMatchObject({ attention: null, sentCount: 1 }))
  const { results } = await owner.call('contacts.search', {
    params: { page: 1, pageSize: 10, tag: 'none' },
    input: { alias: card.alias, SearchFor: '' },
  })
  await open(`?contact=${results[0]?.id}`, 'myContacts')
  await page.getByText(/^Sent to Follow Up Boss, /).waitFor()
  await page.getByText('Added as a new person').waitFor()
})

test('a refused key is replaced', async () => {
  const card = await aCard(crm.app.deps, { plan: 'PRO' })
  const owner = await signedIn(crm.app, card.id)
  const { id } = await owner.call('connections.create', {
    input: { alias: card.alias, preset: 'follow-up-boss', name: 'Our CRM', apiKey: crm.fub.key, isFull: true },
  })
  await crm.app.deps.pool.query(`update connection set attention = 'key', failing_since = now() where subject_id = $1`, [card.id])
  await using visitor = await aVisitor({ baseURL: crm.site.url })
  const { page } = visitor
  visitor.allow(/422/)
  await visitor.setSession(owner.cookie)
  await visitor.open(`${ownerHref(card.alias, 'connections')}?of=${id}`)
  await hydrate(page)
  await page.getByText('Follow Up Boss refuses your key.').waitFor()
  await page.getByRole('link', { name: 'Replace…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Replace the key?' })
  const field = dialog.getByLabel('API key')
  const replace = async (key: string) => {
    await field.fill(key)
    await dialog.getByRole('button', { name: 'Replace key' }).click()
  }
  await replace('not a key')
  await dialog.getByText('This isn’t a complete key. Copy it again.').waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement && input.getAttribute('aria-invalid'))).toBe('true')
  crm.fub.key = 'fka_fedcba9876543210'
  await replace(crm.fub.key)
  await page.getByText('Key replaced.').waitFor()
  await page.getByText('••••••••3210').waitFor()
  expect(await page.getByText('Follow Up Boss refuses your key.').count()).toBe(0)
})

test('a CRM on a switched-off host can’t be connected or switched on', async () => {
  const card = await aCard(crm.app.deps, { plan: 'PRO' })
  const owner = await signedIn(crm.app, card.id)
  const { host } = new URL(crm.fub.url)
  await using visitor = await aVisitor({ baseURL: crm.site.url })
  const { page } = visitor
  visitor.allow(/422/)
  await visitor.setSession(owner.cookie)
  const open = async (query: string) => {
    await visitor.open(`${ownerHref(card.alias, 'connections')}?${query}`)
    await hydrate(page)
  }
  await crm.app.deps.pool.query('insert into switched_off_host (host, off_at) values ($1, now())', [host])
  await open('kind=follow-up-boss')
  await page.getByLabel('API key').fill(crm.fub.key)
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByText('An administrator switched off sending to this host.').waitFor()
  await crm.app.deps.pool.query('delete from switched_off_host where host = $1', [host])

  const { id } = await owner.call('connections.create', {
    input: { alias: card.alias, preset: 'follow-up-boss', name: 'Our CRM', apiKey: crm.fub.key, isFull: true },
  })
  await crm.app.deps.pool.query(`update connection set off_reason = 'host', off_at = now() where subject_id = $1`, [card.id])
  await open(`of=${id}&dialog=on`)
  await page.getByText('Once the host is allowed again, this is switched on.').waitFor()
  expect(await page.getByRole('switch').count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)
})
