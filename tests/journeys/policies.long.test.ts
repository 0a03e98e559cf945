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
import { setOperator } from '#server/accounts/set-operator.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { eventually } from '../harness/eventually.ts'
import { anInstalledCard, asApp } from '../harness/installed-card.ts'
import { signedIn, signedInAs } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, awaken } from '../harness/visitor.ts'

/** How often a browser told the site that something was forbidden, by sort. */
async function violations(): Promise<string[]> {
  const text = await (await fetch(`${theSite().url}/metrics`)).text()
  return text.split('\n').filter((line) => line.startsWith('carte_policy_violations_total{'))
}

/** Everything on the page that opens something is opened. What is forbidden meanwhile is in the console, and fails the test by itself. */
async function openAll(page: Page) {
  // Some pages are only read.
  if ((await page.locator('main').count()) && (await page.locator('script[data-entry]').count())) await awaken(page)
  // What opens from a button stands in the page; it closes when the next one does. A form that opened by itself may cover it.
  const openers = page.locator('button[popovertarget]:visible')
  for (const opener of (await openers.elementHandles()).slice(0, 2)) {
    await opener.evaluate((button) => (button as HTMLElement).click())
    await page.keyboard.press('Escape')
  }
}

const shown = Object.keys(cardPages) as CardPage[]
const ofVisitor = [
  ...shown.map((page) => cardHref({ alias: 'maren' }, page)),
  cardHref({ alias: 'julian' }, 'home'),
  ...(['install', 'letsConnect', 'login', 'cardDisabled'] as const).map((page) => sideHref('maren', page)),
  ...`/ /account/login /account/sign-up /account/forgot ${noDataPath} ${offlinePath} /reference /problems/not-found`.split(' '),
]

test(
  'Trusted Types and the policy let everything run that is ours: no browser tells of a page that broke them',
  { timeout: 180_000 },
  async () => {
    const before = await violations()
    await using visitor = await aVisitor({ reducedMotion: 'reduce' })
    for (const path of ofVisitor) {
      await visitor.open(path)
      await openAll(visitor.page)
    }
    expect(await violations()).toEqual(before)
  },
)

test('nor where somebody is signed in: their own pages, the editor and the operator’s desk', { timeout: 120_000 }, async () => {
  const behind = await behindTheSite()
  const { id, alias } = await aCard(behind.needs)
  const { email } = await signedIn(behind, id)
  await behind.needs.changes.write((tx) => setOperator(tx, email, true))
  const owner = await signedInAs(behind, email)
  const before = await violations()
  await using visitor = await aVisitor({ on: 'desktop', reducedMotion: 'reduce' })
  await visitor.wear(owner.cookie)
  const pages = [
    ...(Object.keys(ownerPages) as OwnerPage[]).map((page) => ownerHref(alias, page)),
    sideHref(alias, 'emailSignature'),
    ...`/account /account/edit/${alias} /account/new /admin /admin/releases /admin/cards /admin/imports`.split(' '),
  ]
  for (const path of pages) {
    await visitor.open(path)
    await openAll(visitor.page)
  }
  expect(await violations()).toEqual(before)
})

test('nor where a card is an app, and where there is no connection', { timeout: 120_000 }, async () => {
  const before = await violations()
  await using visitor = await anInstalledCard('maren', { reducedMotion: 'reduce' })
  const { page } = visitor
  for (const path of shown.map((name) => cardHref({ alias: 'maren' }, name))) {
    await visitor.open(`${path}${asApp}`)
    await openAll(page)
  }
  await page.context().setOffline(true)
  for (const path of [...shown.map((name) => cardHref({ alias: 'maren' }, name)), '/nobody-keeps-this/home']) {
    await visitor.open(path)
    await openAll(page)
  }
  // What was forbidden meanwhile would be told as soon as there is a connection again.
  // The page that nobody keeps comes back by itself: until it has, going elsewhere would be broken off.
  await Promise.all([page.waitForEvent('load'), page.context().setOffline(false)])
  await visitor.open(cardHref({ alias: 'maren' }, 'home'))
  await openAll(page)
  expect(await violations()).toEqual(before)
})

test('markup that reaches a page in spite of everything does not run, and we are told', async () => {
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

test('a page of elsewhere can neither frame a card, nor its preview, nor the silent login', async () => {
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
