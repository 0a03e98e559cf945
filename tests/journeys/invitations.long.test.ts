import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { runCommand } from '../harness/run-command.ts'
import { readOutbox } from '../harness/outbox.ts'
import { startSite, type Site } from '../harness/site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

type Visitor = Awaited<ReturnType<typeof aVisitor>>

/** A new installation, as its administrator finds it: without demo cards, by invitation. */
describe('ACCOUNT-6 a new installation by invitation', () => {
  const ends = new AsyncDisposableStack()
  let site: Site
  let dataDir: string
  let environment: NodeJS.ProcessEnv
  beforeAll(async () => {
    const database = ends.use(await aDatabase())
    dataDir = await mkdtemp(join(tmpdir(), 'carte-invited-'))
    ends.defer(() => rm(dataDir, { recursive: true, force: true }))
    environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off', SIGN_UP: 'invited' }
    site = ends.use(await startSite({ environment }))
  })
  afterAll(() => ends.disposeAsync())

  async function fillIn({ page }: Visitor, email: string) {
    await page.getByLabel('Your name').fill('New Person')
    await page.getByLabel('Email').fill(email)
  }
  /** From the form to an account, without a password. */
  async function confirm({ page, open }: Visitor, email: string) {
    await page.getByRole('button', { name: 'Create the link' }).click()
    await page.getByText(`If ${email} can be used here`).waitFor()
    const read = async () => {
      const mail = (await readOutbox(dataDir)).find((text) => text.includes(email))
      return /\/account\/password\?[\w=&-]*token=[\w-]+/.exec(mail ?? '')?.[0] ?? Promise.reject(new Error('no mail yet'))
    }
    await open(await eventually(read))
    await page.getByRole('button', { name: 'Skip for now' }).click()
  }

  test('without scripts the setup link makes the administrator, who invites one person', async () => {
    await using admin = await aVisitor({ on: 'desktop', javaScriptEnabled: false, baseURL: site.url })
    const ended = 'This setup link no longer works'
    await admin.open('/setup')
    await admin.page.getByRole('heading', { name: ended }).waitFor()
    const settings = readSettings({ ...environment, PUBLIC_URL: site.url })
    const { output: setupLink } = await runCommand(['setup-link'], { settings })
    await admin.open(new URL(setupLink).pathname)
    await admin.page.getByRole('button', { name: 'Continue' }).click()
    await admin.page.waitForURL(/start=new/)
    await fillIn(admin, 'admin@example.com')
    for (const code of ['ABCD-EFGH', setupLink]) {
      await admin.page.getByLabel('Setup code').fill(code)
      await admin.page.getByLabel('Password', { exact: true }).fill('Lantern-Ferry-8')
      await admin.page.getByRole('button', { name: 'Continue' }).click()
      if (code !== setupLink) await admin.page.getByText(ended).waitFor()
    }
    await admin.page.getByRole('heading', { name: 'This installation' }).waitFor()

    await admin.open('/admin/invitations')
    await admin.page.getByLabel('Note').fill('For Ida')
    await admin.page.getByLabel('Valid for (days)').fill('3')
    await admin.page.getByRole('button', { name: 'Create invitation' }).click()
    const link = await admin.page.getByLabel('Invitation link').inputValue()
    expect(link).toMatch(/\/account\/sign-up\?invitation=[\w-]{43}$/)
    await admin.page.getByText('Used 0 of 1').waitFor()
    const path = new URL(link).pathname + new URL(link).search

    await using stranger = await aVisitor({ javaScriptEnabled: false, baseURL: site.url })
    await stranger.open('/account/sign-up')
    await stranger.page.getByText('This site is by invitation. Ask its administrator for a link.').waitFor()
    await stranger.open(path)
    await stranger.page.getByText('You’re invited.').waitFor()
    await fillIn(stranger, 'ida@example.com')
    await confirm(stranger, 'ida@example.com')
    await stranger.page.getByRole('heading', { name: 'Choose your card’s address' }).waitFor()

    await stranger.open(path)
    await stranger.page.getByText('This invitation has been used or has expired.').waitFor()
    await admin.open('/admin/invitations')
    await admin.page.getByText('Used 1 of 1').waitFor()

    await using scripted = await aVisitor({ on: 'desktop', baseURL: site.url })
    await scripted.page.context().addCookies(await admin.page.context().cookies())
    await scripted.open('/admin/invitations')
    await hydrate(scripted.page)
    await scripted.page.getByLabel('People').fill('5')
    await scripted.page.getByRole('button', { name: 'Create invitation' }).click()
    await scripted.page.getByRole('button', { name: 'Copy the link' }).waitFor()
    expect(await findAccessibilityIssues(scripted.page)).toEqual([])
    await scripted.page.getByRole('button', { name: 'Revoke: Invitation' }).click()
    await scripted.page.getByText('Used 0 of 5').waitFor({ state: 'detached' })
    expect(await scripted.page.getByText('Used 1 of 1').count()).toBe(1)
  })
})
