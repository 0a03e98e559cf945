import { expect, test } from 'vitest'
import { updateAccount } from '#server/accounts/account-store.ts'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { siteApp } from '../harness/site-app.ts'
import { anOwner } from './account-steps.ts'
import { waitForMail } from './login-steps.ts'

const app = await siteApp()
const buttonOf = { name: 'Save name', email: 'Create the link', password: 'Save password' } as const

test('ACC-3 name, email and password change without scripts and without a mail server', async () => {
  await using owner = await anOwner('/account/details', { javaScriptEnabled: false, viewport: { width: 320, height: 700 } })
  const { page } = owner
  await updateAccount(app.deps.db, owner.owner.accountId, { passwordHash: await hashPassword('Open-Sesame-1') })
  await page.reload()
  const save = (part: keyof typeof buttonOf) => page.getByRole('button', { name: buttonOf[part] }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill('')
  await save('name')
  await page.getByText('Please enter your name.').waitFor()
  const name = 'Bartholomew Featherstonehaugh-Cholmondeley'
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await save('name')
  await page.getByRole('status').getByText('Name saved.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe(name)

  const newEmail = `new-${owner.owner.email}`
  await page.getByLabel('New email').fill(newEmail)
  await save('email')
  await page.getByText(`Waiting for ${newEmail}`).waitFor()
  await page.getByText('This site has no mail server').waitFor()
  const path = /\/account\/details\?token=[\w-]+/.exec(await waitForMail(newEmail, 'token='))?.[0] ?? ''
  await page.goto(new URL(path, page.url()).href)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await page.getByRole('status').getByText(`Your email is now ${newEmail}.`).waitFor()
  await page.goto(new URL(path, page.url()).href)
  expect(await page.getByRole('alert').innerText()).toContain('This link has already been used')
  await waitForMail(owner.owner.email, 'Your Carte email was changed')

  await page.goto(new URL('/account/details', page.url()).href)
  await page.getByLabel('Current password').fill('Open-Sesame-1')
  await page.getByLabel('New password').fill('maple-canoe-47-lantern')
  await save('password')
  await expect.poll(() => page.getByLabel('New password').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Current password').fill('Open-Sesame-1')
  await page.getByLabel('New password').fill('Maple-canoe-47-lantern')
  await save('password')
  await page.getByRole('status').getByText('Password saved.').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('ACC-3 a request for another email is canceled, and every state is accessible', async () => {
  await using owner = await anOwner('/account/details')
  const { page } = owner
  await page.getByLabel('New email').fill(`new-${owner.owner.email}`)
  await page.getByRole('button', { name: 'Create the link' }).click()
  await page.getByText('Waiting for new-').waitFor()
  expect(await findAccessibilityIssues(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel change' }).click()
  await page.getByText('The change was canceled.').waitFor()
  expect(await page.getByText('Waiting for new-').count()).toBe(0)
})

test('AUTH-2 a session that ended with a grant says so', async () => {
  await using owner = await anOwner('/account')
  const { page } = owner
  await app.deps.changes.write((tx) => setAdmin(tx, owner.owner.email, true))
  await page.goto(new URL('/account/new', page.url()).href)
  await page.getByText('You were logged out because your access changed. Log in again.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/account/login')
})
