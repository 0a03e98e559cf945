import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { siteApp } from '../harness/site-app.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, pollAfterLogout } from '../harness/visitor.ts'
import { anOwner, logIn, password, pathOf, waitForMail } from './login-steps.ts'

const app = await siteApp()

describe('an owner’s page', () => {
  test.each([true, false])('ROUTE-4 AUTH-1 asks to log in and returns to the requested page (script: %s)', async (javaScriptEnabled) => {
    const { card, email } = await anOwner({ hasPassword: true })
    await using visitor = await aVisitor({ javaScriptEnabled })
    const openedAt = Date.now()
    await visitor.open(`/${card.alias}/my-contacts?q=wren`)
    expect(pathOf(visitor)).toBe(`/${card.alias}/login?from=${encodeURIComponent(`/${card.alias}/my-contacts?q=wren`)}`)
    const login = (await visitor.page.getByRole('link', { name: 'Log in' }).getAttribute('href')) ?? ''
    const back = new URL(new URL(login, theSite().url).searchParams.get('returnUrl') ?? '', theSite().url)
    expect(back.pathname + back.search).toBe(`/${card.alias}/my-contacts?q=wren`)
    const loginAt = Number(/^#from_auth=yes&auth_at=(\d+)$/.exec(back.hash)?.[1])
    expect([loginAt >= openedAt, loginAt <= Date.now()]).toEqual([true, true])
    // Axe needs scripts.
    expect(javaScriptEnabled ? await findAccessibilityIssues(visitor.page) : []).toEqual([])
    await logIn(visitor, email)
    await visitor.page.getByRole('heading', { level: 1, name: /My Contacts/ }).waitFor()
    if (javaScriptEnabled) await visitor.page.waitForFunction(() => location.hash === '')
    expect(pathOf(visitor)).toBe(`/${card.alias}/my-contacts?q=wren`)
  })

  test('AUTH-8 shows a wrong password’s error at the form and keeps the address', async () => {
    const { card, email } = await anOwner({ hasPassword: true })
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    await visitor.open(`/${card.alias}/login`)
    await logIn(visitor, email, 'Not-This-1')
    expect(await visitor.page.getByRole('alert').innerText()).toContain('Incorrect email or password.')
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email)
    await visitor.page.getByLabel('Email').fill('no-address')
    await visitor.page.getByRole('button', { name: 'Log in' }).click()
    await visitor.page.getByText('Please enter a valid email.').waitFor()
    expect(await visitor.page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  })

  test('AUTH-6 leads to the login with a message and back when the session ends', async () => {
    const { card, email, cookie, sessionId } = await anOwner({ hasPassword: true })
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

describe('an emailed link', () => {
  test('AUTH-8 creates an account, sets its password and logs in', async () => {
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    const email = `new-${Date.now()}@example.com`
    await visitor.open('/account/sign-up?returnUrl=%2Faccount')
    await page.getByLabel('Your name').fill('New Person')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Create the link' }).click()
    await page.getByRole('heading', { level: 1, name: 'Get your link from the server' }).waitFor()
    await page.getByText(`If ${email} can be used here`).waitFor()
    await page.getByRole('button', { name: 'Wrong address?' }).click()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.getByRole('button', { name: 'Create the link' }).click()

    const mail = await waitForMail(email, 'token=')
    const path = /\/account\/password\?[\w=&-]*token=[\w-]+/.exec(mail)?.[0] ?? ''
    // Mail scanners open links, too: that must not consume the token.
    await fetch(theSite().url + path)
    await visitor.open(path)
    await page.getByLabel('New password').fill('tooeasy')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await expect.poll(() => page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('New password').fill('New-Person-1')
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await page.getByText('This password is too easy to guess').waitFor()
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Save and log in' }).click()
    await page.getByRole('heading', { level: 1, name: /^Good / }).waitFor()
    await page.getByText(`Logged in as ${email}`).waitFor()

    await visitor.open(path)
    expect(await page.getByRole('alert').innerText()).toContain('This link has already been used')
    expect(await page.getByLabel('New password').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/account/sign-up')
    await visitor.open('/account/login?returnUrl=%2Faccount%2Fprivacy')
    expect(new URL(page.url()).pathname).toBe('/account/privacy')
  })
})
