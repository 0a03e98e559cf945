import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { siteApp } from '../harness/site-app.ts'
import { aPushMessage } from '../harness/push-device.ts'
import { signedInAs } from '../harness/signed-in.ts'
import { recordMessages } from '../harness/record-messages.ts'
import { stopClockNow } from '../harness/stop-clock.ts'
import { aVisitor, hydrate, pollAfterLogout } from '../harness/visitor.ts'
import { anOwner, rows, mockPush } from './inbox-steps.ts'

const app = await siteApp()

describe('NOTE-1 the inbox', () => {
  test('marks an opened notification read, and opens its target', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await owner.visitor.open(owner.inbox)
    await deliver(owner, 'Amara', 'Owen')
    await expect.poll(() => rows(page).getByRole('heading').allTextContents()).toEqual(['New: Owen', 'New: Amara'])

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
    // The offer to undo goes after a while.
    await page.clock.install()
    await stopClockNow(page)
    await page.getByRole('button', { name: 'Dismiss: Élodie' }).click()
    await page.getByText('No results.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.clock.resume()
    await page.getByRole('button', { name: 'New: Élodie', exact: true }).waitFor()
  })

  test('is removed from the device on logout', async () => {
    await using owner = await anOwner()
    const { page } = owner.visitor
    await owner.visitor.open(owner.inbox)
    await deliver(owner, 'Amara')
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await hydrate(page)
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
    const showsMessage = await recordMessages(page)
    await page.addInitScript(mockPush)
    await owner.visitor.open(`/${owner.card.alias}/my-account`)
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await deviceSwitch(page).waitFor()

    const refused = { json: { success: 0, message: 'No Device provided.' } }
    await page.route('**/notifications-subscribe', (route) => route.fulfill(refused))
    await topicSwitch(page).click()
    await showsMessage('toast', 'Error updating. No Device provided.')
    await expect.poll(() => topicSwitch(page).isChecked()).toBe(true)
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
