import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { siteApp } from '../harness/site-app.ts'
import { hydrate } from '../harness/visitor.ts'
import { anAdmin } from './admin-steps.ts'

const address = 'https://statement.example.com/'

test.each([true, false])('a setting is corrected, saved and set back (script: %s)', async (javaScriptEnabled) => {
  await using admin = await anAdmin({ javaScriptEnabled })
  const { page, visitor } = admin
  await visitor.open('/admin/setup')
  await page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'Installation' }).click()
  // The page before has the same field.
  await page.waitForURL('**/admin/setup/installation')
  if (javaScriptEnabled) await hydrate(page)
  const field = page.getByLabel('Accessibility statement')
  const row = page.locator('.settings-row').filter({ hasText: 'Accessibility statement' })
  const save = page.getByRole('button', { name: 'Save changes' })
  await field.fill('javascript:1')
  await save.click()
  await row.getByText('Enter a web address such as').waitFor()
  expect(await field.inputValue()).toBe('javascript:1')
  await field.fill(address)
  await save.click()
  await page.getByRole('status').getByText('1 setting is saved.').waitFor()
  await row.getByText('Set here').waitFor()
  expect(await field.inputValue()).toBe(address)
  await visitor.open('/')
  expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).getAttribute('href')).toBe(address)

  await visitor.open('/admin/setup?show=changed&q=accessibility+statement')
  // The bar of the button is hidden while nothing is changed, once the page's script runs.
  if (javaScriptEnabled) await hydrate(page)
  await field.fill('')
  await save.click()
  await page.getByRole('status').getByText('1 setting is saved.').waitFor()
  await page.getByText('No setting matches').waitFor()
})

test('a form interrupted by another administrator or an ended login is saved', async () => {
  await using admin = await anAdmin()
  const { page, visitor, owner } = admin
  const { db } = (await siteApp()).deps
  const field = page.getByLabel('Terms of use')
  const save = page.getByRole('button', { name: 'Save changes' })
  await visitor.open('/admin/setup/installation')
  await hydrate(page)
  await owner.call('admin.changeSettings', { input: { settings: [{ name: 'TERMS_URL', value: 'https://theirs.example.com/' }] } })
  await field.fill('https://ours.example.com/')
  await save.click()
  await page.getByText('Saved as “https://theirs.example.com/” meanwhile.').waitFor()
  await hydrate(page)
  await save.click()
  await page.getByRole('status').getByText('1 setting is saved.').waitFor()
  expect(await field.inputValue()).toBe('https://ours.example.com/')
  await hydrate(page)

  const loggedIn = (ago: string) =>
    db.execute(sql`update session set signed_in_at = now() - ${ago}::interval where account_id = ${owner.accountId}`)
  await field.fill('')
  await loggedIn('2 days')
  await save.click()
  expect(await page.getByRole('link', { name: 'Log in again' }).getAttribute('target')).toBe('_blank')
  expect(await field.inputValue()).toBe('')
  await hydrate(page)
  await loggedIn('0 days')
  await save.click()
  await page.getByRole('status').getByText('1 setting is saved.').waitFor()
})

test('changes are counted and undone singly or together; no secret is in the page', async () => {
  await using admin = await anAdmin({ on: 'desktop' })
  const { page, visitor } = admin
  await visitor.open('/admin/setup')
  await hydrate(page)
  const bar = page.locator('.settings-bar')
  const status = (text: string) => bar.getByText(text, { exact: true }).waitFor()
  await bar.waitFor({ state: 'hidden' })
  await page.getByLabel('Description', { exact: true }).fill('Cards of the harbor')
  await status('1 change')
  await page.getByRole('switch', { name: 'Check links at night' }).setChecked(false)
  await page.getByLabel('Who can create an account').selectOption('By invitation')
  await status('3 changes')
  expect(await findAccessibilityIssues(page)).toEqual([])
  await page.getByRole('button', { name: 'Was empty' }).click()
  await status('2 changes')
  expect(await page.getByLabel('Description', { exact: true }).inputValue()).toBe('')
  await page.getByRole('switch', { name: 'Stripe adds taxes' }).setChecked(true)
  await status('3 changes · 1 after a restart')
  await bar.getByRole('button', { name: 'Discard' }).click()
  await bar.waitFor({ state: 'hidden' })
  expect(await page.getByRole('switch', { name: 'Check links at night' }).isChecked()).toBe(true)

  await visitor.open('/admin/setup?q=stripe')
  await page.getByLabel('Stripe: signing secret').fill('whsec_hush-hush-hush')
  await page.getByLabel('Stripe: secret key').fill('test')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Enter the real one.').waitFor()
  await page.getByText('Not saved. Enter it again.').waitFor()
  expect(await page.content()).not.toContain('hush-hush')
})
