import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { promptDelayMs } from '#contract/constants.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { eventually } from '../harness/eventually.ts'
import { anApp, install, readState, type Options, aFifthLoad, waitForCount } from './prompts-steps.ts'
import { sideHref } from '#contract/pages.ts'

const connect = (page: Page) => page.getByRole('dialog', { name: 'Let’s connect' })

describe('the install prompt', () => {
  test('PROMPT-1 waits for the form, and follows it by 0.1 s and its own delay', async () => {
    await using load = await aFifthLoad({ hasForm: true })
    const { page, clock } = load
    await clock.runUntil(() => connect(page).isVisible())
    await clock.runFor(60_000)
    expect(await install(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await connect(page).waitFor({ state: 'detached' })
    const delayMs = promptDelayMs.installAfterConnect + promptDelayMs.install
    await clock.timer(delayMs)
    await clock.runFor(delayMs - 100)
    expect(await install(page).count()).toBe(0)
    await clock.runFor(200)
    await clock.resume()
    await install(page).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  test('PROMPT-1 waits while a sheet is open', async () => {
    await using load = await aFifthLoad()
    const { page, clock } = load
    await clock.timer(promptDelayMs.install)
    await page.locator('.dock [popovertarget="share"]').click()
    await page.locator('#share:popover-open').waitFor()
    await clock.runFor(3000)
    expect(await install(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await clock.resume()
    await install(page).waitFor()
  })

  test('PROMPT-2 respects ‘Never ask again’', async () => {
    await using load = await aFifthLoad()
    const { page, clock, open, alias } = load
    await clock.timer(promptDelayMs.install)
    await clock.runUntil(() => install(page).isVisible())
    await install(page).getByRole('button', { name: 'Never ask again' }).click()
    await install(page).waitFor({ state: 'detached' })
    await eventually(async () => expect(await readState(page, alias)).toMatchObject({ installDiscarded: true }))
    await page.evaluate((name) => localStorage.setItem(`card:${name}`, JSON.stringify({ visitCount: 5, installDiscarded: true })), alias)
    await open()
    await clock.timer(promptDelayMs.install)
    await waitForCount(page, alias, 6)
    await clock.runFor(5000)
    expect(await install(page).count()).toBe(0)
  })

  test.each<[string, Options]>([
    ['on the install page', { path: 'install' }],
    ['for an owner before the tour', { isOwner: true }],
    ['if it is installed', { state: { installed: true } }],
  ])('PROMPT-2 does not appear %s', async (_where, options) => {
    await using load = await aFifthLoad(options)
    const { page, clock, alias } = load
    await clock.timer(promptDelayMs.install)
    await waitForCount(page, alias, 6)
    await clock.runFor(5000)
    expect(await install(page).count()).toBe(0)
  })

  test('PROMPT-3 on a desktop is a code for a phone, and returns to the previous page', async () => {
    await using load = await aFifthLoad({ on: 'desktop' })
    const { page, clock, alias } = load
    await clock.timer(promptDelayMs.install)
    await clock.runFor(promptDelayMs.install)
    await clock.resume()
    await install(page).getByText('Scan QR to install your Carte').waitFor()
    expect(await install(page).getByRole('img', { name: 'QR code for the install page' }).getAttribute('src')).toBe(
      `/api/public/client-install-qr/${alias}`,
    )
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.keyboard.press('Escape')
    await install(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  })
})

describe('the login prompt', () => {
  test.each([
    ['whose owner is signed in', { isOwner: true }],
    ['whose owner disabled it', { skips: true }],
    ['that is only simulated', { search: '?simulateStandalone=on' }],
  ])('PROMPT-2 does not redirect an app %s', async (_which, options) => {
    await using app = await anApp(options)
    await app.storiesRequest
    expect(new URL(app.page.url()).pathname).toBe(`/${app.alias}/home`)
  })

  // A shortcut made from the page itself opens the app without the manifest's start URL.
  test.each(['?source=pwa', ''])('PROMPT-1 PROMPT-2 redirects a signed-out app to the login once, first (%s)', async (search) => {
    await using app = await anApp({ search })
    const { page, alias, storiesRequest } = app
    void storiesRequest.catch(() => {})
    await page.waitForURL(`**${sideHref(alias, 'login')}?**`)
    expect(new URL(page.url()).searchParams.get('from')).toBe(`/${alias}/home${search}`)
    const again = page.waitForRequest('**/get-stories**')
    await page.goBack()
    await again
    expect(new URL(page.url()).pathname).toBe(`/${alias}/home`)
  })
})
