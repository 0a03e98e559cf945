import { expect, test } from 'vitest'
import { aRestore, passphrase, person } from './setup-restore-steps.ts'
import { aVisitor } from '../harness/visitor.ts'
import { check } from './setup-steps.ts'

test('ACCOUNT-5 the setup link restores a backup in the browser', async () => {
  await using restore = await aRestore()
  await using admin = await aVisitor({ on: 'narrow', baseURL: restore.site.url })
  // Of the link that no longer works.
  admin.allow(/status of 410/)
  const { page } = admin
  const on = restore.on(page)
  await admin.open(restore.path)
  await page.getByRole('radio', { name: /^Restore a backup/ }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => url.pathname + url.hash === restore.path.replace('#', '/restore#'))
  await page.locator('input[type=file]:enabled').waitFor()

  await on.choose('photo')
  await page.getByText('This isn’t a Carte backup.').waitFor()
  expect(await on.check.isDisabled()).toBe(true)
  await on.choose('carte')
  await on.passphrase.fill(passphrase)
  await on.check.click()
  await on.heading('This backup is good').waitFor()
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Cards\s*1\s*Complete$/ })
      .count(),
  ).toBe(1)
  await check(admin.page)
  await on.restore.click()
  await on.heading('Everything is back').waitFor()
  await page.getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(/\/maren\/|\/account/)
  expect(await admin.open('/admin')).toBe(200)
  await admin.open(restore.path)
  await page.waitForURL(/\/setup\/installation/)
  await page.context().clearCookies()
  await admin.open(restore.path)
  await on.heading('This setup link no longer works').waitFor()
})
