import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { updateAccount } from '#server/accounts/account-store.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { insertPasskey } from '#server/accounts/passkeys/passkey-store.ts'
import { newId } from '#server/database/new-id.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { startSite, type Site } from '../harness/site.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, pollAfterLogout } from '../harness/visitor.ts'
import { readOutbox } from '../harness/outbox.ts'

const app = await siteApp()

const minuteMs = 60_000
const password = 'Open-Sesame-1'
async function anOwner() {
  const card = await aCard(app.deps)
  const owner = await signedIn(app, card.id)
  await updateAccount(app.deps.db, owner.accountId, { passwordHash: await hashPassword(password) })
  return { ...owner, card }
}
type Visitor = Awaited<ReturnType<typeof aVisitor>>
const pathOf = ({ page }: Visitor) => new URL(page.url()).pathname + new URL(page.url()).search

async function logIn({ page }: Visitor, email: string, typed = password) {
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(typed)
  await page.getByRole('button', { name: 'Log in' }).click()
}

describe('an owner’s page', () => {
  test.each([true, false])('ROUTE-4 AUTH-1 asks to log in and returns to the requested page (script: %s)', async (javaScriptEnabled) => {
    const { card, email } = await anOwner()
    await using visitor = await aVisitor({ javaScriptEnabled })
    await visitor.open(`/${card.alias}/my-contacts?q=wren`)
    expect(pathOf(visitor)).toBe(`/${card.alias}/login?from=${encodeURIComponent(`/${card.alias}/my-contacts?q=wren`)}`)
    const login = (await visitor.page.getByRole('link', { name: 'Log in' }).getAttribute('href')) ?? ''
    const back = new URL(new URL(login, theSite().url).searchParams.get('returnUrl') ?? '', theSite().url)
    expect(back.pathname + back.search).toBe(`/${card.alias}/my-contacts?q=wren`)
    expect(Date.now() - Number(/^#from_auth=yes&auth_at=(\d+)$/.exec(back.hash)?.[1])).toBeLessThan(minuteMs)
    await logIn(visitor, email)
    await visitor.page.getByRole('heading', { level: 1, name: /My Contacts/ }).waitFor()
    if (javaScriptEnabled) await visitor.page.waitForFunction(() => location.hash === '')
    expect(pathOf(visitor)).toBe(`/${card.alias}/my-contacts?q=wren`)
  })

  test('AUTH-8 shows a wrong password’s error at the form and keeps the address', async () => {
    const { card, email } = await anOwner()
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    await visitor.open(`/${card.alias}/login`)
    await logIn(visitor, email, 'Not-This-1')
    expect(await visitor.page.getByRole('alert').innerText()).toContain('Incorrect email or password.')
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email)
    await visitor.page.getByLabel('Email').fill('no-address')
    await visitor.page.getByRole('button', { name: 'Log in' }).click()
    expect(await visitor.page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
    expect(await visitor.page.getByText('Please enter a valid email.').isVisible()).toBe(true)
  })

  test('AUTH-6 leads to the login with a message and back when the session ends', async () => {
    const { card, email, cookie, sessionId } = await anOwner()
    await using visitor = await aVisitor({ on: 'desktop' })
    await visitor.setSession(cookie)
    await visitor.open(`/${card.alias}/my-account`)
    await app.deps.db.execute(sql`delete from session where id = ${sessionId}`)
    const { page } = visitor
    visitor.allow(/401/)
    await page.getByRole('link', { name: 'Contacts', exact: true }).first().click()
    await page.waitForURL(/\/login\?/)
    await logIn(visitor, email)
    await page.getByRole('heading', { level: 1, name: /My Contacts/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/${card.alias}/my-contacts`)
  })

  test('AUTH-3 is closed to the session of another card’s owner', async () => {
    const [mine, other] = [await anOwner(), await anOwner()]
    await using visitor = await aVisitor()
    await visitor.setSession(mine.cookie)
    await visitor.open(`/${other.card.alias}/my-contacts`)
    expect(new URL(visitor.page.url()).pathname).toBe(`/${other.card.alias}/login`)
  })

  test('AUTH-1 skips the login page if signed in, unless it is forced', async () => {
    const { card, cookie } = await anOwner()
    await using visitor = await aVisitor()
    await visitor.setSession(cookie)
    await visitor.open(`/${card.alias}/login`)
    expect(pathOf(visitor)).toBe(`/${card.alias}/home`)
    await visitor.open(`/${card.alias}/login?forceRelogin=on`)
    expect(await visitor.page.getByRole('status').first().innerText()).toContain('Please log in again to continue')
  })

  test('never redirects a login to another site', async () => {
    const { card, email } = await anOwner()
    for (const from of ['https://evil.example', '//evil.example', '/\\evil.example', '/bff/logout']) {
      await using visitor = await aVisitor({ javaScriptEnabled: false })
      await visitor.open(`/${card.alias}/login?from=${encodeURIComponent(from)}`)
      await logIn(visitor, email)
      expect(new URL(visitor.page.url()).origin + new URL(visitor.page.url()).pathname).toBe(`${theSite().url}/${card.alias}/home`)
    }
  })
})

describe('logging out', () => {
  test('AUTH-2 through the account menu ends the session and returns to the card', async () => {
    const { card, cookie } = await anOwner()
    await using visitor = await aVisitor({ on: 'desktop' })
    await visitor.setSession(cookie)
    await visitor.open(`/${card.alias}/my-account`)
    visitor.allow(pollAfterLogout)
    await visitor.page.getByRole('main').getByRole('link', { name: 'Logout' }).click()
    await visitor.page.waitForURL(`**/${card.alias}/home`)
    await visitor.open(`/${card.alias}/my-account`)
    expect(new URL(visitor.page.url()).pathname).toBe(`/${card.alias}/login`)
  })
})

describe('a card that is an app', () => {
  test('AUTH-3 AUTH-4 ends a session in its own owner’s app only', async () => {
    const [mine, other] = [await anOwner(), await anOwner()]
    await using visitor = await aVisitor()
    await visitor.setSession(mine.cookie)
    // The browser logs each 401, which is what this test is about.
    visitor.allow(/401/)
    const storiesRequest = visitor.page.waitForRequest('**/get-stories**', { timeout: 20_000 })
    await visitor.open(`/${other.card.alias}/home?source=pwa`)
    await storiesRequest
    expect(pathOf(visitor)).toBe(`/${other.card.alias}/home?source=pwa`)
    expect(await mine.call('accounts.user')).toContainEqual({ type: 'email', value: mine.email })

    await visitor.page.evaluate((alias) => localStorage.setItem('owned', JSON.stringify([alias])), other.card.alias.toLowerCase())
    await visitor.open(`/${other.card.alias}/home?simulateStandalone=on`)
    await visitor.page.waitForURL(`**/${other.card.alias}/login?**`, { timeout: 20_000 })
    await expect(mine.call('accounts.user')).rejects.toMatchObject({ problem: { status: 401 } })
  })

  test('AUTH-4 checks the session by itself as an app, not in a tab or preview', async () => {
    const { card, cookie } = await anOwner()
    for (const [query, looks] of [
      ['', false],
      ['?simulateStandalone=on&preview=on', false],
      ['?simulateStandalone=on', true],
    ] as const) {
      await using visitor = await aVisitor()
      await visitor.setSession(cookie)
      const sessionChecks: string[] = []
      visitor.page.on('request', (request) => void (request.url().includes('/bff/') && sessionChecks.push(request.url())))
      await visitor.open(`/${card.alias}/home${query}`)
      await visitor.page.waitForFunction(
        () => performance.getEntriesByType('resource').some(({ name }) => name.includes('card-deferred')),
        undefined,
        { timeout: 20_000 },
      )
      if (looks) await vi.waitFor(() => (sessionChecks.length > 0 ? null : Promise.reject(new Error('no session check'))), 15_000)
      else await visitor.page.waitForLoadState('networkidle')
      expect(sessionChecks.length).toBe(looks ? 1 : 0)
    }
  })

  test('ROUTE-8 AUTH-7 stores a return from login and removes the flag from the address', async () => {
    const { card, cookie } = await anOwner()
    await using visitor = await aVisitor()
    await visitor.setSession(cookie)
    await visitor.open(`/${card.alias}/home#from_auth=yes`)
    await visitor.page.waitForFunction(() => location.hash === '', undefined, { timeout: 20_000 })
    expect(await visitor.page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}'))).toMatchObject({ isAuthenticated: true })
  })

  test('NAV-2 links the owner to their account and does not ask to connect', async () => {
    const { card, cookie } = await anOwner()
    await using visitor = await aVisitor()
    await visitor.setSession(cookie)
    await visitor.page.clock.install()
    await visitor.open(`/${card.alias}/home`)
    await visitor.page.getByRole('link', { name: /^My Account/ }).waitFor()
    await visitor.page.clock.runFor(10_000)
    expect(await visitor.page.getByRole('dialog', { name: /connect/i }).isVisible()).toBe(false)
    expect(await findAccessibilityIssues(visitor.page)).toEqual([])
  })
})

/** The newest mail to an address that contains this text, from the outbox folder. */
async function mailTo(address: string, words = '') {
  const mails = await readOutbox(theSite().dataDir)
  return mails.find((text) => text.includes(address) && text.includes(words)) ?? null
}
const waitForMail = (address: string, words: string) =>
  vi.waitFor(async () => (await mailTo(address, words)) ?? Promise.reject(new Error('no mail yet')), { timeout: 15_000, interval: 200 })

describe('an emailed link', () => {
  test.each([true, false])('offers passkeys for removal after a new password (script: %s)', async (javaScriptEnabled) => {
    const { email, accountId } = await anOwner()
    for (const name of ['Own phone', 'Unknown phone'])
      await insertPasskey(app.deps.db, {
        accountId,
        id: newId(),
        credentialId: `${name} ${email}`,
        publicKey: Buffer.from('key'),
        signCount: 0,
        transports: [],
        name,
        createdAt: new Date('2026-03-04T05:06:07Z'),
      })
    const link = await makeSignInLink(app.deps, email, { purpose: 'reset', endsOthers: false })
    await using visitor = await aVisitor({ javaScriptEnabled })
    const { page } = visitor
    await visitor.open(`/account/password?token=${link?.token}`)
    await page.getByLabel('New password').fill('Another-Word-1')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await page.getByRole('heading', { name: 'Are these passkeys yours?' }).waitFor()
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Own phone\s+Added Mar 4, 2026, not used yet/),
      expect.stringMatching(/Unknown phone\s+Added Mar 4, 2026, not used yet/),
    ])
    // Axe needs scripts.
    expect(javaScriptEnabled ? await findAccessibilityIssues(page) : []).toEqual([])
    await page.getByRole('button', { name: 'Remove the passkey Unknown phone' }).click()
    await page.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining('Own phone')])
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor()
    await waitForMail(email, 'Your Carte password was changed')
    await waitForMail(email, 'A passkey was removed')
  })

  test('AUTH-8 creates an account, sets its password and logs in', async () => {
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    const email = `new-${Date.now()}@example.com`
    await visitor.open('/account/sign-up?returnUrl=%2Faccount')
    await page.getByLabel('Your name').fill('New Person')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me the link' }).click()
    expect(await page.getByRole('status').innerText()).toContain(`If ${email} can be used here`)

    const mail = await waitForMail(email, 'token=')
    const path = /\/account\/password\?[\w=&-]*token=[\w-]+/.exec(mail)?.[0] ?? ''
    // Mail scanners open links, too: that must not consume the token.
    await fetch(theSite().url + path)
    await visitor.open(path)
    await page.getByLabel('New password').fill('tooeasy')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    expect(await page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('New password').fill('New-Person-1')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await page.getByText('This password is too easy to guess').waitFor()
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor()
    expect(await page.getByText(`Logged in as ${email}`).isVisible()).toBe(true)

    await visitor.open(path)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Save and log in' }).click()
    expect(await page.getByRole('alert').innerText()).toContain('This link has already been used')
  })
})

