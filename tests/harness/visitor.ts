import { chromium, devices, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, expect, inject } from 'vitest'
import { theSite } from './the-site.ts'

export type Visitor = {
  page: Page
  open(path: string): Promise<number>
  /** Puts on somebody's session: `name=value`, as signedIn gives it. */
  wear(cookie: string): Promise<void>
  /** What the console may say here, because it is what the test is about. */
  allow(complaint: RegExp): void
  shifts(): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

const widths = {
  phone: { ...devices['iPhone 13'], defaultBrowserType: undefined, viewport: { width: 390, height: 844 } },
  narrow: { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions & { defaultBrowserType?: undefined }>

/** One connection for all files of a worker. */
let connection: Promise<Browser> | undefined
const browser = () => (connection ??= chromium.connect(inject('browser')))

const namesPath = ({ source }: RegExp) => source.includes('\\/')

/** What a page asks every few seconds may reach a session that its own way out has just ended: the browser mentions it. */
export const lateAsking = /status of 401.*\/subscription\/me\/mark\//

/** Somebody with a browser of their own. What their console complains about fails the test, a broken policy too. */
export async function aVisitor({ on = 'phone', ...wishes }: { on?: keyof typeof widths } & BrowserContextOptions = {}): Promise<Visitor> {
  const { defaultBrowserType: _, ...device } = { defaultBrowserType: undefined, ...widths[on] }
  const context = await (await browser()).newContext({ ...device, baseURL: theSite().url, ...wishes })
  const page = await context.newPage()

  const complaints: string[] = []
  const allowed: RegExp[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser also mentions a page that is missing on purpose; its status is asserted where it matters.
    const isPageItself = message.location().url === page.url() && message.text().startsWith('Failed to load resource')
    // Nor is it news where a test pulled the plug.
    const isUnplugged = message.text().includes('net::ERR_INTERNET_DISCONNECTED')
    const where = message.location().url.replace(/^https?:\/\/[^/]+/, '')
    const isMeant = allowed.some((pattern) => pattern.test(namesPath(pattern) ? `${message.text()} (${where})` : message.text()))
    if (message.type() === 'error' && !isPageItself && !isUnplugged && !isMeant)
      complaints.push(`${message.text()} (${message.location().url})`)
  })

  return {
    page,
    open: async (path) => (await page.goto(path, { waitUntil: 'load' }))?.status() ?? 0,
    async wear(cookie) {
      const [name = '', value = ''] = cookie.split('=')
      // A secure cookie is taken from a secure address only, and sent on this machine all the same. As strict as ours is.
      const url = (wishes.baseURL ?? theSite().url).replace('http:', 'https:')
      await context.addCookies([{ name, value, url, sameSite: 'Strict' }])
    },
    allow: (complaint) => void allowed.push(complaint),
    shifts: () => page.evaluate(sumOfShifts),
    async [Symbol.asyncDispose]() {
      await context.close()
      expect(complaints, 'the browser’s console').toEqual([])
    },
  }
}

/**
 * One browser for the tests of a file or a `describe`, each of which opens pages of its own and only looks at them: the device
 * stores nothing from one page to the next, so that every visit is the first.
 */
export function aSharedVisitor(options: Parameters<typeof aVisitor>[0] = {}): () => Promise<Visitor> {
  let visitor: Promise<Visitor> | undefined
  afterAll(async () => (await visitor)?.[Symbol.asyncDispose]())
  const start = async () => {
    const started = await aVisitor({ serviceWorkers: 'block', ...options })
    await started.page.addInitScript(() => [localStorage, sessionStorage].forEach((store) => store.clear()))
    return started
  }
  return () => (visitor ??= start())
}

/** Who has said so once: the card’s own form never opens over what a test does. */
export const neverAsked = (page: Page, alias: string) =>
  page.addInitScript((key) => localStorage.setItem(key, JSON.stringify({ neverAskAgain: true })), `card:${alias}`)

/** Touches the page, and waits until its scripts have taken over: React has marked what it holds. A page that is only looked at sleeps. */
export async function awaken(page: Page) {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')))
}

/** Runs in the page: how far its parts have moved since it began. */
async function sumOfShifts() {
  await document.fonts.ready
  return new Promise<number>((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => setTimeout(() => resolve(sum)))
  })
}
