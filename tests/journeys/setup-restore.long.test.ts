import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRestore, passphrase } from './setup-restore-steps.ts'
import { eventually } from '../harness/eventually.ts'
import { aVisitor } from '../harness/visitor.ts'
import { check } from './setup-steps.ts'

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
