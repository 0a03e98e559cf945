import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminSetting } from '#contract/admin/admin.ts'
import { accounts } from '#server/accounts/tables.ts'
import { createApp } from '#server/app.ts'
import { readPlan } from '#server/billing/orders/read-plan.ts'
import { findSubscription } from '#server/billing/subscriptions/subscription-store.ts'
import { findCardId } from '#server/cards/card-store.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { openLiveSettings } from '#server/settings/live-settings.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { eventually } from '../../../tests/harness/eventually.ts'
import { signedIn, type SignedIn } from '../../../tests/harness/signed-in.ts'
import { listSettings } from './list-settings.ts'

const environment = { PRODUCT_SLUG: 'carte', SUPPORT_PHONE: '+1 555 010 0100', STRIPE_URL: 'https://stripe.example.com' }
let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  app = await anApp({ environment, settings: { supportPhone: environment.SUPPORT_PHONE } })
  admin = await anAdmin(app)
})
afterAll(() => app[Symbol.asyncDispose]())

async function anAdmin(of: TestApp) {
  const one = await signedIn(of, (await aCard(of.deps)).id)
  await of.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, one.accountId))
  return one
}
const change = (settings: Record<string, string>, by = admin) =>
  by.call('admin.changeSettings', { input: { settings: Object.entries(settings).map(([name, value]) => ({ name, value })) } })
async function settingOf(name: string): Promise<AdminSetting | undefined> {
  return (await admin.call('admin.settings')).settings.find((setting) => setting.name === name)
}
const issuesAt = (...paths: string[]) =>
  expect.objectContaining({
    problem: expect.objectContaining({ status: 422, issues: paths.map((path) => expect.objectContaining({ path })) }),
  })
/** Another server of the same installation. */
const anotherServer = (env: NodeJS.ProcessEnv = environment, { settings } = app) =>
  createApp(readSettings({ ...env, DATABASE_URL: settings.databaseUrl ?? '', DATA_DIR: settings.dataDir, DEMO: 'off' }), {
    log: silentLog,
    pages: false,
    works: false,
    environment: env,
  })

