import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { runCommand } from '../harness/run-command.ts'
import { startSite, type Site } from '../harness/site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { check } from './setup-steps.ts'

describe('ACCOUNT-6 a new installation', () => {
  const ends = new AsyncDisposableStack()
  let site: Site
  let environment: NodeJS.ProcessEnv
  beforeAll(async () => {
    const database = ends.use(await aDatabase())
    const folder = await mkdtemp(join(tmpdir(), 'carte-setup-'))
    ends.defer(() => rm(folder, { recursive: true, force: true }))
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    // Of an earlier version.
    await writeFile(join(dataDir, 'setup-code'), 'ABCD')
    environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off', LOG_FORMAT: 'text' }
    site = ends.use(await startSite({ environment }))
  })
  afterAll(() => ends.disposeAsync())

  const pathIn = (text: string) => /\/setup#[A-Z-]{19}/.exec(text)?.[0] ?? Promise.reject(new Error('no link yet'))

  test('goes from the printed link to the first card, for one of two browsers', async () => {
    const path = await eventually(async () => pathIn(site.output()))
    expect(await readdir(environment['DATA_DIR'] ?? '')).not.toContain('setup-code')
    await using admin = await aVisitor({ on: 'desktop', baseURL: site.url })
    await using rival = await aVisitor({ on: 'narrow', baseURL: site.url })
    // A refused form is logged as such.
    for (const { allow } of [admin, rival]) allow(/status of 4(10|22)/)
    for (const { open, page } of [admin, rival]) {
      await open(path)
      await page.getByText(/expires in \d+ minutes?/).waitFor()
      await check(page)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL(({ search, hash }) => search === '?start=new' && path.endsWith(hash) && hash !== '')
      await page.getByLabel('Setup code').waitFor({ state: 'detached' })
      // The skip link changes the fragment, which was the code.
      await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
      await page.waitForURL(/#content$/)
      // At an IP address there are no passkeys: the password is there, and no choice.
      expect(await page.getByRole('radio').count()).toBe(0)
      await check(page)
      await page.getByLabel('Your name').fill('Maren Holloway')
      await page.getByLabel('Email').fill('maren@example.com')
      await page.getByLabel('Password', { exact: true }).fill('Password1')
    }
    const focused = async ({ page }: typeof admin) =>
      page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)
    const goOn = async ({ page }: typeof admin) => page.getByRole('button', { name: 'Continue' }).click()
    await goOn(admin)
    await admin.page.getByText('This password is too common').waitFor()
    await eventually(async () => expect(await focused(admin)).toBe('password'))
    expect(await admin.page.getByLabel('Setup code').count()).toBe(0)
    await admin.page.getByLabel('Password', { exact: true }).fill('Lantern-Ferry-8')
    await goOn(admin)
    await admin.page.getByRole('heading', { name: 'This installation' }).waitFor()
    await goOn(admin)
    await admin.page.getByRole('heading', { name: 'Mail', level: 1 }).waitFor()
    await admin.page.getByRole('link', { name: 'Set up later' }).click()
    await admin.page.getByRole('heading', { name: 'Backups', level: 1 }).waitFor()
    expect(await admin.page.getByLabel('Folder or bucket').inputValue()).toBe(join(environment['DATA_DIR'] ?? '', '../carte-backups'))
    await admin.page.getByRole('button', { name: 'Make the first backup' }).click()
    await admin.page.getByText('The last backup is complete').waitFor()
    expect(await readdir(join(environment['DATA_DIR'] ?? '', '../carte-backups'))).toHaveLength(1)
    await admin.page.getByRole('button', { name: 'Finish setup' }).click()
    await admin.page.getByRole('link', { name: 'Make your card' }).click()
    await admin.page.getByRole('heading', { name: 'Choose your card’s address' }).waitFor()
    expect(await admin.open('/admin')).toBe(200)

    await goOn(rival)
    await rival.page.getByRole('heading', { name: 'This setup link no longer works' }).waitFor()
    await eventually(async () => expect(await focused(rival)).toBe('This setup link no longer works'))
    expect(await rival.page.title()).toMatch(/^This setup link no longer works/)
    expect(await rival.page.getByText('npm run carte -- setup-link').isVisible()).toBe(true)
    await rival.page.getByRole('button', { name: 'Copy' }).click()
    await rival.page.getByText('Copied.').first().waitFor()
    expect(await findAccessibilityIssues(rival.page)).toEqual([])
    const settings = readSettings({ ...environment, PUBLIC_URL: site.url })
    const carte = (...words: string[]) => runCommand(words, { settings })
    expect(await carte('setup-link')).toMatchObject({ code: 1, notes: expect.stringContaining('already has an administrator') })

    // A new link in the same tab.
    await carte('admin', 'maren@example.com', '--remove')
    await rival.open(await pathIn((await carte('setup-link')).output))
    await goOn(rival)
    await rival.page.waitForURL(/start=new/)
    await hydrate(rival.page)
    await rival.page.getByLabel('Your name').fill('Ruth Brown')
    await rival.page.getByLabel('Email').fill('ruth@example.com')
    await rival.page.getByLabel('Password', { exact: true }).fill('Cobalt-Orchard-9')
    // The newest link replaces it, in the form too.
    const newest = await pathIn((await carte('setup-link')).output)
    await goOn(rival)
    await eventually(async () => expect(await focused(rival)).toBe('setupCode'))
    await rival.open(newest.replace('/setup', '/setup?start=new'))
    await rival.page.getByLabel('Setup code').waitFor({ state: 'detached' })
    await goOn(rival)
    await rival.page.getByRole('heading', { name: 'This installation' }).waitFor()
  })
})
