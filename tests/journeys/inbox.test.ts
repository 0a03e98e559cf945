import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { aPushDevice, aPushMessage } from '../harness/push-device.ts'
import { signedIn, signedInAs } from '../harness/signed-in.ts'
import { aVisitor, pollAfterLogout } from '../harness/visitor.ts'

const app = await siteApp()

const experiments = [{ name: 'NotificationsSubscribe', enabled: true }]

/** An owner at their own card, with a device that can receive push messages. */
async function anOwner() {
  const card = await aCard(app.deps, { experiments })
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor()
  await visitor.setSession(owner.cookie)
  const device = await aPushDevice(visitor.page)
  const inbox = `/${card.alias}/my-notifications`
  return { card, owner, visitor, device, inbox, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

const rows = (page: Page) => page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')

describe('NOTE-1 the inbox', () => {
  test('is empty, and shows a push as it arrives', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await owner.visitor.open(owner.inbox)
    await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()

    await owner.device.deliver(JSON.stringify(aPushMessage('another-owner')))
    await owner.device.deliver(JSON.stringify(aPushMessage(owner.card.alias)))
    await page.getByRole('button', { name: 'New: Amara Field just connected' }).waitFor()
    expect(await rows(page).count()).toBe(1)
  })

  test('marks an opened notification read, and opens its target', async () => {
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

  test('can be searched, and restores dismissed notifications', async () => {
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

  test('is removed from the device on logout', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await owner.visitor.open(owner.inbox)
    await deliver(owner, 'Amara')
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await page.waitForLoadState('networkidle')
    owner.visitor.allow(pollAfterLogout)
    await page.getByRole('main').getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL(/\/home$/)

    await owner.visitor.setSession((await signedInAs(app, owner.owner.email)).cookie)
    await owner.visitor.open(owner.inbox)
    await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()
    expect(await owner.device.notices()).toEqual([])
  })

  test('is not available to anonymous visitors', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/my-notifications')
    expect(new URL(visitor.page.url()).pathname).toBe('/maren/login')
  })
})

describe('NOTE-2 notifications on this device', () => {
  const deviceSwitch = (page: Page) => page.getByRole('switch', { name: /On this device/ })
  const topicSwitch = (page: Page) => page.getByRole('switch', { name: 'General notifications' })

  test('are enabled all at once, disabled one by one, and stored by the server', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await page.addInitScript(mockPush)
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect.poll(() => deviceSwitch(page).isChecked()).toBe(true)
    expect(await topicSwitch(page).isChecked()).toBe(true)

    const saved = page.waitForResponse((answer) => answer.url().endsWith('/notifications-subscribe'))
    await topicSwitch(page).click()
    expect((await saved).status()).toBe(200)
    await page.reload()
    await expect.poll(() => deviceSwitch(page).isChecked()).toBe(true)
    expect(await topicSwitch(page).isChecked()).toBe(false)
  })

  test('blocked by the browser are reported, and enabled without a reload once allowed', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await page.addInitScript(mockPush)
    await page.addInitScript(blockNotifications)
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await page.getByText('Notifications are blocked for this site.').waitFor()

    await page.evaluate(() => dispatchEvent(new Event('allowed-in-settings')))
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect.poll(() => deviceSwitch(page).isChecked()).toBe(true)
  })

  test('revert with an error if the change is not saved', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await page.addInitScript(mockPush)
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await deviceSwitch(page).waitFor()

    const refused = { json: { success: 0, message: 'No Device provided.' } }
    await page.route('**/notifications-subscribe', (route) => route.fulfill(refused))
    await topicSwitch(page).click()
    await page.getByText('Error updating. No Device provided.').first().waitFor()
    expect(await topicSwitch(page).isChecked()).toBe(true)
  })
})

/** Runs in the page: blocks notifications until the test allows them. */
function blockNotifications() {
  const watched = new EventTarget()
  let permission = 'denied'
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Object.defineProperty(navigator.permissions, 'query', { value: async () => watched })
  addEventListener('allowed-in-settings', () => {
    permission = 'default'
    watched.dispatchEvent(new Event('change'))
  })
}

async function deliver({ device, card, visitor }: Awaited<ReturnType<typeof anOwner>>, ...titles: string[]) {
  for (const title of titles) {
    await device.deliver(JSON.stringify(aPushMessage(card.alias, { title })))
    await visitor.page.getByRole('button', { name: `New: ${title}`, exact: true }).waitFor()
  }
}

/** Runs in the page: replaces the push service, which tests cannot reach. */
function mockPush() {
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
