import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { recordMessages } from '../harness/record-messages.ts'
import { aVisitor } from '../harness/visitor.ts'
import { iphone, android, openInstallPage, steps } from './install-steps.ts'

const firePrompt = (page: Page, outcome: string) =>
  page.evaluate((chosen) => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {},
      userChoice: Promise.resolve({ outcome: chosen }),
    })
    dispatchEvent(offer)
    return offer.defaultPrevented
  }, outcome)

describe('INST-1 the install page', () => {
  test.each([
    ['Safari on an iPhone', iphone, ['Tap Share', 'Add to Home Screen', 'Tap Add']],
    ['Chrome on Android', android, ['Tap the menu', 'Add to Home screen', 'Choose Install']],
  ])('shows %s its three steps', async (_who, userAgent, expectedSteps) => {
    await using visitor = await openInstallPage({ userAgent })
    const { page } = visitor
    await expect.poll(() => steps(page).locator('b').allTextContents()).toEqual(expectedSteps)
    await page.getByRole('heading', { level: 1, name: 'Keep Maren one tap away' }).waitFor()
    expect(await visitor.layoutShift()).toBeLessThan(0.1)
  })
})

describe('the browser’s install prompt', () => {
  test.each([
    ['accepted', 'Installing…'],
    ['dismissed', 'Not installed. You can do this any time.'],
  ])('is captured from the first line of the page on, and can be %s', async (outcome, message) => {
    await using visitor = await aVisitor({ userAgent: android })
    const { page } = visitor
    const showsMessage = await recordMessages(page)
    // No script of the page has loaded yet.
    await page.route('**/assets/*.js', (route) => route.abort('failed'))
    visitor.allow(/ERR_FAILED|Failed to fetch/)
    await visitor.open('/maren/install')
    expect(await firePrompt(page, outcome)).toBe(true)
    expect(await page.evaluate(() => Reflect.has(globalThis, 'installOffer'))).toBe(true)

    await page.unroute('**/assets/*.js')
    await visitor.open('/maren/install')
    await page.locator('main[data-system="android"]').waitFor()
    await firePrompt(page, outcome)
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await showsMessage('toast', message)
    await page.getByRole('button', { name: 'Install', exact: true }).waitFor({ state: 'detached' })
  })
})
