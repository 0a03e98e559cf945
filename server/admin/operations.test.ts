import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WebhookState } from '#contract/admin/admin-choices.ts'
import { accounts } from '#server/accounts/tables.ts'
import { commandLine, writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { recordBackupRun } from '#server/backup/runs.ts'
import { people, seedDemo } from '#server/demo/seed-demo.ts'
import { recordBackup } from '#server/database/last-backups.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { dnsStandIn } from '../../tests/stand-ins/dns.ts'
import { mailServerStandIn } from '../../tests/stand-ins/mail-server.ts'
import { addToDays, addToViewTotals } from '#server/visits/visit-store.ts'
import { readBackups } from './read-backups.ts'

let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  app = await anApp()
  admin = await signedIn(app, (await aCard(app.deps)).id)
  await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
})
afterAll(() => app[Symbol.asyncDispose]())

const isRefusedWith = (status: number) => expect.objectContaining({ problem: expect.objectContaining({ status }) })

describe('webhooks', () => {
  type Stored = { id: string; kind?: string; subjectId?: string | null; outcome?: string | null; minutesAgo?: number; data?: string | null }
  const store = async ({ id, kind = 'invoice.paid', subjectId = null, outcome = null, minutesAgo = 0, data = '{}' }: Stored) => {
    const at = new Date(Date.now() - minutesAgo * 60_000).toISOString()
    await app.deps.db
      .execute(sql`insert into billing_event (provider, event_id, subject_id, kind, payload, provider_at, received_at, applied_at, outcome, told)
      values ('stripe', ${id}, ${subjectId}, ${kind}, '{"secret": 1}', ${at}, ${at}, ${outcome && at}, ${outcome}, ${data}::jsonb)`)
  }
  const list = (query: { q?: string; state?: WebhookState; from?: string }) => admin.call('admin.webhooks', { query })
  beforeAll(async () => {
    const card = await aCard(app.deps, { alias: 'webhook-card' })
    await store({ id: 'evt_failed', outcome: 'troubled', subjectId: card.id, minutesAgo: 4 })
    await store({ id: 'evt_waiting', minutesAgo: 3 })
    await store({ id: 'evt_applied', outcome: 'applied', kind: 'customer.updated', minutesAgo: 2 })
    await store({ id: 'evt_ignored', outcome: 'not-ours', data: null, minutesAgo: 60 * 30 })
  })

  test('are listed newest first with their card and state, and without their payload', async () => {
    const { webhooks, failed, waiting, today, address } = await list({})
    expect(webhooks.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'evt_applied applied',
      'evt_waiting waiting',
      'evt_failed failed',
      'evt_ignored ignored',
    ])
    expect(webhooks[2]).toMatchObject({ alias: 'webhook-card', canRetry: true })
    expect({ failed, waiting, today }).toEqual({ failed: 1, waiting: 1, today: 3 })
    expect(address).toMatch(/\/remote\/subscription\/events$/)
    expect(JSON.stringify(webhooks)).not.toContain('secret')
  })

  test('are found by state, type, id and card address', async () => {
    const idsOf = async (query: Parameters<typeof list>[0]) => (await list(query)).webhooks.map(({ id }) => id)
    expect(await idsOf({ state: 'failed' })).toEqual(['evt_failed'])
    expect(await idsOf({ q: 'customer.' })).toEqual(['evt_applied'])
    expect(await idsOf({ q: 'evt_waiting' })).toEqual(['evt_waiting'])
    expect(await idsOf({ q: '/Webhook-Card' })).toEqual(['evt_failed'])
    expect(await idsOf({ q: 'invoice.paid', state: 'applied' })).toEqual([])
  })

  test('continue page by page without a gap', async () => {
    for (let number = 0; number < 60; number++)
      await store({ id: `evt_page_${number}`, kind: 'page.test', outcome: 'applied', minutesAgo: 100 })
    const first = await list({ q: 'page.test' })
    const second = await list({ q: 'page.test', from: first.next ?? '' })
    expect([first.webhooks.length, second.webhooks.length, second.next]).toEqual([50, 10, null])
    expect(new Set([...first.webhooks, ...second.webhooks].map(({ id }) => id)).size).toBe(60)
    await expect(list({ from: 'nonsense' })).rejects.toEqual(isRefusedWith(422))
  })

  test('a failed one is retried once, and the retry is in the audit log', async () => {
    await admin.call('admin.retryWebhook', { input: { id: 'evt_failed' } })
    expect((await list({ q: 'evt_failed' })).webhooks[0]).toMatchObject({ state: 'waiting', canRetry: false })
    const { acts } = await admin.call('admin.auditLog', { query: { q: 'webhook.retry' } })
    expect(acts[0]).toMatchObject({ actor: admin.email, detail: { webhook: 'invoice.paid' } })
    await expect(admin.call('admin.retryWebhook', { input: { id: 'evt_failed' } })).rejects.toEqual(isRefusedWith(404))
    await expect(admin.call('admin.retryWebhook', { input: { id: 'evt_ignored' } })).rejects.toEqual(isRefusedWith(404))
  })
})

