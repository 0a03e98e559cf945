import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, awaken, neverAsked, type Visitor } from '../harness/visitor.ts'

const house = await behindTheSite()

const limited = 'You can still use your Carte with limited functionality.'
const needed = 'You need to be online for this. We’ll retry automatically.'
const reachCall = '**/remote/api'
const lost = (page: Page, title = 'No Internet Connection') => page.getByRole('status').filter({ hasText: title })
const again = (page: Page) => page.getByRole('status').filter({ hasText: 'You are connected again.' })
/** The notice is there, empty, and awake. */
const ready = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('.connection') ?? {}).some((key) => key.startsWith('__reactFiber')))

/**
 * What the app fetches ahead, to have it when a page fails, is never answered: a part that is under way when the connection goes makes
 * the page reload once it is back.
 */
const holdAhead = (page: Page) => page.route('**/assets/failed-*', () => {})

/** The app of a card, opened as an app is. */
async function anApp(wishes: Parameters<typeof aVisitor>[0] = {}) {
  const visitor = await aVisitor({ reducedMotion: 'reduce', ...wishes })
  // An app looks who is signed in: here nobody is. And its worker may notice that the plug was pulled.
  visitor.allow(/401|fetching the script/)
  await holdAhead(visitor.page)
  await visitor.open('/maren/home?simulateStandalone=on')
  await ready(visitor.page)
  return visitor
}

/** An owner on one of their pages, with one contact. */
async function anOwner(page: string) {
  const card = await aCard(house.needs, { plan: 'PRO' })
  const owner = await signedIn(house, card.id)
  await aContact(house.needs, card.id, { name: 'Tobias', lastName: 'Wren', viewed: true })
  const visitor = await aVisitor({ reducedMotion: 'reduce' })
  // What a worker may say of a plug that was pulled.
  visitor.allow(/ERR_FAILED|fetching the script/)
  await visitor.wear(owner.cookie)
  await visitor.open(`/${card.alias}/${page}`)
  await ready(visitor.page)
  return { ...visitor, alias: card.alias, goOffline: (isOff: boolean) => visitor.page.context().setOffline(isOff) }
}