describe('an administrator', () => {
  test('changes settings at once on every server, and sets their defaults back', async () => {
    await using other = await anotherServer()
    await change({ PRODUCT_NAME: 'Harbor & Pine', TRIAL_DAYS: '14', SIGN_UP: 'example.com, *.example.org' })
    expect(app.settings).toMatchObject({ productName: 'Harbor & Pine', trialDays: 14, signUp: ['example.com', '*.example.org'] })
    await eventually(() => expect(other.deps.settings).toMatchObject({ productName: 'Harbor & Pine', trialDays: 14 }))
    expect(await settingOf('PRODUCT_NAME')).toMatchObject({
      value: 'Harbor & Pine',
      source: 'stored',
      change: 'now',
      setBy: expect.stringMatching(/./),
    })

    await change({ PRODUCT_NAME: '', SIGN_UP: ' ' })
    expect(app.settings).toMatchObject({ productName: 'Carte', trialDays: 14, signUp: 'open' })
    await eventually(() => expect(other.deps.settings).toMatchObject({ productName: 'Carte', trialDays: 14, signUp: 'open' }))
    expect(await settingOf('PRODUCT_NAME')).toMatchObject({ value: 'Carte', source: 'default', setAt: null, setBy: null })
    await change({ TRIAL_DAYS: '' })
  })

  test('changes a setting while a server starts, which has it as well', async () => {
    const starting = readSettings({ ...environment, DEMO: 'off' })
    const live = await openLiveSettings(starting, environment, { ...app.deps, log: silentLog })
    await change({ TRIAL_DAYS: '9' })
    const stop = await live.follow(app.deps.changes, { onChange() {} })
    expect(starting.trialDays).toBe(9)
    stop()
    await change({ TRIAL_DAYS: '' })
  })

  test('sees what waits for a restart, which a server that starts later has', async () => {
    const before = app.settings.limitFactor
    await change({ LIMIT_FACTOR: '3' })
    expect(app.settings.limitFactor).toBe(before)
    expect(await settingOf('LIMIT_FACTOR')).toMatchObject({ value: '3', running: '1', change: 'restart' })
    await using restarted = await anotherServer()
    expect(restarted.deps.settings.limitFactor).toBe(3)
    await change({ LIMIT_FACTOR: '' })
    expect(await settingOf('LIMIT_FACTOR')).toMatchObject({ value: '1', running: null })
  })

  test('can’t change what the environment sets, or what only it can set', async () => {
    expect(await settingOf('SUPPORT_PHONE')).toMatchObject({ value: '+1 555 010 0100', source: 'environment', change: 'environment' })
    await expect(change({ SUPPORT_PHONE: '+1 555 010 0199' })).rejects.toEqual(issuesAt('SUPPORT_PHONE'))
    await expect(change({ STORAGE: 's3', WEBHOOK_HOSTS: 'intranet.lan', NO_SUCH: '1' })).rejects.toEqual(
      issuesAt('STORAGE', 'WEBHOOK_HOSTS', 'NO_SUCH'),
    )
    const all = { SUPPORT_PHONE: '+1 555 010 0199', STORAGE: 's3', NO_SUCH: '1' }
    await expect(change(all)).rejects.toMatchObject({
      problem: {
        issues: [
          { code: 'setByEnvironment', values: {}, message: 'SUPPORT_PHONE is set by its environment variable.' },
          { code: 'environmentOnly', values: {}, message: 'STORAGE can only be set as an environment variable.' },
          { code: 'unknownSetting', values: {}, message: 'NO_SUCH is not a setting.' },
        ],
      },
    })
  })

  test('reads what is wrong with each value, and nothing is changed', async () => {
    await expect(change({ PRODUCT_NAME: 'Rejected', TRIAL_DAYS: 'soon', HELP_URL: 'javascript:alert(1)' })).rejects.toEqual(
      issuesAt('HELP_URL', 'TRIAL_DAYS'),
    )
    await expect(change({ CAPTCHA: 'turnstile' }), 'a pair').rejects.toEqual(issuesAt('CAPTCHA'))
    // The line begins with PUBLIC_URL, which may not be in the form.
    await change({ PUBLIC_URL: 'https://cards.example.com' })
    await expect(change({ TRUST_PROXY: 'off', PUBLIC_URL: 'http://cards.example.com' })).rejects.toEqual(issuesAt('PUBLIC_URL'))
    await change({ GEOCODER: 'google', GEOCODER_KEY: 'a-real-key-for-maps' })
    await expect(change({ GEOCODER_KEY: '' }), 'the other one of a pair').rejects.toEqual(issuesAt('GEOCODER_KEY'))
    await change({ PUBLIC_URL: '', GEOCODER: '', GEOCODER_KEY: '' })
    expect(app.settings).toMatchObject({ productName: 'Carte', trialDays: 30 })
    expect(await settingOf('CAPTCHA')).toMatchObject({ value: 'proof-of-work', source: 'default' })
  })

  test('makes the folder for backups that the pages propose, and no other', async () => {
    const { proposal } = await admin.call('admin.backups')
    expect(proposal).toMatch(/\/carte-backups$/)
    await expect(change({ BACKUP_TO: `${proposal}-elsewhere` })).rejects.toEqual(issuesAt('BACKUP_TO'))
    await change({ BACKUP_TO: proposal })
    expect((await stat(proposal)).mode & 0o777).toBe(0o700)
    await change({ BACKUP_TO: '' })
  })

  test('changes two settings at the same time as another one does, and none is lost', async () => {
    const other = await anAdmin(app)
    await Promise.all([change({ TERMS_URL: 'https://a.example/terms' }), change({ PRIVACY_URL: 'https://a.example/privacy' }, other)])
    expect(app.settings).toMatchObject({ termsUrl: 'https://a.example/terms', privacyUrl: 'https://a.example/privacy' })
    await change({ TERMS_URL: '', PRIVACY_URL: '' })
  })

  test('of an unattended screen changes nothing', async () => {
    const unattended = await anAdmin(app)
    await app.deps.db.execute(sql`update session set signed_in_at = now() - interval '2 days' where account_id = ${unattended.accountId}`)
    await expect(change({ PRODUCT_NAME: 'Taken over' }, unattended)).rejects.toMatchObject({
      problem: { type: '/problems/recent-login-required' },
    })
    expect(app.settings.productName).toBe('Carte')
  })
})

