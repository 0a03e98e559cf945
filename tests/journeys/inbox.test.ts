import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { aContact } from '../factories/contacts.ts'
import { aPushMessage } from '../harness/push-device.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor } from '../harness/visitor.ts'
import { anOwner, rows, mockPush } from './inbox-steps.ts'

const app = await siteApp()

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
})

test('NOTE-1 without push, the inbox of a new card shows who connected', async () => {
  const card = await aCard(app.deps)
  await aContact(app.deps, card.id)
  await using visitor = await aVisitor()
  await visitor.setSession((await signedIn(app, card.id)).cookie)
  const { page } = visitor
  await visitor.open(`/${card.alias}/analytics`)
  await page
    .getByRole('link', { name: /^Inbox/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'New: Amara Field just connected' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'View contact' }).click()
  await expect.poll(() => page.getByRole('dialog', { name: 'Amara Field' }).count()).toBe(1)
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
    await expect.poll(() => topicSwitch(page).isChecked()).toBe(true)

    const saved = page.waitForResponse((answer) => answer.url().endsWith('/notifications-subscribe'))
    await topicSwitch(page).click()
    expect((await saved).status()).toBe(200)
    await page.reload()
    await expect.poll(() => deviceSwitch(page).isChecked()).toBe(true)
    await expect.poll(() => topicSwitch(page).isChecked()).toBe(false)
  })
})
