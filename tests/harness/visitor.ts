import { chromium, devices, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, expect, inject } from 'vitest'
import { patienceMs } from './patience.ts'
import { theSite } from './the-site.ts'

export type Visitor = {
  page: Page
  open(path: string): Promise<number>
  /** Sets a session cookie: `name=value`, as signedIn returns it. */
  setSession(cookie: string): Promise<void>
  /** Allows console errors that the test causes on purpose. */
  allow(complaint: RegExp): void
  layoutShift(): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

const widths = {
  // One pixel for each of its nine: no test looks at the others, and drawing them takes time.
  phone: { ...devices['iPhone 13'], defaultBrowserType: undefined, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
  narrow: { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
} satisfies Record<string, BrowserContextOptions & { defaultBrowserType?: undefined }>

/** A connection to each browser for all files of a worker, opened again if it was lost. */
const connections = new Map<string, Promise<Browser>>()
async function browserAt(endpoint: string): Promise<Browser> {
  const current = connections.get(endpoint)
  const isOpen = await current?.then(
    (one) => one.isConnected(),
    () => false,
  )
  // Of two visitors that arrive at once, the first one opens it.
  if (!isOpen && connections.get(endpoint) === current) connections.set(endpoint, chromium.connect(endpoint))
  return connections.get(endpoint) ?? browserAt(endpoint)
}

const namesPath = ({ source }: RegExp) => source.includes('\\/')

/** A call in flight may use a session that the page's logout just ended: the browser logs the 401. */
export const pollAfterLogout = /status of 401.*\/(?:subscription\/me\/mark\/|notifications\?)/

type VisitorOptions = { on?: keyof typeof widths; browser?: 'shell' | 'complete' } & BrowserContextOptions

/**
 * A visitor with their own browser context. Console errors and policy violations fail the test. Unless a test is about it, the
 * service worker is blocked: it precaches the whole app, and `page.route` doesn’t see what it answers.
 */
export async function aVisitor({ on = 'phone', browser = 'shell', ...contextOptions }: VisitorOptions = {}): Promise<Visitor> {
  const { defaultBrowserType: _, ...device } = { defaultBrowserType: undefined, ...widths[on] }
  const opened = await browserAt(inject('browsers')[browser])
  const own = { locale: 'en-US', baseURL: theSite().url, serviceWorkers: 'block' as const }
  const context = await opened.newContext({ ...device, ...own, ...contextOptions })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()

  const complaints: string[] = []
  const allowed: RegExp[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser also logs a page that is missing on purpose; its status is asserted where it matters.
    const isPageItself = message.location().url === page.url() && message.text().startsWith('Failed to load resource')
    // Expected if a test goes offline.
    const isUnplugged = message.text().includes('net::ERR_INTERNET_DISCONNECTED')
    const where = message.location().url.replace(/^https?:\/\/[^/]+/, '')
    const isMeant = allowed.some((pattern) => pattern.test(namesPath(pattern) ? `${message.text()} (${where})` : message.text()))
    if (message.type() === 'error' && !isPageItself && !isUnplugged && !isMeant)
      complaints.push(`${message.text()} (${message.location().url})`)
  })

  return {
    page,
    open: async (path) => (await page.goto(path, { waitUntil: 'load' }))?.status() ?? 0,
    async setSession(cookie) {
      const [name = '', value = ''] = cookie.split('=')
      // Secure cookies can only be set for a secure address, and are sent to localhost all the same. Strict, as the server sets it.
      const url = (contextOptions.baseURL ?? theSite().url).replace('http:', 'https:')
      await context.addCookies([{ name, value, url, sameSite: 'Strict' }])
    },
    allow: (complaint) => void allowed.push(complaint),
    layoutShift: () => page.evaluate(sumLayoutShifts),
    async [Symbol.asyncDispose]() {
      await context.close()
      expect(complaints, 'the browser’s console').toEqual([])
    },
  }
}

/**
 * One browser context for the tests of a file or a `describe` that only view pages. Storage is cleared before each page,
 * so that every visit is the first.
 */
export function aSharedVisitor(options: VisitorOptions = {}): () => Promise<Visitor> {
  let visitor: Promise<Visitor> | undefined
  afterAll(async () => (await visitor)?.[Symbol.asyncDispose]())
  const start = async () => {
    const started = await aVisitor(options)
    await started.page.addInitScript(() => [localStorage, sessionStorage].forEach((store) => store.clear()))
    return started
  }
  return () => (visitor ??= start())
}

/** The visitor chose ‘never ask again’: the card’s form never opens automatically during the test. */
export const suppressForm = (page: Page, alias: string) =>
  page.addInitScript((key) => localStorage.setItem(key, JSON.stringify({ neverAskAgain: true })), `card:${alias}`)

/** Touches the page and waits until `root.tsx` marks it as hydrated. A page that is only viewed does not hydrate. */
export async function hydrate(page: Page) {
  await page.keyboard.press('Shift')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** Resizes the window and waits until its page has the new width. */
export async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(size.width)
}

/** Runs in the page: the sum of its layout shifts. */
async function sumLayoutShifts() {
  await document.fonts.ready
  return new Promise<number>((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    requestAnimationFrame(() => setTimeout(() => resolve(sum)))
  })
}
