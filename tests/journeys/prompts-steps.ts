import type { Page } from 'playwright-core'
import { captureDelay, promptDelayMs } from '#contract/constants.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { stopClock } from '../harness/stop-clock.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

const site = await siteApp()
export const install = (page: Page) => page.getByRole('dialog', { name: /Keep Ada one tap away|Add this card to your home screen/ })
export const readState = (page: Page, alias: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}') as Record<string, unknown>, alias)

/** When a card’s deferred parts begin. */
const deferredMs = promptDelayMs.connect + captureDelay.leastSeconds * 1000

export type Options = { on?: 'phone' | 'desktop'; hasForm?: boolean; path?: string; state?: Record<string, unknown>; isOwner?: boolean }

/** A card at its fifth load, with a stopped clock. Its deferred parts are loading, no prompt is open yet. */
export async function aFifthLoad({ on = 'phone', hasForm = false, path = 'home', state = {}, isOwner = false }: Options = {}) {
  const { id, alias } = await aCard(site.deps, {
    settings: { connectClientsSetting: { enabled: hasForm, desktopEnabled: hasForm, timeout: 0 } },
  })
  const visitor = await aVisitor({ on })
  const { page } = visitor
  if (isOwner) await visitor.setSession((await signedIn(site, id)).cookie)
  const clock = await stopClock(page)
  await page.addInitScript(
    ([key, text]) => {
      if (key && text && !localStorage.getItem(key)) localStorage.setItem(key, text)
    },
    [`card:${alias}`, JSON.stringify({ visitCount: 5, ...state })],
  )
  const open = async () => {
    await visitor.open(`/${alias}/${path}`)
    await hydrate(page)
    await clock.timer(deferredMs)
    await clock.runFor(deferredMs)
  }
  await open()
  return { page, clock, open, alias, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

/** Waits until the load is counted. */
export const waitForCount = (page: Page, alias: string, count: number) =>
  page.waitForFunction(
    ([key = '', number = 0]) => (JSON.parse(localStorage.getItem(String(key)) ?? '{}') as { visitCount?: number }).visitCount === number,
    [`card:${alias}`, count],
  )

/** An app's window, as on an iPhone. */
export async function anApp({ skips = false, isOwner = false, search = '?source=pwa', isApp = true } = {}) {
  const { id, alias } = await aCard(site.deps, {
    settings: { skipLoginPrompt: skips, connectClientsSetting: { enabled: false, timeout: 9 } },
  })
  const visitor = await aVisitor()
  const { page } = visitor
  visitor.allow(/401/)
  if (isOwner) await visitor.setSession((await signedIn(site, id)).cookie)
  if (isApp) await page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }))
  // After two seconds the app requests its stories: the login prompt would have opened before.
  const storiesRequest = page.waitForRequest('**/get-stories**')
  await visitor.open(`/${alias}/home${search}`)
  return { page, alias, storiesRequest, visitor, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}