describe('a passkey', () => {
  // Browsers bind passkeys to a host name, not an IP address: this site runs on localhost.
  let site: Site
  let url: string
  beforeAll(async () => {
    const { databaseUrl, dataDir } = theSite()
    site = await startSite({
      environment: { HOST: 'localhost', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn' },
    })
    url = site.url.replace('127.0.0.1', 'localhost')
  })
  afterAll(() => site.stop())

  test('AUTH-8 is created in the account, and logs in', async () => {
    const { card, email } = await anOwner()
    await using visitor = await aVisitor({ on: 'desktop', baseURL: url })
    const { page } = visitor
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await visitor.open(`/${card.alias}/login?from=/${card.alias}/my-account`)
    await logIn(visitor, email)
    await page.getByRole('heading', { level: 1, name: 'My Account' }).waitFor()
    const saved = page.waitForResponse(/add-passkey$/)
    await page.getByRole('button', { name: /Add a passkey/ }).click()
    expect((await saved).status()).toBe(200)
    await waitForMail(email, 'A passkey was added')

    visitor.allow(pollAfterLogout)
    await page.getByRole('main').getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL(`**/${card.alias}/home`)
    await visitor.open(`/account/login?returnUrl=/${card.alias}/analytics`)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/${card.alias}/analytics`)
  })
})

describe.each(['phone', 'narrow', 'desktop'] as const)('the pages before login, on %s', (on) => {
  test.each([
    '/maren/login',
    '/maren/login?forceRelogin=on',
    '/account/login',
    '/account/sign-up',
    '/account/forgot',
    '/account/link',
    `/account/password?token=${'x'.repeat(43)}`,
  ])('%s are accessible and fit', async (path) => {
    await using visitor = await aVisitor({ on })
    expect(await visitor.open(path)).toBe(200)
    expect(await findAccessibilityIssues(visitor.page)).toEqual([])
    expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
