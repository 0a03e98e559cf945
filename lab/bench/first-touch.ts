import { chromium, type Browser } from 'playwright-core'
import { findBrowser } from '../../tests/harness/find-browser.ts'
import { onASlowPhone } from './slow-phone.ts'

/**
 * How long a tap waits on a slow phone that has only viewed the card: slow 4G, and a CPU a quarter as fast as this machine. The share sheet
 * opens by itself; copying its link needs the app.
 *
 *   node lab/bench/first-touch.ts http://localhost:4000/maren/home
 */
const rounds = 5
type Delays = { sheet: number; alive: number }

async function delaysOf(browser: Browser, url: string): Promise<Delays> {
  const { context, page } = await onASlowPhone(browser, url, { hasTouch: true })
  await page.evaluate(() => {
    const at: Record<string, number> = {}
    Object.assign(window, { at })
    addEventListener('pointerdown', () => (at['touched'] = performance.now()), { once: true, capture: true })
    document.addEventListener('toggle', () => (at['sheet'] ??= performance.now()), { capture: true })
    const look = () => {
      const isAlive = Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber'))
      if (isAlive) at['alive'] = performance.now()
      else requestAnimationFrame(look)
    }
    look()
  })
  await page.locator('.dock [popovertarget="share"]').tap()
  const at = await page.waitForFunction(() => {
    const { at } = window as unknown as { at: Record<string, number> }
    return at['sheet'] && at['alive'] ? at : null
  })
  const { touched = 0, sheet = 0, alive = 0 } = (await at.jsonValue()) ?? {}
  await context.close()
  return { sheet: sheet - touched, alive: Math.max(0, alive - touched) }
}

const [url] = process.argv.slice(2)
if (!url) throw new Error('Usage: node lab/bench/first-touch.ts URL')
const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox'] })
const turns: Delays[] = []
for (let round = 0; round < rounds; round++) turns.push(await delaysOf(browser, url))
await browser.close()
const middle = (of: keyof Delays) => turns.map((turn) => Math.round(turn[of])).toSorted((a, b) => a - b)[Math.floor(rounds / 2)]
console.log(`a tap on a slow phone: the sheet opens after ${middle('sheet')} ms, the app answers after ${middle('alive')} ms`)
