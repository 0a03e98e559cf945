import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recentLoginMs } from '#server/accounts/sessions/session-policy.ts'
import { sessions } from '#server/accounts/tables.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../factories/cards.ts'
import { aDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { anAuthenticator } from '../harness/an-authenticator.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { runCommand } from '../harness/run-command.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { startSite, type Site } from '../harness/site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { mailServerStandIn } from '../stand-ins/mail-server.ts'
import { isInView } from '../harness/is-in-view.ts'
import { anAdministrator } from './admin-steps.ts'
import { check } from './setup-steps.ts'

describe('the steps of setup after the account', () => {
  const ends = new AsyncDisposableStack()
  let site: Site
  let backups: string
  let mail: Awaited<ReturnType<typeof mailServerStandIn>>
  let session: string
  beforeAll(async () => {
    const database = ends.use(await aDatabase())
    mail = ends.use(await mailServerStandIn({ requiresPassword: true }))
    const folder = await mkdtemp(join(tmpdir(), 'carte-setup-'))
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    backups = await mkdtemp(join(tmpdir(), 'carte-setup-backups-'))
    for (const one of [folder, backups]) ends.defer(() => rm(one, { recursive: true, force: true }))
    site = ends.use(
      await startSite({ environment: { DATABASE_URL: database.url, DATA_DIR: dataDir, BACKUP_KEEP: '7d', LOG_FORMAT: 'text' } }),
    )
  })
  afterAll(() => ends.disposeAsync())

  /** The administrator that the first test made, with script. */
  async function anAdmin() {
    const admin = await aVisitor({ baseURL: site.url })
    await admin.setSession(session)
    return admin
  }

  const pathIn = (text: string) => /\/setup#[A-Z-]{19}/.exec(text)?.[0] ?? Promise.reject(new Error('no link yet'))

  test('says at once that a link is wrong, and how to make a new one', async () => {
    await using person = await aVisitor({ on: 'narrow', baseURL: site.url })
    const { page, open, allow } = person
    allow(/status of 410/)
    const path = await eventually(async () => pathIn(site.output()))
    const ended = page.getByRole('alert').filter({ hasText: 'This setup link no longer works' })
    for (const wrong of ['#WRONG', '#AAAA-BBBB-CCCC-DDDD']) {
      await page.goto('about:blank')
      await open(`/setup${wrong}`)
      await ended.getByText('npm run carte -- setup-link').waitFor()
      await check(page)
    }
    // The right one in the same tab.
    await page.evaluate((hash) => void (location.hash = hash), path.replace('/setup', ''))
    await ended.waitFor({ state: 'detached' })
    await page.getByText('This setup link works once.').waitFor()
    expect(await ended.isVisible()).toBe(false)
  })

  test('LANG-1 continues in the language that is chosen, with the same code', async () => {
    const path = await eventually(async () => pathIn(site.output()))
    await using person = await aVisitor({ on: 'narrow', baseURL: site.url })
    const { page, open } = person
    await open(path)
    await hydrate(page)
    await page.locator('.language-menu form[action*="#"]').waitFor({ state: 'attached' })
    await page.locator('.language-menu summary').click()
    await check(page)
    await page.getByRole('button', { name: 'Română' }).click()
    await page.getByRole('heading', { name: 'Instalare nouă sau copie de rezervă?' }).waitFor()
    await page.waitForURL(({ pathname, hash }) => pathname + hash === path)
    await page.getByRole('button', { name: 'Continuă' }).click()
    await page.getByRole('heading', { name: 'Contul tău' }).waitFor()
    await page.getByLabel('Cod de configurare').waitFor({ state: 'detached' })
    expect(await page.locator('html').getAttribute('lang')).toBe('ro')
  })

  test('lead to the first card on a phone without script', async () => {
    await using plain = await aVisitor({ baseURL: site.url, javaScriptEnabled: false })
    const { page } = plain
    plain.allow(/status of 422/)
    const path = await eventually(async () => pathIn(site.output()))
    await plain.open(path)
    const press = (name: string) => page.getByRole('button', { name }).click()
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
    // The code stays in the address.
    for (const [from, to, lead] of [
      ['English (US)', 'Română', 'Instalare nouă sau copie de rezervă?'],
      ['Română', 'English (US)', 'New, or restore a backup?'],
    ] as const) {
      await page.locator('.language-menu summary').filter({ hasText: from }).click()
      await press(to)
      await heading(lead)
      expect(page.url()).toBe(site.url + path)
    }
    await press('Continue')
    expect(new URL(page.url()).hash).toBe(path.replace('/setup', ''))
    await page.getByLabel('Setup code').fill(path.replace('/setup#', ''))
    await page.getByLabel('Your name').fill('Maren Holloway')
    await page.getByLabel('Email').fill('maren@harborpine.example')
    await page.getByLabel('Password', { exact: true }).fill('Lantern-Ferry-8')
    await press('Continue')

    await heading('This installation')
    expect(await page.getByLabel('Public address').inputValue()).toBe(site.url)
    expect(await page.getByLabel('Only people I invite').isChecked()).toBe(true)
    expect(await page.getByLabel('Charge for plans').isChecked()).toBe(false)
    await page.getByLabel('Public address').fill('http://cards.example.com')
    await page.getByLabel('Anyone with a company email').check()
    await page.getByLabel('Domains').fill('harborpine.example')
    await page.getByLabel('Remove the 7 demo cards').check()
    await press('Continue')
    await page.getByText('It must be https://cards.example.com').waitFor()
    expect(await page.getByLabel('Public address').inputValue()).toBe('http://cards.example.com')
    expect(await page.getByLabel('Domains').inputValue()).toBe('harborpine.example')
    expect(await plain.open('/maren/home'), 'nothing of a refused form is done').toBe(200)
    await plain.open('/setup/installation')
    await page.getByLabel('Anyone with a company email').check()
    await page.getByLabel('Domains').fill('harborpine.example')
    await page.getByLabel('Remove the 7 demo cards').check()
    await press('Continue')

    await heading('Mail')
    expect(await page.getByText('You can set up mail at any time').isVisible()).toBe(true)
    await page.getByLabel('SMTP server').fill('127.0.0.1')
    await page.getByLabel('Port').fill(String(mail.port))
    await page.getByLabel('Username').fill('cards')
    await press('Continue')
    await page.getByText('Enter the username and the password again.').waitFor()
    expect(await page.getByLabel('Username').inputValue()).toBe('cards')
    mail.mood = 'wrong-password'
    await page.getByLabel('Password', { exact: true }).fill('hush:wrong')
    await press('Save and send a test')
    await page.getByText('The mail server isn’t saved.').waitFor()
    expect(await page.getByLabel('SMTP server').inputValue()).toBe('127.0.0.1')
    expect(await page.getByLabel('Port').inputValue()).toBe(String(mail.port))
    expect(await page.getByLabel('Username').inputValue()).toBe('cards')
    expect(await page.content()).not.toContain('hush')
    mail.mood = 'good'
    await page.getByLabel('Password', { exact: true }).fill('hush:hush@1')
    await press('Save and send a test')
    await page.getByText('The username and password are saved.').waitFor()
    expect(mail.signIns.at(-1)).toEqual({ user: 'cards', password: 'hush:hush@1' })
    expect(mail.received.at(-1)?.to).toEqual(['maren@harborpine.example'])
    expect(await page.getByText('The mail server accepted the test email.').isVisible()).toBe(true)
    expect(await page.content()).not.toContain('hush')
    await press('Continue')

    await heading('Backups')
    await page.getByText('How often, and how long to keep them').click()
    expect(await page.getByText('Set by the environment variable').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Finish without a backup' }).isVisible()).toBe(true)
    await page.getByLabel('Folder or bucket').fill(join(backups, 'not-there'))
    await press('Make the first backup')
    await page.getByText('Enter an existing folder that the server can write to.').waitFor()
    await page.getByLabel('Folder or bucket').fill(backups)
    await press('Make the first backup')
    // The first one starts, and the page stays.
    await page.getByText(/Backing up\.|The last backup is complete/).waitFor()
    await eventually(async () => {
      await plain.open('/setup/backups')
      expect(await page.getByText('The last backup is complete').isVisible()).toBe(true)
    })
    expect(await readdir(backups)).toHaveLength(1)
    expect(await page.getByText(backups, { exact: true }).isVisible()).toBe(true)
    await press('Finish setup')

    await heading(`${new URL(site.url).host} is ready`)
    expect(await page.getByRole('img', { name: `QR code of ${site.url}` }).isVisible()).toBe(true)
    expect(await page.getByText('people with a company email can join').isVisible()).toBe(true)
    expect(await page.getByText(/restart/).count(), 'plans are off at once').toBe(0)
    expect(await plain.open('/maren/home')).toBe(404)
    await plain.open('/setup/done')
    await page.getByRole('link', { name: 'Make your card' }).click()
    await heading('Choose your card’s address')

    const cookie = (await page.context().cookies()).find(({ name }) => name === '__Host-session')
    session = `${cookie?.name}=${cookie?.value}`
  })

  test('are accessible, and print the sheet', async () => {
    await using again = await anAdmin()
    for (const step of ['installation', 'mail', 'backups', 'done']) {
      expect(await again.open(`/setup/${step}`)).toBe(200)
      await hydrate(again.page)
      expect(await findAccessibilityIssues(again.page), step).toEqual([])
    }
    expect(await again.page.getByRole('button', { name: 'Print this sheet' }).isVisible()).toBe(true)
    const command = again.page.getByText('npm run carte -- login-link maren@harborpine.example')
    expect(await command.isVisible()).toBe(false)
    await again.page.emulateMedia({ media: 'print' })
    expect(await command.isVisible()).toBe(true)
  })

  test('check the public address when typing pauses', async () => {
    await using again = await anAdmin()
    const { page } = again
    await again.open('/setup/installation')
    await hydrate(page)
    await page.getByText('Only this computer can open this address.').waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.getByLabel('Public address').fill('https://no-such-name.invalid')
    await page.getByText('This name isn’t in DNS.').waitFor()
    expect(await page.getByText('Only this computer can open this address.').count()).toBe(0)
    // What is not an address yet is not checked.
    await page.getByLabel('Public address').fill('https://')
    await page.getByText('This name isn’t in DNS.').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.setup-check').textContent()).toBe('')
  })

  test('try a backup that failed again', async () => {
    await using again = await anAdmin()
    await again.open('/setup/backups')
    await hydrate(again.page)
    // One that failed, then another try: in front until it ends.
    const started = again.page.locator('.setup-started')
    await rm(backups, { recursive: true })
    for (const [button, result] of [
      ['Back up now', 'The folder or bucket isn’t there.'],
      ['Try again', 'The last backup is complete'],
    ] as const) {
      await again.page.getByRole('button', { name: button }).click()
      await started.getByText(result).waitFor()
      await mkdir(backups, { recursive: true })
    }
    expect(await readdir(backups)).toHaveLength(1)
  })

  test('open the section with a refused value, each time', async () => {
    await using again = await anAdmin()
    const { page } = again
    again.allow(/status of 422/)
    await again.open('/setup/backups')
    await hydrate(page)
    const summary = page.getByText('How often, and how long to keep them')
    await summary.click()
    await page.getByLabel('How often', { exact: true }).fill('often')
    for (let time = 0; time < 2; time++) {
      await summary.click()
      await page.getByRole('button', { name: 'Finish setup' }).click()
      await eventually(async () => expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('BACKUP_EVERY'))
    }
    expect(await page.getByLabel('How often', { exact: true }).inputValue()).toBe('often')
  })

  test('save mail by Enter, and keep what was typed in a refused form', async () => {
    await using again = await anAdmin()
    again.allow(/status of 422/)
    await again.open('/setup/mail')
    await hydrate(again.page)
    // Enter saves and sends no test.
    const sent = mail.received.length
    await again.page.getByLabel('Port').press('Enter')
    await again.page.getByRole('heading', { name: 'Backups', level: 1 }).waitFor()
    expect(mail.received).toHaveLength(sent)
    await again.open('/setup/mail')
    await hydrate(again.page)
    await again.page.getByLabel('SMTP server').fill('not a host')
    await again.page.getByLabel('Password', { exact: true }).fill('typed')
    await again.page.getByRole('button', { name: 'Continue' }).click()
    await again.page.getByText('Enter a host name').waitFor()
    await eventually(async () => expect(await again.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('host'))
    expect(await again.page.getByLabel('Password', { exact: true }).inputValue()).toBe('typed')
    await again.page.getByRole('link', { name: 'Set up later' }).click()
    await again.page.getByRole('heading', { name: 'Backups', level: 1 }).waitFor()
  })

  test('are not there for others than administrators', async () => {
    const app = await siteApp()
    const owner = await signedIn(app, (await aCard(app.deps)).id)
    await using visitor = await aVisitor()
    const [unknown, ...steps] = ['unknown', 'installation', 'mail', 'backups', 'done'].map((step) => `/setup/${step}`)
    for (const cookie of [null, owner.cookie]) {
      if (cookie) await visitor.setSession(cookie)
      expect(await visitor.open(unknown ?? '')).toBe(404)
      const text = await visitor.page.locator('main').innerText()
      for (const path of steps) {
        expect(await visitor.open(path), path).toBe(404)
        expect(await visitor.page.locator('main').innerText()).toBe(text)
        const answer = await visitor.page.request.post(path, {
          form: { intent: 'save', SIGN_UP: 'open' },
          headers: { origin: new URL(visitor.page.url()).origin },
        })
        expect(answer.status(), path).toBe(404)
      }
    }
  })
})

test('a step refused after an old login says so in view of its button', async () => {
  const app = await siteApp()
  const admin = await anAdministrator()
  const signedInAt = new Date(app.deps.clock.now().getTime() - recentLoginMs)
  await app.deps.db.update(sessions).set({ signedInAt }).where(eq(sessions.id, admin.sessionId))
  await using visitor = await aVisitor({ viewport: { width: 390, height: 600 } })
  const { page } = visitor
  visitor.allow(/status of 422/)
  await visitor.setSession(admin.cookie)
  await visitor.open('/setup/mail')
  await hydrate(page)
  await page.getByLabel('Sent from').fill('Cards <cards@example.com>')
  await page.getByRole('button', { name: 'Save and send a test' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Continue' }).click()
  const message = page.getByRole('alert').getByText('Please log in again to continue')
  await expect.poll(async () => (await message.isVisible()) && (await isInView(message))).toBe(true)
  expect(await page.getByLabel('Sent from').inputValue()).toBe('Cards <cards@example.com>')
})

describe('ACCOUNT-6 a passkey', () => {
  const ends = new AsyncDisposableStack()
  let site: Site
  let url: string
  let carte: (...words: string[]) => ReturnType<typeof runCommand>
  let link: () => Promise<string>
  beforeAll(async () => {
    const database = ends.use(await aDatabase())
    const dataDir = await mkdtemp(join(tmpdir(), 'carte-setup-'))
    ends.defer(() => rm(dataDir, { recursive: true, force: true }))
    const environment = { HOST: 'localhost', DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn' }
    site = ends.use(await startSite({ environment }))
    // Browsers bind passkeys to a host name, not an IP address.
    url = site.url.replace('127.0.0.1', 'localhost')
    const settings = readSettings({ ...environment, PUBLIC_URL: url })
    carte = (...words) => runCommand(words, { settings })
    link = async () => (await carte('setup-link')).output.trim()
  })
  afterAll(() => ends.disposeAsync())

  test('opened over http from another machine, says so before anything is typed', async () => {
    await using visitor = await aVisitor({ on: 'narrow', baseURL: url })
    // The page as another machine would get it.
    await visitor.page.route('http://cards.test/**', (route) => {
      const { pathname, search } = new URL(route.request().url())
      return route.fetch({ url: `${url}${pathname}${search}` }).then((response) => route.fulfill({ response }))
    })
    visitor.allow(/Cross-Origin-Opener-Policy|untrustworthy/)
    const secure = await link()
    await visitor.page.goto(secure.replace(url, 'http://cards.test'))
    await visitor.page.getByText('This address isn’t secure').waitFor()
    expect(await visitor.page.getByRole('main').textContent(), 'the code goes along').toContain(secure)
    expect(await visitor.page.getByRole('button', { name: 'Continue' }).count()).toBe(0)
    await check(visitor.page)
  })

  test('needs a script: where it doesn’t load, the password is there', { timeout: 60_000 }, async () => {
    await using visitor = await aVisitor({ on: 'narrow', baseURL: url })
    const { page } = visitor
    visitor.allow(/ERR_FAILED|status of 422/)
    await page.route(/\.js$/, (route) => route.abort())
    const path = await link()
    const password = page.getByLabel('Password', { exact: true }).and(page.locator('[name=password]'))
    await visitor.open(path.replace('/setup', '/setup?start=new'))
    await page.getByRole('button', { name: 'Create passkey and continue' }).click()
    await page.getByText('Open the setup link again, or enter its code here.').waitFor()
    expect(await password.isVisible()).toBe(true)
    await visitor.open(path.replace('/setup', '/setup?start=new'))
    await page.getByRole('radio', { name: 'Password' }).check()
    await page.getByLabel('Setup code').fill(path)
    await page.getByLabel('Your name').fill('Ruth Brown')
    await page.getByLabel('Email').fill('ruth@example.com')
    for (const word of ['Password1', 'Lantern-Ferry-8']) {
      await password.fill(word)
      await page.getByRole('button', { name: 'Continue' }).click()
      if (word === 'Password1') await page.getByText('This password is too common').waitFor()
    }
    await page.getByRole('heading', { name: 'This installation' }).waitFor()
    await carte('admin', 'ruth@example.com', '--remove')
  })

  test('makes the account and logs in again; canceling it loses nothing', { timeout: 120_000 }, async () => {
    await using visitor = await aVisitor({ on: 'desktop', baseURL: url })
    const { page } = visitor
    // Fields that are refused before the device is used are logged as such.
    visitor.allow(/status of 422/)
    const { isVerified, keys } = await anAuthenticator(page)
    await visitor.open((await link()).replace('/setup', '/setup?start=new'))
    await hydrate(page)
    const create = () => page.getByRole('button', { name: 'Create passkey and continue' }).click()
    await check(page)
    await page.getByLabel('Email').fill('maren@example.com')
    await create()
    await page.getByText('Please enter your name').waitFor()
    expect(await keys()).toBe(0)
    await page.getByLabel('Your name').fill('Maren Holloway')

    await isVerified(false)
    await create()
    await page.getByText('You closed your device’s passkey window').waitFor()
    // The password is a click away, and the fields outlive the step back.
    await page.getByRole('radio', { name: 'Password' }).check()
    await page.getByLabel('Password', { exact: true }).and(page.locator('[name=password]')).waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(/start=new/)
    await eventually(async () => expect(await page.getByLabel('Your name').inputValue()).toBe('Maren Holloway'))

    await isVerified(true)
    await create()
    await page.getByRole('heading', { name: 'This installation' }).waitFor()
    expect([await keys(), await visitor.open('/admin')]).toEqual([1, 200])
    await page.context().clearCookies()
    await visitor.open('/account/login?returnUrl=/admin')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/admin')
  })
})
