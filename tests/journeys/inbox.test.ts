import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aPushMessage } from '../harness/push-device.ts'
import { anOwner, rows, mockPush } from './inbox-steps.ts'

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
