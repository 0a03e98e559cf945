import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { siteApp, openSiteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { isCached } from '../harness/installed-card.ts'
import { theSite } from '../harness/the-site.ts'
import { stopClock } from '../harness/stop-clock.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { iphone, android, openInstallPage, steps } from './install-steps.ts'

const site = await siteApp()
const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'
const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300'

describe('INST-1 the install page', () => {
  test.each([
    ['Safari on an iPhone', iphone],
    ['Chrome on Android', android],
  ])('has no accessibility issues in %s', async (_who, userAgent) => {
    await using visitor = await openInstallPage({ userAgent })
    await visitor.page.getByRole('heading', { level: 1, name: 'Keep Maren one tap away' }).waitFor()
    expect(await findAccessibilityIssues(visitor.page)).toEqual([])
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
    await visitor.showsMessage('toast', 'Link successfully copied!')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('says so if the link could not be copied', async () => {
    await using visitor = await openInstallPage()
    const { page, showsMessage } = visitor
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
      document.execCommand = () => false
    })
    await page.getByRole('button', { name: 'Copy Link' }).click()
    await showsMessage('alert', 'Something went wrong!')
    await page.getByRole('alert').filter({ hasText: 'Something went wrong!' }).waitFor({ state: 'detached' })
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
    await expect.poll(() => visitor.page.evaluate(isCached, 'maren')).toBe(true)
  })

  test('plays the administrator’s videos if there are any', async () => {
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
    await using visitor = await aVisitor({ userAgent: iphone })
    const { page } = visitor
    const clock = await stopClock(page)
    await visitor.open('/maren/install')
    await page.locator('main[data-system="iphone"]').waitFor()
    await hydrate(page)
    await page.getByRole('button', { name: /^iPhone/ }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    expect(await caption(page).textContent()).toBe('Tap Share')
    await clock.timer(4000)
    await clock.runFor(4000)
    await expect.poll(() => caption(page).textContent()).toBe('Add to Home Screen')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await clock.runFor(8000)
    expect(await caption(page).textContent()).toBe('Add to Home Screen')
    await page.getByRole('button', { name: 'Next step' }).click()
    await expect.poll(() => caption(page).textContent()).toBe('Tap Add')
    await clock.resume()
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
