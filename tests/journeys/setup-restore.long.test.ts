import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { makeSetupLink } from '#server/accounts/sign-up/make-setup-link.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { anApp } from '../harness/app.ts'
import { aDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { startSite } from '../harness/site.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aVisitor } from '../harness/visitor.ts'
import { check } from './setup-steps.ts'

const passphrase = 'lantern-ferry-cobalt-orchard'
const person = { name: 'Maren Holloway', email: 'maren@example.com', password: 'Lantern-Ferry-8' }

/** A new installation, its setup link, and a backup of another one: whole, cut off, and a file that is none. */
async function aRestore() {
  const ends = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'carte-restore-'))
  ends.defer(() => rm(folder, { recursive: true, force: true }))
  const file = (name: string) => join(folder, `${name}.backup`)
  await using old = await anApp()
  await old.call('accounts.setUp', { input: { ...person, setupCode: (await makeSetupLink(old.deps)) ?? '' } })
  await aContact(old.deps, (await aCard(old.deps, { alias: 'maren' })).id)
  const deps = { ...old.deps, database: old.deps, productVersion: '0.1.0', signal: new AbortController().signal }
  await writeBackup(deps, { file: file('carte'), passphrase })
  await writeFile(file('photo'), 'a photo')
  await writeFile(file('short'), (await readFile(file('carte'))).subarray(0, -200))
  const database = ends.use(await aDatabase())
  const environment = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), DEMO: 'off', LOG_FORMAT: 'text' }
  const site = ends.use(await startSite({ environment }))
  const pathIn = (text: string) => /\/setup#[A-Z-]{19}/.exec(text)?.[0] ?? Promise.reject(new Error('no link yet'))
  return {
    site,
    database,
    path: await eventually(async () => pathIn(site.output())),
    /** The page of the restore, in a browser. */
    on: (page: Page) => ({
      check: page.getByRole('button', { name: 'Check backup' }),
      restore: page.getByRole('button', { name: 'Restore 1 card' }),
      passphrase: page.getByLabel('Passphrase'),
      choose: (name: string) => page.getByLabel(/^Choose a backup|^.*\.backup$/).setInputFiles(file(name)),
      heading: (name: string) => page.getByRole('heading', { name, exact: true }),
    }),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  }
}

/** The first row of a contact never ends. */
const makeEndless = `create function sleep() returns trigger language plpgsql as 'begin perform pg_sleep(1e6); return new; end';
  create trigger sleep before insert on contact for each row execute function sleep()`

describe('ACCOUNT-5 a restore by the setup link', () => {
  let restore: Awaited<ReturnType<typeof aRestore>>
  beforeAll(async () => (restore = await aRestore()))
  afterAll(() => restore[Symbol.asyncDispose]())

  const sql = async (text: string) => {
    const client = new pg.Client(restore.database.url)
    await client.connect()
    await client.query(text).finally(() => client.end())
  }

  test('can be stopped, is seen in other tabs, and survives a lost connection', { timeout: 180_000 }, async () => {
    const path = restore.path.replace('#', '/restore#')
    await using admin = await aVisitor({ on: 'desktop', baseURL: restore.site.url })
    await using other = await aVisitor({ on: 'narrow', baseURL: restore.site.url })
    const { page } = admin
    const [on, onOther] = [restore.on(page), restore.on(other.page)]
    const isAt = async (title: string) => {
      await on.heading(title).waitFor()
      await eventually(async () => {
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(title)
        expect(await page.title()).toBe(`${title} | Carte`)
      })
    }
    await admin.open(path)
    await page.locator('input[type=file]:enabled').waitFor()
    await check(admin.page)
    await on.choose('short')
    await on.passphrase.fill(passphrase)
    await on.check.click()
    await page.getByText('This file is cut off.').waitFor()
    await check(admin.page)
    await on.choose('carte')
    await on.passphrase.fill('another passphrase')
    await on.check.click()
    await page.getByText('This passphrase doesn’t open the backup.').waitFor()
    await check(admin.page)
    await on.passphrase.fill(passphrase)
    await on.check.click()
    await isAt('This backup is good')
    await check(admin.page)

    // The same link elsewhere shows the same.
    await other.open(path)
    await onOther.heading('This backup is good').waitFor()
    await check(other.page)
    await sql(makeEndless)
    await on.restore.click()
    await isAt('Restoring')
    await check(admin.page)
    // While the tables are locked, also with a cookie of a session.
    await other.setSession('__Host-session=of-another-server')
    await other.page.reload()
    await onOther.heading('Restoring').waitFor()
    // Without an answer for a while, and with one again.
    const reads = /\/restore\/read$/
    const lost = page.getByText('The connection to the server was lost.')
    admin.allow(/ERR_FAILED/)
    await page.route(reads, (route) => route.abort())
    await lost.waitFor()
    await page.unroute(reads)
    await lost.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Stop and start over…' }).click()
    await page.getByRole('button', { name: 'Keep restoring' }).click()
    await page.getByRole('button', { name: 'Stop and start over…' }).click()
    await check(admin.page)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await isAt('Restore a backup')
    expect(await page.getByRole('alert').count()).toBe(0)
    await other.page.getByText('Stopped. Nothing was changed.').waitFor()
    await check(other.page)
    await sql('drop function sleep cascade')

    // The connection is lost, and canceling is no error.
    const parts = /\/restore\/part\?/
    admin.allow(/status of 503/)
    await page.route(parts, (route) => route.fulfill({ status: 503 }))
    await on.choose('carte')
    await on.check.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await on.check.waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.unroute(parts)
    // A disk that is too full says how much it needs, and a limit is waited for.
    const full = { state: 'none', issue: 'full', space: { needed: 3e9, free: 4e8 }, id: '', version: '', backup: null }
    await page.route(/\/restore\/begin$/, (route) => route.fulfill({ json: full }), { times: 1 })
    await on.choose('carte')
    await on.passphrase.fill(passphrase)
    await on.check.click()
    await page.getByText('it needs 3 GB, and 400 MB is free').waitFor()
    await check(admin.page)
    admin.allow(/status of 429/)
    await page.route(parts, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '5' } }), { times: 1 })
    await Promise.all([page.getByText(/The upload continues in \d second/).waitFor(), on.check.click()])
    await on.restore.click()
    await isAt('Everything is back')
    await check(admin.page)
  })
})

test('ACCOUNT-5 the setup link restores a backup in the browser', async () => {
  await using restore = await aRestore()
  await using admin = await aVisitor({ on: 'narrow', baseURL: restore.site.url })
  // Of the link that no longer works.
  admin.allow(/status of 410/)
  const { page } = admin
  const on = restore.on(page)
  await admin.open(restore.path)
  await page.getByRole('radio', { name: /^Restore a backup/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => url.pathname + url.hash === restore.path.replace('#', '/restore#'))
  await page.locator('input[type=file]:enabled').waitFor()

  await on.choose('photo')
  await page.getByText('This isn’t a Carte backup.').waitFor()
  expect(await on.check.isDisabled()).toBe(true)
  await on.choose('carte')
  await on.passphrase.fill(passphrase)
  await on.check.click()
  await on.heading('This backup is good').waitFor()
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Cards\s*1\s*Complete$/ })
      .count(),
  ).toBe(1)
  await check(admin.page)
  await on.restore.click()
  await on.heading('Everything is back').waitFor()
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/\/maren\/|\/account/)
  expect(await admin.open('/admin')).toBe(200)
  await admin.open(restore.path)
  await page.waitForURL(/\/setup\/installation/)
  await page.context().clearCookies()
  await admin.open(restore.path)
  await on.heading('This setup link no longer works').waitFor()
})
