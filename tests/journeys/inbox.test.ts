import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { aPushDevice, aPushMessage } from '../harness/push-device.ts'
import { signedIn, signedInAs } from '../harness/signed-in.ts'
import { aVisitor, lateAsking } from '../harness/visitor.ts'

const house = await behindTheSite()

const experiments = [{ name: 'NotificationsSubscribe', enabled: true }]

/** An owner at their own card, with a device that may be notified. */
async function anOwner() {
  const card = await aCard(house.needs, { experiments })
  const owner = await signedIn(house, card.id)
  const visitor = await aVisitor()
  await visitor.wear(owner.cookie)
  const device = await aPushDevice(visitor.page)
  const inbox = `/${card.alias}/my-notifications`
  return { card, owner, visitor, device, inbox, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

const rows = (page: Page) => page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')

describe('NOTE-1 the inbox', () => {
  test('is empty until a push comes, and then shows it without being asked', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await owner.visitor.open(owner.inbox)
    await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()

    await owner.device.deliver(JSON.stringify(aPushMessage('somebody-else')))
    await owner.device.deliver(JSON.stringify(aPushMessage(owner.card.alias)))
    await page.getByRole('button', { name: 'New: Amara Field just connected' }).waitFor()
    expect(await rows(page).count()).toBe(1)
  })

  test('opening a notice marks it read, and leads to what it is about', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await owner.visitor.open(owner.inbox)
    await deliver(owner, 'Amara', 'Owen')
    expect(await rows(page).getByRole('heading').allTextContents()).toEqual(['New: Owen', 'New: Amara'])

    await page.getByRole('button', { name: 'New: Owen', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Owen' })
    expect(await sheet.getByRole('link', { name: 'View contact' }).getAttribute('href')).toBe(`/${owner.card.alias}/my-contacts`)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })

    await page.reload()
    await page.getByRole('button', { name: 'Owen', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Amara', exact: true }).waitFor()
  })

  test('is searched, and what was dismissed can be had back', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await owner.visitor.open(owner.inbox)
    await deliver(owner, 'Élodie', 'Owen')

    await page.getByRole('searchbox').fill('elodie')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss: Élodie' }).click()
    await page.getByText('No results.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'New: Élodie', exact: true }).waitFor()
  })

  test('leaves the device with whoever signs out', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await owner.visitor.open(owner.inbox)
    await deliver(owner, 'Amara')
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await page.waitForLoadState('networkidle')
    owner.visitor.allow(lateAsking)
    await page.getByRole('main').getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL(/\/home$/)

    await owner.visitor.wear((await signedInAs(house, owner.owner.email)).cookie)
    await owner.visitor.open(owner.inbox)
    await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()
    expect(await owner.device.shown()).toEqual([])
  })

  test('is nobody’s who is not signed in', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/my-notifications')
    expect(new URL(visitor.page.url()).pathname).toBe('/maren/login')
  })
})

describe('NOTE-2 notices on this device', () => {
  const master = (page: Page) => page.getByRole('switch', { name: /On this device/ })
  const topic = (page: Page) => page.getByRole('switch', { name: 'General notifications' })

  test('are turned on, all of them, and each can be turned off; the server keeps it', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await page.addInitScript(pretendToPush)
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect.poll(() => master(page).isChecked()).toBe(true)
    expect(await topic(page).isChecked()).toBe(true)

    const kept = page.waitForResponse((answer) => answer.url().endsWith('/notifications-subscribe'))
    await topic(page).click()
    expect((await kept).status()).toBe(200)
    await page.reload()
    await expect.poll(() => master(page).isChecked()).toBe(true)
    expect(await topic(page).isChecked()).toBe(false)
  })

  test('forbidden in the browser are said to be, and are turned on without a reload once they are allowed', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await page.addInitScript(pretendToPush)
    await page.addInitScript(pretendToForbid)
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await page.getByText('Notifications are blocked for this site.').waitFor()

    await page.evaluate(() => dispatchEvent(new Event('allowed-in-settings')))
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect.poll(() => master(page).isChecked()).toBe(true)
  })

  test('go back to what they were when the change is not kept, and it is said', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await page.addInitScript(pretendToPush)
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await master(page).waitFor()

    const refused = { json: { success: 0, message: 'No Device provided.' } }
    await page.route('**/notifications-subscribe', (route) => route.fulfill(refused))
    await topic(page).click()
    await page.getByText('Error updating. No Device provided.').first().waitFor()
    expect(await topic(page).isChecked()).toBe(true)
  })
})

/** Runs in the page: notifications are forbidden, until the browser's settings say otherwise. */
function pretendToForbid() {
  const watched = new EventTarget()
  let said = 'denied'
  Object.defineProperty(Notification, 'permission', { get: () => said })
  Object.defineProperty(navigator.permissions, 'query', { value: async () => watched })
  addEventListener('allowed-in-settings', () => {
    said = 'default'
    watched.dispatchEvent(new Event('change'))
  })
}

async function deliver({ device, card, visitor }: Awaited<ReturnType<typeof anOwner>>, ...titles: string[]) {
  for (const title of titles) {
    await device.deliver(JSON.stringify(aPushMessage(card.alias, { title })))
    await visitor.page.getByRole('button', { name: `New: ${title}`, exact: true }).waitFor()
  }
}

/** Runs in the page, in place of a push service that no test reaches. */
function pretendToPush() {
  const token = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/test',
    expirationTime: null,
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  }
  const subscription = {
    endpoint: token.endpoint,
    options: { applicationServerKey: null },
    toJSON: () => token,
    unsubscribe: async () => true,
  }
  const isOn = () => sessionStorage.getItem('pushes') === 'yes'
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (isOn() ? subscription : null),
    async subscribe() {
      sessionStorage.setItem('pushes', 'yes')
      return subscription
    },
  })
}