test('backups are compared with their files, the newest first', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-backups-'))
  const file = (name: string) => join(dataDir, name)
  await writeFile(file('whole'), 'four')
  await writeFile(file('cut'), 'two')
  for (const [name, day] of [
    ['gone', 1],
    ['cut', 2],
    ['whole', 3],
  ] as const)
    await recordBackup(dataDir, { file: file(name), at: `2026-11-0${day}T03:00:00.000Z`, bytes: 4 })
  await writeAuditEntry(app.deps.db, commandLine, { act: 'backup', detail: { isEncrypted: true } }, new Date('2026-11-03T03:00:10Z'))
  const [startedAt, endedAt] = [new Date('2026-11-03T03:00:00Z'), new Date('2026-11-03T03:00:10Z')]
  await recordBackupRun(app.deps.db, { file: file('whole'), bytes: 4, startedAt, endedAt })
  const { backups, lastAt, acts, nextAt } = await readBackups({ ...app.deps, settings: { ...app.settings, dataDir } })
  expect(backups.map(({ file: path, state }) => [path, state])).toEqual([
    [file('whole'), 'present'],
    [file('cut'), 'changed'],
    [file('gone'), 'missing'],
  ])
  expect([lastAt, nextAt]).toEqual(['2026-11-03T03:00:10.000Z', null])
  expect(acts).toEqual([expect.objectContaining({ act: 'backup', actor: 'command line' })])
  expect((await admin.call('admin.alerts')).backupAt).toBe(lastAt)
  await rm(dataDir, { recursive: true })
})

describe('automatic backups', () => {
  test('cannot be started without a target', async () => {
    for (const name of ['admin.backUp', 'admin.rehearseBackup'] as const) await expect(admin.call(name)).rejects.toEqual(isRefusedWith(409))
  })

  test('are started, listed with their rehearsal, in the metrics and in the audit log', async () => {
    const backupTo = await mkdtemp(join(tmpdir(), 'carte-target-'))
    await using scheduled = await anApp({ settings: { backupTo } })
    const itsAdmin = await signedIn(scheduled, (await aCard(scheduled.deps)).id)
    await expect(itsAdmin.call('admin.backUp')).rejects.toEqual(isRefusedWith(404))
    await scheduled.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, itsAdmin.accountId))
    expect((await itsAdmin.call('admin.backups')).runs).toEqual([])

    await scheduled.deps.jobs.settle()
    await itsAdmin.call('admin.backUp')
    await itsAdmin.call('admin.backUp')
    await scheduled.deps.jobs.settle()
    await itsAdmin.call('admin.rehearseBackup')
    await scheduled.deps.jobs.settle()
    const { runs, acts, target, nextAt, nextRehearsalAt, rehearsedAt } = await itsAdmin.call('admin.backups')
    expect(runs.map(({ kind, error }) => [kind, error])).toEqual([
      ['rehearsal', null],
      ['backup', null],
    ])
    expect(acts.map(({ act }) => act)).toEqual(['backup.rehearse', 'backup', 'backup'])
    expect(target).toBe(backupTo)
    expect(Date.parse(nextAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    expect(Date.parse(nextRehearsalAt ?? '')).toBeGreaterThan(Date.now() + 29 * 86_400_000)
    const metrics = await (await scheduled.ask('/metrics')).text()
    const seconds = Math.round(Date.parse(rehearsedAt ?? '') / 1000)
    expect(metrics).toContain(`carte_backup_rehearsal_last_success_timestamp_seconds ${seconds}`)
    expect(metrics).toContain('carte_backup_failed{kind="rehearsal"} 0')
    await rm(backupTo, { recursive: true })

    await itsAdmin.call('admin.backUp')
    await scheduled.deps.jobs.settle()
    expect((await itsAdmin.call('admin.overview')).backups).toMatchObject({ failed: 'missing', rehearsalFailed: null, rehearsedAt })
    expect((await itsAdmin.call('admin.alerts')).isBackupFailing).toBe(true)
  })
})

