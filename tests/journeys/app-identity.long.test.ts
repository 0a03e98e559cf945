import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { appHref } from '#contract/pages.ts'
import { addVersion } from '#server/cards/editor/add-version.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { aPushDevice, aPushMessage } from '../harness/push-device.ts'
import { signedIn } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aSharedVisitor, aVisitor, hydrate } from '../harness/visitor.ts'
import { anOwner } from './account-steps.ts'

const app = await siteApp()

const Picture = z.object({ src: z.string(), sizes: z.string(), type: z.string() })
const Manifest = z.looseObject({
  id: z.string(),
  lang: z.string(),
  icons: z.array(Picture),
  screenshots: z.array(Picture),
  shortcuts: z.array(z.object({ name: z.string(), icons: z.array(Picture) })),
})
const ask = (path: string, headers: Record<string, string> = {}) => fetch(theSite().url + path, { headers, redirect: 'manual' })
const manifestOf = async (path: string, language = 'en') => Manifest.parse(await (await ask(path, { 'accept-language': language })).json())

describe('INST-2 the manifest of a card', () => {
  test('passes the browser’s own check, and two cards are two apps', async () => {
    const ids = []
    for (const alias of ['maren', 'julian']) {
      await using visitor = await aVisitor({ on: 'desktop', browser: 'complete' })
      await visitor.open(`/${alias}/about`)
      const devtools = await visitor.page.context().newCDPSession(visitor.page)
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
      // Tests use a private window, which cannot install anything.
      expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
      expect((await devtools.send('Page.getAppManifest')).errors).toEqual([])
      ids.push((await devtools.send('Page.getAppId')).appId)
    }
    expect(ids).toEqual(['maren', 'julian'].map((alias) => `${theSite().url}/${alias}/`))
  })

  test('names icons that exist in the sizes it states', async () => {
    const { icons, screenshots, shortcuts } = await manifestOf('/maren/manifest.webmanifest')
    for (const { src, sizes, type } of [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)]) {
      const { width, height, format } = await sharp(await (await ask(src)).arrayBuffer()).metadata()
      expect([`${width}x${height}`, `image/${format}`], src).toEqual([sizes, type])
    }
  })

  test('is the same for any case of the alias, localized, and revalidated with 304', async () => {
    const typed = await manifestOf('/MAREN/manifest.webmanifest', 'fr-FR')
    expect([typed.id, typed.lang, ...typed.shortcuts.map(({ name }) => name)]).toEqual([
      '/maren/',
      'fr-FR',
      'Partager',
      'Code QR',
      'Mes contacts',
    ])
    const first = await ask('/maren/manifest.webmanifest')
    expect(first.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    expect((await ask('/maren/manifest.webmanifest', { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304)
  })

  test('of an unknown card is a JSON error; of a disabled card it redirects', async () => {
    const missing = await ask('/no-card-here/manifest.webmanifest')
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8'])
    expect(await missing.json()).toEqual({ type: '/problems/card-not-found', title: 'Card not found.', status: 404 })
    expect((await ask('/closed/manifest.webmanifest')).headers.get('location')).toBe('/closed/card-disabled')
  })
})

test('INST-2 every page of a card links its manifest and its iPhone icon', async () => {
  const { id, alias } = await aCard(app.deps, { revokedRights: ['Reviews'] })
  await app.deps.changes.write((tx) => addVersion(tx, id, 'open-house', { title: 'Host' }, app.deps.clock.now()))
  const { cookie } = await signedIn(app, id)
  const visitors = ['home', 'about', 'lets-connect', 'login', 'reviews-restricted-access', 'shared', 'v/open-house/home'].map((page) =>
    ask(`/${alias}/${page}`),
  )
  const owners = ['my-account', 'my-contacts'].map((page) => ask(`/${alias}/${page}`, { cookie }))
  for (const answer of await Promise.all([...visitors, ...owners])) {
    const html = await answer.text()
    expect(html, answer.url).toContain(`<link rel="manifest" href="/${alias}/manifest.webmanifest"/>`)
    const icon = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(await sharp(await (await ask(icon)).arrayBuffer()).metadata(), answer.url).toMatchObject({ width: 180, hasAlpha: false })
  }
})

describe('what another app shares with an installed card', () => {
  const amara = 'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Field;Amara;;;\r\nEMAIL:amara@example.com\r\nNOTE:Met at the open house\r\nEND:VCARD\r\n'
  const form = (page: Page) => page.getByRole('dialog', { name: 'Add a contact' })

  test('becomes a contact after its owner reviews it', async () => {
    const { id, alias } = await aCard(app.deps)
    await using visitor = await aVisitor()
    const { page } = visitor
    await visitor.setSession((await signedIn(app, id)).cookie)
    await visitor.open(`/${alias}/my-contacts`)
    await page.evaluate(share, { action: appHref(alias, 'shared'), files: [amara] })

    await page.getByText('We filled in the form with what you shared.').waitFor()
    expect(await form(page).getByLabel('First Name').inputValue()).toBe('Amara')
    expect(await form(page).getByLabel('Notes').inputValue()).toBe('Met at the open house')
    await form(page).getByRole('button', { name: 'Save contact' }).click()
    await page.locator('.contacts-rows').getByRole('link', { name: 'Amara Field' }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.has('shared')).toBe(false)
    await form(page).waitFor({ state: 'hidden' })
  })

  test('survives the owner’s login', async () => {
    const { id, alias } = await aCard(app.deps)
    await using visitor = await aVisitor()
    const { page } = visitor
    await visitor.open(`/${alias}/home`)
    await page.evaluate(share, { action: appHref(alias, 'shared'), words: { text: 'https://house.example/7' } })
    await page.waitForURL(`**/${alias}/login?**`)
    await visitor.setSession((await signedIn(app, id)).cookie)
    await page.reload()

    await form(page).waitFor()
    expect(await form(page).getByLabel('Notes').inputValue()).toBe('https://house.example/7')
  })

  const shared = aSharedVisitor()
  test.each([
    ['Please share one contact at a time.', { files: [amara, amara] }],
    ['We couldn’t read this file.', { files: ['\u0000\u0001'] }],
    ['We didn’t find a contact in what you shared.', {}],
    ['This file is too large.', { files: ['x'.repeat(1_100_000)] }],
  ])('shows a clear message if it is no contact: %s', async (message, sent) => {
    const { page, open } = await shared()
    await open('/maren/home')
    await page.evaluate(share, { action: appHref('maren', 'shared'), ...sent })
    await page.getByText(message).waitFor()
    expect(await page.getByRole('link', { name: 'Back to my contacts' }).getAttribute('href')).toBe('/maren/my-contacts')
  })

  test('is accepted from the system and from no other site', async () => {
    const body = () => {
      const all = new FormData()
      all.append('text', 'hello')
      return all
    }
    const from = (headers: Record<string, string>) =>
      fetch(`${theSite().url}/maren/shared`, { method: 'POST', body: body(), headers, redirect: 'manual' })
    expect((await from({ origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(303)
    expect((await from({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})

test('the screen stays on while a code is visible, and is released with the sheet', async () => {
  await using visitor = await aVisitor({ browser: 'complete' })
  const { page } = visitor
  await page.addInitScript(watchLocks)
  await visitor.open('/maren/home')
  await page.getByRole('button', { name: 'Show QR code' }).first().click()
  await expect.poll(() => areReleased(page), { timeout: 10_000 }).toEqual([false])
  await page.evaluate(async () => {
    await (Reflect.get(globalThis, 'locks') as WakeLockSentinel[])[0]?.release()
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => areReleased(page)).toEqual([true, false])
  await page.keyboard.press('Escape')
  await expect.poll(() => areReleased(page)).toEqual([true, true])
})

test('the screen stays on while the owner’s share dialog shows the code', async () => {
  await using owner = await anOwner('/account', { browser: 'complete', cards: [{}, { eCardEnabled: false }] })
  const { page } = owner
  await page.addInitScript(watchLocks)
  await page.goto('/account?share')
  await expect.poll(() => areReleased(page), { timeout: 10_000 }).toEqual([false])
  await page.keyboard.press('Escape')
  await expect.poll(() => areReleased(page)).toEqual([true])
  await page.getByRole('main').getByRole('link', { name: 'Share my card' }).first().click()
  await expect.poll(() => areReleased(page)).toEqual([true, false])

  await page.goto(`/account?card=${owner.cards[1]?.alias}&share`)
  await hydrate(page)
  await page.getByRole('dialog').getByText('Your card is off. Visitors only see a notice.').waitFor()
  expect(await areReleased(page)).toEqual([])
})

test('NOTE-1 the badge of an open app counts the notifications of its own card', async () => {
  const { id, alias } = await aCard(app.deps)
  await using visitor = await aVisitor({ browser: 'complete', serviceWorkers: 'allow' })
  const { page } = visitor
  await page.addInitScript(watchBadge)
  await visitor.setSession((await signedIn(app, id)).cookie)
  const device = await aPushDevice(page)
  await visitor.open(`/${alias}/my-account`)
  await device.deliver(JSON.stringify(aPushMessage('maren', { title: 'For another owner' })))
  await device.deliver(JSON.stringify(aPushMessage(alias)))
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'badge') as number)).toBe(1)
})

/** Runs in the page: submits a form as the browser does for a share target. */
function share({ action, files = [], words = {} }: { action: string; files?: string[]; words?: Record<string, string> }) {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action })
  for (const [name, value] of Object.entries(words)) {
    const field = document.createElement('input')
    Object.assign(field, { name, value })
    form.append(field)
  }
  const chosen = document.createElement('input')
  Object.assign(chosen, { type: 'file', name: 'file', multiple: true })
  const transfer = new DataTransfer()
  for (const [at, text] of files.entries()) transfer.items.add(new File([text], `${at}.vcf`, { type: 'text/vcard' }))
  chosen.files = transfer.files
  form.append(chosen)
  document.body.append(form)
  form.submit()
}

const areReleased = (page: Page) =>
  page.evaluate(() => (Reflect.get(globalThis, 'locks') as WakeLockSentinel[]).map(({ released }) => released))

/** Runs in the page before its own scripts. */
function watchLocks() {
  const locks: WakeLockSentinel[] = []
  Reflect.set(globalThis, 'locks', locks)
  const request = navigator.wakeLock.request.bind(navigator.wakeLock)
  navigator.wakeLock.request = async (kind) => {
    const lock = await request(kind)
    locks.push(lock)
    return lock
  }
}

/** Runs in the page before its own scripts. */
function watchBadge() {
  const show = (count: number) => Reflect.set(globalThis, 'badge', count)
  Object.assign(navigator, { setAppBadge: async (count: number) => void show(count), clearAppBadge: async () => void show(0) })
}