describe('INST-2 the notice of no connection', () => {
  test('comes at once, is swiped away, goes by itself with a word, and comes again at the next loss', async () => {
    await using visitor = await anApp()
    const { page } = visitor
    const offline = (isOff: boolean) => page.context().setOffline(isOff)
    await offline(true)
    await lost(page).filter({ hasText: limited }).waitFor()

    const box = await page.locator('.connection').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + 20)
    await page.mouse.move(x, y + 90)
    await page.mouse.up()
    await lost(page).waitFor({ state: 'detached' })
    await offline(false)
    await again(page).waitFor({ state: 'attached' })

    await offline(true)
    await lost(page).waitFor()
    await offline(false)
    await expect.poll(() => lost(page).count()).toBe(0)
  })

  test('tells a server that is away from a device without a network, and a key shuts it', async () => {
    await using visitor = await anApp({ on: 'desktop' })
    const { page } = visitor
    visitor.allow(/502/)
    await page.route(reachCall, (route) => route.fulfill({ status: 502 }))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await lost(page, 'No Data Connection').waitFor()
    await page.locator('.connection').getByRole('button', { name: 'Close' }).press('Enter')
    await lost(page, 'No Data Connection').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')

    await page.unroute(reachCall)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await again(page).waitFor({ state: 'attached' })
  })

  test('lies under whatever is opened over the card', async () => {
    await using visitor = await anApp()
    const { page } = visitor
    // A code that was not looked at before cannot be fetched now.
    visitor.allow(/ERR_FAILED/)
    await page.context().setOffline(true)
    await lost(page).waitFor()
    await page.getByRole('button', { name: 'Share', exact: true }).last().click()
    const sheet = page.getByRole('dialog', { name: 'Share' })
    await sheet.waitFor()
    const covered = await page.locator('.connection').evaluate((notice) => {
      const { left, top, width, height } = notice.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.connection') === null
    })
    expect(covered).toBe(true)
  })

  test('comes to a visitor in a tab before any of the app is there, is shut by a press, and comes again at the next loss', async () => {
    await using visitor = await aVisitor()
    const { page } = visitor
    await neverAsked(page, 'maren')
    await visitor.open('/maren/home')
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/look-')))
    const offline = (isOff: boolean) => page.context().setOffline(isOff)
    await offline(true)
    await lost(page).filter({ hasText: limited }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await offline(false)
    await lost(page).waitFor({ state: 'detached' })

    await offline(true)
    await lost(page).getByRole('button', { name: 'Close' }).click()
    await lost(page).waitFor({ state: 'detached' })
    await offline(false)

    await visitor.open('/maren/home')
    await awaken(page)
    await ready(page)
    await offline(true)
    await page.locator('.connection').filter({ hasText: limited }).waitFor()
    expect(await lost(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.locator('#menu').getByText('No Internet Connection').waitFor()
  })

  test('does not come in a preview', async () => {
    await using visitor = await aQuietVisitor()
    const { page } = visitor
    await visitor.open('/maren/home?preview=on')
    await wake(visitor)
    await page.context().setOffline(true)
    await page.clock.runFor(10_000)
    expect(await lost(page).count()).toBe(0)
  })

  test('is not looked for by a card that is merely visited, and still comes', async () => {
    await using visitor = await aQuietVisitor()
    const { page } = visitor
    const asked: string[] = []
    page.on('request', (request) => void (request.method() === 'HEAD' && asked.push(request.url())))
    await visitor.open('/maren/home')
    await wake(visitor)
    await page.clock.runFor(10_000)
    expect(asked).toEqual([])
    await page.context().setOffline(true)
    await lost(page).waitFor()
  })
})

/** A visitor with a clock of their own, and nothing under way that a lost connection would interrupt. */
async function aQuietVisitor() {
  const visitor = await aVisitor()
  await visitor.page.clock.install()
  await holdAhead(visitor.page)
  await neverAsked(visitor.page, 'maren')
  return visitor
}

/** The part of a card that comes later is there. */
async function wake({ page }: Visitor) {
  await awaken(page)
  await page.clock.runFor(5000)
  await ready(page)
}

describe('what cannot be done without a connection', () => {
  test('INST-2 says so at its place, keeps what was typed, and is done once it is back', async () => {
    await using owner = await anOwner('my-contacts')
    const { page } = owner
    await owner.goOffline(true)
    await lost(page).waitFor()
    // What the page has already it still shows.
    await page.getByRole('link', { name: /Tobias Wren/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Tobias Wren' })
    await sheet.getByText('Add note').click()
    await sheet.getByRole('textbox', { name: 'Note' }).fill('Likes the red door')
    const save = sheet.getByRole('button', { name: 'Save note' })
    const why = sheet.getByRole('region', { name: 'My notes' }).getByText(needed)
    await why.waitFor()
    await save.click({ force: true })
    expect(await sheet.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Likes the red door')

    await owner.goOffline(false)
    await why.waitFor({ state: 'detached' })
    await save.click()
    await sheet.getByRole('listitem').filter({ hasText: 'Likes the red door' }).waitFor()
  })

  test('MYC-1 a search that found nobody to answer is asked again by itself', async () => {
    await using owner = await anOwner('my-contacts')
    const { page } = owner
    await owner.goOffline(true)
    await page.getByRole('searchbox').fill('Tobias')
    const failed = page.getByRole('alert').filter({ hasText: 'No Internet Connection' })
    await failed.waitFor()
    await owner.goOffline(false)
    await failed.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /Tobias Wren/ }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('Tobias')
  })

  test('ACC-2 a setting stays as it is, and is a setting again without a reload', async () => {
    await using owner = await anOwner('my-account')
    const { page } = owner
    const asks = page.getByRole('switch', { name: 'Ask visitors to connect' })
    const group = page.getByRole('group').filter({ has: asks })
    const why = group.getByText(needed).last()
    await owner.goOffline(true)
    await why.waitFor()
    await asks.click({ force: true })
    expect([await asks.getAttribute('aria-checked'), await group.getAttribute('aria-disabled')]).toEqual(['true', 'true'])
    await owner.goOffline(false)
    await expect.poll(() => group.getByText(needed).count()).toBe(0)
    await asks.click()
    await expect.poll(() => asks.getAttribute('aria-checked')).toBe('false')
  })

  test('nobody is led away to where nothing opens, and a page that could not be loaded comes by itself', async () => {
    await using owner = await anOwner('my-contacts')
    const { page, alias } = owner
    await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Analytics' }).click()
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor()

    await owner.goOffline(true)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('complementary').getByRole('link', { name: 'Subscription' }).click()
    await page.getByRole('alert').filter({ hasText: 'This page will open when you’re back online.' }).waitFor({ state: 'attached' })
    expect(new URL(page.url()).pathname).toBe(`/${alias}/analytics`)

    // The browser's own way back asks nobody.
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'This page didn’t load' }).waitFor()
    await owner.goOffline(false)
    await page.getByRole('heading', { level: 1, name: 'My Contacts' }).waitFor()
    expect(await page.getByText('This page didn’t load').count()).toBe(0)
  })
})

describe('a card starts', () => {
  const name = (page: Page) => page.getByRole('heading', { level: 1, name: 'Maren Holloway' })

  test('INST-3 where the device keeps nothing of any kind', async () => {
    await using visitor = await aVisitor()
    visitor.allow(/401/)
    await visitor.page.addInitScript(() => {
      for (const store of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(globalThis, store, {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        })
    })
    await visitor.open('/maren/home?simulateStandalone=on')
    await ready(visitor.page)
    expect(await name(visitor.page).isVisible()).toBe(true)
  })

  test('INST-3 where the device is full: room is made, and other cards are forgotten only as far as it takes', async () => {
    await using visitor = await aVisitor()
    const { page } = visitor
    await neverAsked(page, 'maren')
    await visitor.open('/maren/settings')
    await page.evaluate(() => {
      const fill = (key: string, seenOn: number) => localStorage.setItem(key, JSON.stringify({ seenOn, note: 'x'.repeat(90_000) }))
      try {
        for (let day = 1; ; day++) fill(`card:other${day}`, day)
      } catch {
        // Down to the last byte.
        const rest = (size: number): void => {
          try {
            for (let at = 0; ; at++) localStorage.setItem(`rest${size}-${at}`, 'x'.repeat(size))
          } catch {
            if (size > 0) rest(Math.floor(size / 10))
          }
        }
        rest(10_000)
      }
    })
    await page.waitForFunction(() => !document.querySelector<HTMLInputElement>('.settings input')?.disabled)
    await page.getByRole('main').locator('.toggle').click()
    await page.waitForFunction(() => localStorage.getItem('card:maren')?.includes('"shareShortLink":true'))
    const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('card:other')))
    expect(left).not.toContain('card:other1')
    expect(left).toContain('card:other2')
  })

  test.each(['2001-01-01', '2061-01-01'])('INST-3 where the clock says %s', async (day) => {
    await using visitor = await aVisitor()
    const { page } = visitor
    visitor.allow(/401|ERR_FAILED|fetching the script/)
    await page.clock.setSystemTime(day)
    await holdAhead(page)
    await visitor.open('/priya/home')
    await page.evaluate(() => {
      const state = { connected: true, connectedOn: '2031-05-05T00:00:00.000Z', discardedOn: 'someday', seenOn: 9e15 }
      localStorage.setItem('card:maren', JSON.stringify(state))
    })
    await visitor.open('/maren/home?simulateStandalone=on')
    await page.getByText('Connected', { exact: true }).waitFor()
    await ready(page)
    await page.context().setOffline(true)
    await lost(page).waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => lost(page).count()).toBe(0)
  })
})
