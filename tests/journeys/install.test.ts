import { devices, type BrowserContextOptions, type Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { siteApp, openSiteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor } from '../harness/visitor.ts'

const site = await siteApp()

const iphone = devices['iPhone 13'].userAgent.replace('15_0', '17_4')
const android = devices['Pixel 7'].userAgent
const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'
const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300'

/** A visitor on the install page. The worker precaches nothing unless the test is about that. */
async function openInstallPage({
  path = '/maren/install',
  ...options
}: Parameters<typeof aVisitor>[0] & { path?: string } & BrowserContextOptions = {}) {
  const visitor = await aVisitor({ userAgent: iphone, serviceWorkers: 'block', ...options })
  await visitor.open(path)
  if (options.javaScriptEnabled !== false) await visitor.page.locator('main[data-system]').waitFor()
  return visitor
}
const steps = (page: Page) => page.getByRole('list').and(page.locator('.install-way ol, .install-here ol')).getByRole('listitem')
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
    expect(await steps(page).locator('b').allTextContents()).toEqual(expectedSteps)
    await page.getByRole('heading', { level: 1, name: 'Keep Maren one tap away' }).waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    expect(await visitor.layoutShift()).toBeLessThan(0.1)
  })

  test('matches the browser before any script, also from the cache', async () => {
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
    const samsung = android.replace(/Chrome/, 'SamsungBrowser/27.0 Chrome')
    const browsers = { iphone, android, samsung, firefox, instagram, mac, none: '' }
    const read = async (userAgent: string) => {
      const html = await (await fetch(`${theSite().url}/maren/install`, { headers: { 'user-agent': userAgent } })).text()
      const patterns = [
        /class="on-card install-page" data-system="(\w+)"/,
        /Installation needs (\w+)/,
        /<ol class="install-steps[^>]*>.*?<b>(.*?)<\/b>/,
      ]
      return patterns.map((pattern) => pattern.exec(html)?.[1] ?? '').join(', ')
    }
    // Each is requested after others were rendered, and again from the cache.
    for (const _time of ['rendered', 'cached']) {
      const found = Object.entries(browsers).map(async ([name, userAgent]) => [name, await read(userAgent)])
      expect(Object.fromEntries(await Promise.all(found))).toEqual({
        iphone: 'iphone, , Tap Share',
        android: 'android, , Tap the menu',
        samsung: 'android, , Tap the menu',
        firefox: 'android, Chrome, Tap the menu',
        instagram: 'iphone, Safari, Tap Share',
        mac: 'desktop, , Open the File menu',
        none: ', , Tap Share',
      })
    }
  })

  test.each([
    ['Firefox on Android', firefox, 'Installation needs Chrome to continue', 'Copy the install link and open it in Chrome.'],
    ['Instagram', instagram, 'Installation needs Safari to continue', 'Choose “Open in browser” from its menu'],
  ])('tells %s first what it needs, and how to get there', async (_who, userAgent, title, more) => {
    await using visitor = await openInstallPage({ userAgent })
    const { page } = visitor
    const notice = page.getByRole('status', { name: title })
    await notice.getByText(more).waitFor()
    await notice.getByRole('button', { name: 'Copy Link' }).waitFor()
    const [patterns, dimmed] = await Promise.all([notice.boundingBox(), page.locator('.install-steps.dimmed').boundingBox()])
    expect(patterns?.y).toBeLessThan(dimmed?.y ?? 0)
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('HOME-7 on a desktop shows the owner, a 270 px code and the link to open and copy', async () => {
    await using visitor = await openInstallPage({ on: 'desktop', userAgent: undefined, permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visitor
    await page.getByRole('img', { name: 'Photo of Maren Holloway' }).waitFor()
    await page.getByText('Scan QR to install your Carte').waitFor()
    const code = page.getByRole('img', { name: 'QR code for the install page' })
    expect(await code.evaluate((img: HTMLImageElement) => [img.offsetWidth, img.width, img.naturalWidth > 0])).toEqual([300, 270, true])

    const link = `${theSite().url}/maren/install`
    expect(await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')).toBe(link)
    await page.getByRole('button', { name: 'Copy Link' }).click()
    await page.getByText('Link successfully copied!').first().waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('says so if the link could not be copied', async () => {
    await using visitor = await openInstallPage()
    const { page } = visitor
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
      document.execCommand = () => false
    })
    await page.getByRole('button', { name: 'Copy Link' }).click()
    const patterns = page.getByRole('alert').filter({ hasText: 'Something went wrong!' })
    await patterns.waitFor({ state: 'attached' })
    await patterns.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Copy Link' }).isEnabled()).toBe(true)
  })

  test('HOME-7 hides the photo if the owner does; a long name fits a narrow screen', async () => {
    const { alias } = await aCard(site.deps, {
      firstName: 'Maximiliana',
      lastName: 'Featherstonehaugh-Wintersborough',
      hideProfileImageOnHomepage: true,
    })
    await using visitor = await openInstallPage({ on: 'narrow', path: `/${alias}/install` })
    const { page } = visitor
    await page.locator('.install-person').getByText('Maximiliana Featherstonehaugh-Wintersborough').waitFor()
    expect(await page.locator('.install-portrait').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  test('has every system’s steps and the link without scripts', async () => {
    await using visitor = await openInstallPage({ javaScriptEnabled: false })
    const { page } = visitor
    expect(await steps(page).first().locator('b').textContent()).toBe('Tap Share')
    await page.getByText('Another phone or browser').click()
    for (const system of ['iPhone and iPad', 'Android', 'Computer'])
      await page.getByRole('heading', { name: system, exact: true }).waitFor()
    await page.getByText('Tap the menu → Add page to → Home screen').waitFor()
    expect(await page.getByRole('link', { name: /Install link/ }).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Copy Link' }).isVisible()).toBe(false)
  })

  test('precaches the card', async () => {
    await using visitor = await openInstallPage({ serviceWorkers: 'allow' })
    expect(await visitor.page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null)).toBe(true)
  })

  test('plays the operator’s videos if there are any', async () => {
    await using app = await openSiteApp({
      pages: true,
      environment: {
        INSTALL_VIDEO_IPHONE: 'https://films.example.com/iphone.mp4',
        INSTALL_VIDEO_ANDROID: 'https://films.example.com/watch/7',
      },
    })
    const html = await (await app.fetch(new Request(`${app.deps.settings.publicUrl}/maren/install`))).text()
    expect(html).toMatch(/<video[^>]*src="https:\/\/films\.example\.com\/iphone\.mp4"/)
    expect(html).toContain('href="https://films.example.com/watch/7"')
  })
})

describe('the browser’s install prompt', () => {
  test.each([
    ['accepted', 'Installing…'],
    ['dismissed', 'Not installed. You can do this any time.'],
  ])('is captured from the first line of the page on, and can be %s', async (outcome, patterns) => {
    await using visitor = await aVisitor({ userAgent: android, serviceWorkers: 'block' })
    const { page } = visitor
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
    await page.getByText(patterns).first().waitFor()
    expect(await page.getByRole('button', { name: 'Install', exact: true }).count()).toBe(0)
  })

  test('is gone once the card is installed', async () => {
    await using visitor = await openInstallPage({ userAgent: android })
    const { page } = visitor
    await page.clock.install()
    await visitor.open('/maren/install')
    await page.locator('main[data-system="android"]').waitFor()
    await page.clock.runFor(10_000)
    await page.waitForFunction(() => localStorage.getItem('card:maren')?.includes('visitCount'))
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
    await page.getByRole('heading', { name: 'Installed on this device' }).waitFor()
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('card:maren') ?? '{}') as unknown)).toMatchObject({ installed: true })
  })

  test('is replaced by a link to the card in the app itself', async () => {
    await using visitor = await openInstallPage({ path: '/maren/install?simulateStandalone=on' })
    visitor.allow(/401/)
    const { page } = visitor
    await page.getByRole('heading', { name: 'You’re already using the app' }).waitFor()
    expect(await page.locator('.install-steps').count()).toBe(0)
    await page.getByRole('link', { name: 'Back to the card' }).click()
    await page.waitForURL('**/maren/home**')
  })
})

describe('the illustrated steps', () => {
  const caption = (page: Page) => page.locator('.install-caption:visible b')

  test('advance by themselves, and can be paused and turned', async () => {
    await using visitor = await aVisitor({ userAgent: iphone, serviceWorkers: 'block' })
    const { page } = visitor
    await page.clock.install()
    await visitor.open('/maren/install')
    await page.locator('main[data-system="iphone"]').waitFor()
    await page.getByRole('button', { name: /^iPhone/ }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    expect(await caption(page).textContent()).toBe('Tap Share')
    await page.clock.runFor(4000)
    await expect.poll(() => caption(page).textContent()).toBe('Add to Home Screen')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(8000)
    expect(await caption(page).textContent()).toBe('Add to Home Screen')
    await page.getByRole('button', { name: 'Next step' }).click()
    await expect.poll(() => caption(page).textContent()).toBe('Tap Add')
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('do not advance with reduced motion', async () => {
    await using visitor = await openInstallPage({ reducedMotion: 'reduce' })
    const { page } = visitor
    await page.getByRole('button', { name: /^Android/ }).click()
    await page.getByRole('button', { name: 'Next step' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /Pause|Play/ }).count()).toBe(0)
  })
})
