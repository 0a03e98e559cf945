import type { Browser } from 'playwright-core'
import { phone } from './phone.ts'

export const screen = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, userAgent: phone }
/** Slow 4G, and a phone a quarter as fast as this machine. */
const network = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const cpuTimesSlower = 4

/** A phone with an empty cache, after the page has loaded and the network is idle. */
export async function onASlowPhone(browser: Browser, url: string, more: { hasTouch?: boolean } = {}) {
  const context = await browser.newContext({ ...screen, ...more })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuTimesSlower })
  await page.goto(url, { waitUntil: 'networkidle' })
  return { context, page }
}
