import { describe, expect, test } from 'vitest'
import { signedInAs } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { anOwner } from './my-account-steps.ts'

const app = await siteApp()

describe('ACC-2 a toggle', () => {
  test('changes at once, and stays after a reload', async () => {
    await using owner = await anOwner()
    const { page } = owner
    const toggle = page.getByRole('switch', { name: 'Ask visitors to connect' })
    await page.getByRole('button', { name: /^Add a passkey/ }).waitFor()
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/update-settings'))
    await toggle.click()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false')
    expect((await saved).status()).toBe(200)
    await page.reload()
    expect(await toggle.getAttribute('aria-checked')).toBe('false')
  })

  test('reverts with a reason if the server rejects it', async () => {
    await using owner = await anOwner()
    const { page } = owner
    // Elements that need a script show that it runs.
    await page.getByRole('button', { name: /^Add a passkey/ }).waitFor()
    await page.route('**/update-settings', (route) => route.fulfill({ json: { success: 0, message: 'No settings selected.' } }))
    const toggle = page.getByRole('switch', { name: 'Ask visitors to connect' })
    await toggle.click()
    await owner.waitForMessage('alert', 'Error updating. No settings selected.')
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true')
  })
})

describe('ACC-1 my account', () => {
  test('lists every signed-in device, and logs all others out', async () => {
    await using owner = await anOwner()
    const { page } = owner
    await signedInAs(app, owner.owner.email)
    await page.reload()
    const devices = page.getByRole('region', { name: 'Where you’re logged in' })
    expect(await devices.getByRole('listitem').count()).toBe(2)
    await devices.getByRole('button', { name: 'Log out of all other devices' }).click()
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1)
    await devices.getByText('This device').waitFor()
  })
})
