import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { insertPasskey } from '#server/accounts/passkeys/passkey-store.ts'
import { newId } from '#server/database/new-id.ts'
import { anAuthenticator } from '../harness/an-authenticator.ts'
import { eventually } from '../harness/eventually.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { startSite, type Site } from '../harness/site.ts'
import { siteApp } from '../harness/site-app.ts'
import { aSharedVisitor, aVisitor, pollAfterLogout, resize } from '../harness/visitor.ts'
import { anOwner, pathOf, waitForMail, logIn } from './login-steps.ts'
import { theSite } from '../harness/the-site.ts'

const app = await siteApp()

describe('an owner’s page', () => {
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
    const { card, email } = await anOwner({ hasPassword: true })
    for (const from of ['https://evil.example', '//evil.example', '/\\evil.example', '/bff/logout']) {
      await using visitor = await aVisitor({ javaScriptEnabled: false })
      await visitor.open(`/${card.alias}/login?from=${encodeURIComponent(from)}`)
      await logIn(visitor, email)
      expect(new URL(visitor.page.url()).origin + new URL(visitor.page.url()).pathname).toBe(`${theSite().url}/${card.alias}/home`)
    }
  })
})

describe('a card that is an app', () => {
  test('AUTH-3 AUTH-4 ends a session in its own owner’s app only', async () => {
    const [mine, other] = [await anOwner(), await anOwner()]
    await using visitor = await aVisitor()
    await visitor.setSession(mine.cookie)
    // The browser logs each 401, which is what this test is about.
    visitor.allow(/401/)
    const storiesRequest = visitor.page.waitForRequest('**/get-stories**')
    await visitor.open(`/${other.card.alias}/home?source=pwa`)
    await storiesRequest
    expect(pathOf(visitor)).toBe(`/${other.card.alias}/home?source=pwa`)
    expect(await mine.call('accounts.user')).toContainEqual({ type: 'email', value: mine.email })

    await visitor.page.evaluate((alias) => localStorage.setItem('owned', JSON.stringify([alias])), other.card.alias.toLowerCase())
    await visitor.open(`/${other.card.alias}/home?simulateStandalone=on`)
    await visitor.page.waitForURL(`**/${other.card.alias}/login?**`)
    await eventually(() => expect(mine.call('accounts.user')).rejects.toMatchObject({ problem: { status: 401 } }))
  })

  test('ROUTE-8 AUTH-7 stores a return from login and removes the flag from the address', async () => {
    const { card, cookie } = await anOwner()
    await using visitor = await aVisitor()
    await visitor.setSession(cookie)
    await visitor.open(`/${card.alias}/home#from_auth=yes`)
    await visitor.page.waitForFunction(() => location.hash === '')
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
      // What removes the mark of a login from the address also checks the session: afterwards nothing is still to come.
      await visitor.open(`/${card.alias}/home${query}${looks ? '' : '#from_auth=yes'}`)
      if (!looks) await visitor.page.waitForFunction(() => location.hash === '')
      await expect.poll(() => sessionChecks.length).toBe(looks ? 1 : 0)
    }
  })
})

describe('an emailed link', () => {
  test.each([true, false])('offers passkeys for removal after a new password (script: %s)', async (javaScriptEnabled) => {
    const { email, accountId } = await anOwner({ hasPassword: true })
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
})

describe('the pages before login', () => {
  const shared = aSharedVisitor({ on: 'desktop' })
  const sizes = [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
    { width: 1440, height: 900 },
  ]

  test.each([
    '/maren/login',
    '/maren/login?forceRelogin=on',
    '/account/login',
    '/account/sign-up',
    '/setup',
    '/account/forgot',
    '/account/link',
    `/account/password?token=${'x'.repeat(43)}`,
  ])('%s are accessible and fit the width of a phone, a narrow one and a desktop', async (path) => {
    const { page, open } = await shared()
    expect(await open(path)).toBe(200)
    for (const size of sizes) {
      await resize(page, size)
      expect(await findAccessibilityIssues(page), `${size.width} px`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${size.width} px`).toBe(true)
    }
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
    const { card, email } = await anOwner({ hasPassword: true })
    await using visitor = await aVisitor({ on: 'desktop', baseURL: url })
    const { page } = visitor
    await anAuthenticator(page)
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