test('a saved BACKUP_TO is used at once, and must be a folder that can be written', async () => {
  const backupTo = await mkdtemp(join(tmpdir(), 'carte-target-'))
  await using fresh = await anApp()
  const itsAdmin = await signedIn(fresh, (await aCard(fresh.deps)).id)
  await fresh.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, itsAdmin.accountId))
  const save = (value: string) => itsAdmin.call('admin.changeSettings', { input: { settings: [{ name: 'BACKUP_TO', value }] } })
  const file = join(backupTo, 'a-file')
  await writeFile(file, '')
  for (const unusable of [join(backupTo, 'not-there'), file]) await expect(save(unusable), unusable).rejects.toEqual(isRefusedWith(422))
  await rm(file)

  await save(backupTo)
  await itsAdmin.call('admin.backUp')
  await fresh.deps.jobs.settle()
  const { runs, target, acts } = await itsAdmin.call('admin.backups')
  expect([target, runs.map(({ kind, error }) => [kind, error]), acts.map(({ act }) => act)]).toEqual([
    backupTo,
    [['backup', null]],
    ['backup'],
  ])
  expect(await readdir(backupTo)).toHaveLength(1)
  await save('')
  await expect(itsAdmin.call('admin.backUp')).rejects.toEqual(isRefusedWith(409))
  await rm(backupTo, { recursive: true })
})

test('an administrator removes the demo cards, nothing else, with an audit entry', async () => {
  await using withDemo = await anApp()
  await seedDemo(withDemo.deps)
  const { id, alias } = await aCard(withDemo.deps)
  const itsAdmin = await signedIn(withDemo, id)
  await expect(itsAdmin.call('admin.removeDemo')).rejects.toEqual(isRefusedWith(404))
  await withDemo.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, itsAdmin.accountId))
  const sum = (days: number[]) => days.reduce((all, count) => all + count, 0)
  const figures = async () => {
    const { counts, trends } = await itsAdmin.call('admin.overview')
    const { cards, contacts, views, accounts: newAccounts } = trends
    return [counts.demoCards, counts.cards, counts.accounts, counts.contacts, ...[cards, contacts, views, newAccounts].map(sum)]
  }
  // Two views of a card of the demo, one of the other card.
  const { rows } = await withDemo.deps.db.execute<{ id: string }>(sql`select id from subject where is_demo limit 1`)
  const today = withDemo.deps.clock.now().toISOString().slice(0, 10)
  const views = [[rows[0]?.id ?? '', 2] as const, [id, 1] as const].map(([subjectId, count]) => ({
    subjectId,
    day: today,
    name: 'open_home',
    dimension: 'platform_used' as const,
    value: 'test',
    count,
  }))
  await addToDays(withDemo.deps.db, views)
  await addToViewTotals(withDemo.deps.db, views)
  // Figures are about people.
  expect(await figures()).toEqual([people.length, 1, 1, 0, 1, 0, 1, 1])
  for (const removed of [people.length, 0]) {
    await itsAdmin.call('admin.removeDemo')
    const { acts } = await itsAdmin.call('admin.auditLog', { query: { q: 'demo.remove' } })
    expect(acts[0]).toMatchObject({ actor: itsAdmin.email, detail: { cards: removed } })
  }
  expect(await figures()).toEqual([0, 1, 1, 0, 1, 0, 1, 1])
  expect((await withDemo.call('cards.read', { params: { alias } }))['{product}'].alias).toBe(alias)
})

test('only administrators read any of it', async () => {
  const owner = await signedIn(app, (await aCard(app.deps)).id)
  for (const name of ['admin.webhooks', 'admin.backups', 'admin.settings', 'admin.alerts'] as const)
    await expect(owner.call(name), name).rejects.toEqual(isRefusedWith(404))
})

describe('a mail test', () => {
  const input = { to: 'ada@example.net' }

  test('reports what the server answers, is in the audit log, and is limited', async () => {
    await using server = await mailServerStandIn({ requiresPassword: true })
    const smtpUrl = `smtp://cards:hush-hush@127.0.0.1:${server.port}`
    await using sending = await anApp({ settings: { smtpUrl, mailFrom: 'cards@example.com' }, outside: { dns: dnsStandIn({}) } })
    const { id } = await aCard(sending.deps)
    const itsAdmin = await signedIn(sending, id)
    await expect(itsAdmin.call('admin.testMail', { input })).rejects.toEqual(isRefusedWith(404))
    await sending.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, itsAdmin.accountId))

    const { steps } = await itsAdmin.call('admin.testMail', { input })
    expect(steps.map(({ step }) => step)).toEqual([
      'connected',
      'unencryptedHere',
      'loggedIn',
      'accepted',
      'spfMissing',
      'dkimUnknown',
      'dmarcMissing',
    ])
    expect(JSON.stringify(steps)).not.toContain('hush')
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.net']])
    const { acts } = await itsAdmin.call('admin.auditLog', { query: { q: 'mail.test' } })
    expect(acts.map(({ actor, detail }) => ({ actor, detail }))).toEqual([{ actor: itsAdmin.email, detail: {} }])

    await expect(itsAdmin.call('admin.testMail', { input: { to: 'ada' } })).rejects.toEqual(isRefusedWith(422))
    const tests = Array.from({ length: 10 }, () => itsAdmin.call('admin.testMail', { input }).catch((error: unknown) => error))
    expect(await Promise.all(tests)).toContainEqual(isRefusedWith(429))
    expect(server.received.length).toBeLessThanOrEqual(10)
  })
})
