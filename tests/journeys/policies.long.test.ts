import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  cardHref,
  cardPages,
  noDataPath,
  offlinePath,
  ownerHref,
  ownerPages,
  sideHref,
  type CardPage,
  type OwnerPage,
} from '#contract/pages.ts'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { eventually } from '../harness/eventually.ts'
import { anInstalledCard, asApp } from '../harness/installed-card.ts'
import { signedIn, signedInAs } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

/** The number of violations that browsers reported, by directive. */
async function violations(): Promise<string[]> {
  const text = await (await fetch(`${theSite().url}/metrics`)).text()
  return text.split('\n').filter((line) => line.startsWith('carte_policy_violations_total{'))
}

/** Opens every popover and dialog. A violation also logs to the console, which fails the test by itself. */
async function openAll(page: Page) {
  // Some pages have no script.
  if ((await page.locator('main').count()) && (await page.locator('script[data-entry]').count())) await hydrate(page)
  // A click by script, since a form that opened by itself may cover the button.
  const openers = page.locator('button[popovertarget]:visible')
  for (const opener of (await openers.elementHandles()).slice(0, 2)) {
    await opener.evaluate((button) => (button as HTMLElement).click())
    await page.keyboard.press('Escape')
  }
}

const pageNames = Object.keys(cardPages) as CardPage[]
const ofVisitor = [
  ...pageNames.map((page) => cardHref({ alias: 'maren' }, page)),
  cardHref({ alias: 'julian' }, 'home'),
  ...(['install', 'letsConnect', 'login', 'cardDisabled'] as const).map((page) => sideHref('maren', page)),
  ...`/ /account/login /account/sign-up /account/forgot /setup ${noDataPath} ${offlinePath} /reference /problems/not-found`.split(' '),
]

test('visitor pages violate neither Trusted Types nor the Content Security Policy', { timeout: 180_000 }, async () => {
  const before = await violations()
  await using visitor = await aVisitor({ reducedMotion: 'reduce' })
  for (const path of ofVisitor) {
    await visitor.open(path)
    await openAll(visitor.page)
  }
  expect(await violations()).toEqual(before)
})

test('pages behind the login violate neither: owner’s area, editor and admin', { timeout: 120_000 }, async () => {
  const app = await siteApp()
  const { id, alias } = await aCard(app.deps)
  const { email } = await signedIn(app, id)
  await app.deps.changes.write((tx) => setAdmin(tx, email, true))
  const owner = await signedInAs(app, email)
  const before = await violations()
  await using visitor = await aVisitor({ on: 'desktop', serviceWorkers: 'allow', reducedMotion: 'reduce' })
  await visitor.setSession(owner.cookie)
  const pages = [
    ...(Object.keys(ownerPages) as OwnerPage[]).map((page) => ownerHref(alias, page)),
    sideHref(alias, 'emailSignature'),
    ...`/account /account/edit/${alias} /account/new /account/new/import /admin /admin/releases /admin/cards /admin/imports`.split(' '),
  ]
  for (const path of pages) {
    await visitor.open(path)
    await openAll(visitor.page)
  }
  expect(await violations()).toEqual(before)
})

test('an installed card violates neither, online or offline', { timeout: 120_000 }, async () => {
  const before = await violations()
  await using visitor = await anInstalledCard('maren', { reducedMotion: 'reduce' })
  const { page } = visitor
  for (const path of pageNames.map((name) => cardHref({ alias: 'maren' }, name))) {
    await visitor.open(`${path}${asApp}`)
    await openAll(page)
  }
  await page.context().setOffline(true)
  for (const path of [...pageNames.map((name) => cardHref({ alias: 'maren' }, name)), '/not-precached/home']) {
    await visitor.open(path)
    await openAll(page)
  }
  // Reports of violations are sent once the connection is back.
  // The page that is not precached reloads by itself; navigating before that would abort.
  await Promise.all([page.waitForEvent('load'), page.context().setOffline(false)])
  await visitor.open(cardHref({ alias: 'maren' }, 'home'))
  await openAll(page)
  expect(await violations()).toEqual(before)
})

test('injected markup does not run, and the violation is reported', async () => {
  const count = async () => (await violations()).reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  const before = await count()
  await using visitor = await aVisitor()
  visitor.allow(/Trusted|Content Security Policy|violates/i)
  await visitor.open(cardHref({ alias: 'maren' }, 'home'))
  const { page } = visitor
  const refused = await page.evaluate(() => {
    const attempts: (() => unknown)[] = [
      () => (document.body.innerHTML = '<img src=x onerror="ran = 1">'),
      () => Reflect.get(window, 'trustedTypes').createPolicy('default', { createHTML: (text: string) => text }),
      () => document.body.insertAdjacentHTML('beforeend', '<script>ran = 1</script>'),
    ]
    return attempts.map((attempt) => {
      try {
        attempt()
        return 'ran'
      } catch {
        return 'refused'
      }
    })
  })
  expect(refused).toEqual(['refused', 'refused', 'refused'])
  await eventually(async () => expect(await count()).toBeGreaterThanOrEqual(before + 3))
  expect(await page.evaluate(() => Reflect.has(window, 'ran'))).toBe(false)
  expect((await violations()).join('\n')).not.toMatch(/maren|http/)
})

test('a card has the same headers on its first request as from the cache', async () => {
  const headersOf = async () => {
    const { headers } = await fetch(`${theSite().url}/julian/home`, { headers: { 'accept-language': 'ro' } })
    return Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id', 'content-length', 'age'].includes(name)))
  }
  const first = await headersOf()
  expect(first).not.toHaveProperty('cross-origin-embedder-policy')
  expect(await headersOf()).toEqual(first)
})

test('no other site can frame a card, its preview or the silent login', async () => {
  await using visitor = await aVisitor()
  visitor.allow(/frame|Refused|violates|sandbox|ERR_BLOCKED/i)
  const { page } = visitor
  const { url } = theSite()
  const frames = ['/maren/home', '/maren/home?preview=on', '/bff/silent-login', '/account/login', '/reference']
  await page.route('http://elsewhere.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: frames.map((path) => `<iframe src="${url}${path}"></iframe>`).join('') }),
  )
  await page.goto('http://elsewhere.example/', { waitUntil: 'load' })
  const inside = page.frames().filter((frame) => frame !== page.mainFrame())
  await eventually(async () => expect(inside.map((frame) => frame.url())).toEqual(frames.map(() => 'chrome-error://chromewebdata/')))
})