describe('secrets', () => {
  const smtpUrl = 'smtps://mailer:hush-hush-1@mail.example.com'
  const key = ['sk', 'live', 'hushhush3hushhush3'].join('_')

  test('are stored sealed, and never sent to the page or the audit log', async () => {
    await change({ SMTP_URL: smtpUrl, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_hushhush4hushhush4' })
    expect(app.settings.smtpUrl).toBe(smtpUrl)
    const { rows } = await app.deps.db.execute<{ value: string }>(
      sql`select value::text as value from installation where name = 'settings'`,
    )
    expect(rows[0]?.value).not.toMatch(/hush/)
    expect(await settingOf('SMTP_URL')).toMatchObject({ value: 'smtps://••••@mail.example.com', kind: 'secret' })
    expect((await settingOf('STRIPE_SECRET_KEY'))?.value).toBe(`••••••••${key.slice(-4)}`)
    expect(JSON.stringify([await admin.call('admin.settings'), await admin.call('admin.auditLog', { query: {} })])).not.toMatch(
      /hush-|hushhush3hush/,
    )
    await change({ SMTP_URL: '', STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' })
    expect(app.settings.smtpUrl).toBe('')
  })

  test('of the environment are not sent either', async () => {
    const secret = 'hush-hush-5-hush-hush'
    const hidden = { DATABASE_URL: 'postgres://carte:hush-2@db1.example.com,db2.example.com/carte?sslkey=hush', METRICS_TOKEN: secret }
    await using closed = await anApp({
      environment: { ...hidden, OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'carte', OIDC_CLIENT_SECRET: secret },
    })
    const { settings } = await (await anAdmin(closed)).call('admin.settings')
    expect(JSON.stringify(settings)).not.toMatch(/hush-h|hush-2|=hush/)
    expect(settings.find(({ name }) => name === 'DATABASE_URL')?.value).toBe('postgres://••••@db1.example.com,db2.example.com/carte')
  })
})

describe('plans', () => {
  const planOf = async (by: SignedIn, alias: string) => (await by.call('admin.card', { params: { alias } })).plan
  test('that are turned off end at once: a first card starts no trial', async () => {
    await using selling = await anApp()
    const by = await anAdmin(selling)
    const { alias } = await aCard(selling.deps, { plan: 'FREE' })
    await change({ PLANS: 'off' }, by)
    expect(selling.settings.plans).toBe(false)
    expect(await planOf(by, alias)).toBe('PRO')
    await selling.deps.db.execute(sql`delete from membership where account_id = ${by.accountId}`)
    const named = { alias: 'first-of-all', fullName: 'Ada Winter', title: '', companyName: '', phoneNumber: '', emailAddress: '' }
    await by.call('cards.create', { input: { submissionId: randomUUID(), profile: 1, ...named } })
    const first = await findCardId(selling.deps.db, 'first-of-all')
    expect(first).not.toBeNull()
    expect(await findSubscription(selling.deps.db, first ?? '')).toBeNull()
  })

  test('that are turned on are so at once, and no card loses anything before its trial', async () => {
    await using free = await anApp()
    const by = await anAdmin(free)
    await change({ PLANS: 'off' }, by)
    await using other = await anotherServer({}, free)
    const { alias, id } = await aCard(free.deps, { plan: 'FREE' })
    const plans = async () => [await planOf(by, alias), (await readPlan(other.deps, id)).plan]
    await change({ PLANS: 'on' }, by)
    expect(free.settings.plans).toBe(true)
    await eventually(() => expect(other.deps.settings.plans).toBe(true))
    expect([await plans(), await findSubscription(free.deps.db, id)]).toEqual([['PRO', 'PRO'], null])
    expect((await by.call('admin.cards', { query: { q: alias, plan: 'free' } })).cards).toEqual([])
    await free.deps.jobs.settle()
    expect([await plans(), await findSubscription(free.deps.db, id)]).toEqual([['PRO', 'PRO'], expect.objectContaining({ state: 'trial' })])
    const next = await aCard(free.deps, { plan: 'FREE' })
    await eventually(async () =>
      expect([await planOf(by, next.alias), (await readPlan(other.deps, next.id)).plan]).toEqual(['FREE', 'FREE']),
    )
  })

  test('that are turned on leave no cached answer from before the trials', async () => {
    await using free = await anApp()
    const by = await anAdmin(free)
    await change({ PLANS: 'off' }, by)
    const { alias, id } = await aCard(free.deps)
    await free.deps.db.execute(sql`update subscription set provider = 'stripe', state = 'unpaid' where subject_id = ${id}`)
    const isActive = async () => (await free.call('cards.read', { params: { alias } })).subscription.isActive
    await change({ PLANS: 'on' }, by)
    expect(await isActive()).toBe(true)
    await free.deps.jobs.settle()
    await eventually(async () => expect(await isActive()).toBe(false))
  })
})

test('a value that can’t be opened is named, and set back without being opened', async () => {
  await change({ GEOCODER_KEY: 'a-real-key-for-maps' })
  await app.deps.db.execute(
    sql`update installation set value = jsonb_set(value, '{GEOCODER_KEY,value}', '"bm90IHNlYWxlZCBieSB0aGlzIGtleSBhdCBhbGw="') where name = 'settings'`,
  )
  await expect(anotherServer()).rejects.toThrow(/^GEOCODER_KEY can’t be read.*settings reset GEOCODER_KEY/)
  await change({ GEOCODER_KEY: '' })
  await using other = await anotherServer()
  expect(other.deps.settings.geocoderKey).toBe('')
})

test('an environment that contradicts stored settings stops the start, naming the fix', async () => {
  await change({ PUBLIC_URL: 'https://cards.example.com' })
  const exposed = { ...environment, HOST: '0.0.0.0' }
  await expect(anotherServer(exposed)).rejects.toThrow(/^PUBLIC_URL is https[^]*settings reset NAME/)
  // One that runs shows it, so that it can be set back there.
  const { settings } = await listSettings({ ...app.deps, settings: app.settings, environment: exposed })
  expect(settings.find(({ name }) => name === 'PUBLIC_URL')).toMatchObject({ value: 'https://cards.example.com', source: 'stored' })
  await change({ PUBLIC_URL: '' })
})
