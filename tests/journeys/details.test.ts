import { expect, test } from 'vitest'
import { updateAccount } from '#server/accounts/account-store.ts'
import { hashPassword } from '#server/accounts/sign-in/hash-password.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedInAs } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { anOwner } from './account-steps.ts'

const app = await siteApp()

test('AUTH-8 the password is changed in the browser, without a mail server', async () => {
  await using owner = await anOwner('/ALIAS/my-account')
  const { page } = owner
  owner.allow(/422 .*\/account\/details\.data/)
  await updateAccount(app.deps.db, owner.owner.accountId, { passwordHash: await hashPassword('Open-Sesame-1') })
  const other = await signedInAs(app, owner.owner.email)
  await page.getByRole('link', { name: /^Login and details/ }).click()
  expect(await findAccessibilityIssues(page)).toEqual([])

  const part = page.getByRole('region', { name: 'Change password' })
  const [current, chosen] = [part.getByLabel('Current password'), part.getByLabel('New password')]
  await part.getByRole('button', { name: 'Show password' }).last().press('Enter')
  expect(await chosen.getAttribute('type')).toBe('text')
  await current.fill('Open-Sesame-2')
  await chosen.fill('maple-canoe-47-lantern')
  await part.getByRole('status').filter({ hasText: 'Still missing: an uppercase letter.' }).waitFor()
  await part.getByRole('button', { name: 'Save password' }).click()
  await expect.poll(() => chosen.getAttribute('aria-invalid')).toBe('true')
  expect(await chosen.inputValue()).toBe('maple-canoe-47-lantern')

  await chosen.fill('Maple-canoe-47-lantern')
  await part.getByRole('button', { name: 'Save password' }).click()
  await part.getByText('That isn’t your current password.').waitFor()
  await current.fill('Open-Sesame-1')
  await part.getByRole('button', { name: 'Save password' }).click()
  await part.getByRole('status').filter({ hasText: 'Password saved.' }).waitFor()
  expect([await current.inputValue(), await chosen.inputValue()]).toEqual(['', ''])
  await expect(other.call('accounts.user')).rejects.toMatchObject({ problem: { status: 401 } })
  await page.reload()
  await part.waitFor()
})
