import type { BrowserContextOptions } from 'playwright-core'
import { expect } from 'vitest'
import { ownerHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

const app = await siteApp()

export async function anOwner(options: BrowserContextOptions = {}) {
  const card = await aCard(app.deps, { plan: 'PRO' })
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor({ on: 'phone', ...options })
  // A refused form is answered with 422.
  visitor.allow(/422/)
  await visitor.setSession(owner.cookie)
  const open = async (query = '', page: 'connections' | 'myContacts' = 'connections') => {
    await visitor.open(ownerHref(card.alias, page) + query)
    if (options.javaScriptEnabled !== false) await hydrate(visitor.page)
  }
  return { card, owner, open, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

type Row = { is_on: boolean; types: string[]; is_full: boolean; name: string }

export const stored = async (subjectId: string) => {
  const { rows } = await app.deps.pool.query<Row>(
    'select off_at is null as is_on, types, is_full, name from connection where subject_id = $1',
    [subjectId],
  )
  return rows
}

/** A connection is added, changed, switched off and on, and removed: what is left of it. */
export async function walkConnection(javaScriptEnabled: boolean) {
  await using owner = await anOwner({ javaScriptEnabled })
  const { page, card, open } = owner
  await open()
  await page.getByRole('heading', { name: 'No connections yet' }).waitFor()
  await page.getByRole('link', { name: 'Add connection' }).click()
  await page.getByRole('link', { name: 'n8n' }).click()
  const address = page.getByLabel('Webhook address')
  await address.fill('http://hooks.example/lead')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByText('The address must start with https://.').waitFor()

  await address.fill('https://hooks.example/lead')
  await page.getByRole('textbox', { name: 'Name' }).fill('Leads')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByText(/^whsec_/).waitFor()
  expect(javaScriptEnabled ? await findAccessibilityIssues(page) : []).toEqual([])
  if (javaScriptEnabled) {
    // Closing asks first until the secret is stored.
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Back to the secret' }).click()
    await page.getByRole('checkbox', { name: /I’ve stored it/ }).check()
  }
  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
  expect(await stored(card.id)).toMatchObject([{ name: 'Leads', types: ['contact.created'], is_full: true, is_on: true }])

  await page.getByRole('checkbox', { name: 'You publish your card' }).check({ force: true })
  await page.getByRole('radio', { name: /Only the name/ }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changes saved.').waitFor()
  expect(await stored(card.id)).toMatchObject([{ types: ['contact.created', 'card.published'], is_full: false }])
  expect(javaScriptEnabled ? await findAccessibilityIssues(page) : []).toEqual([])

  await page.getByRole('switch', { name: 'On' }).click()
  await page.getByText(/Switched off by you/).waitFor()
  expect(await stored(card.id)).toMatchObject([{ is_on: false }])
  await page.getByRole('link', { name: 'Switch on' }).click()
  await page.getByRole('radio', { name: /Only send what’s new/ }).check({ force: true })
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('switch', { name: 'On', checked: true }).waitFor()
  expect(await stored(card.id)).toMatchObject([{ is_on: true }])

  await page.getByRole('link', { name: 'Remove connection…' }).click()
  await page.getByRole('button', { name: 'Remove connection' }).click()
  await page.getByText('Connection removed.').waitFor()
  return await stored(card.id)
}

/** An API key is created, visible once, listed and revoked: in how many rows it still is. */
export async function walkKey(javaScriptEnabled: boolean) {
  await using owner = await anOwner({ javaScriptEnabled })
  const { page, open } = owner
  const issues = () => (javaScriptEnabled ? findAccessibilityIssues(page) : [])
  await open()
  await page.getByText(/^No API keys yet/).waitFor()
  await page.getByRole('link', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  await dialog.getByText('Choose at least one.').waitFor()
  expect(await issues()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Office spreadsheet')
  await dialog.getByRole('checkbox', { name: 'Read contacts' }).check()
  await dialog.getByRole('combobox', { name: 'Expires' }).selectOption('In 90 days')
  await dialog.getByRole('button', { name: 'Create key' }).click()

  const key = await page.getByText(/^carte_[\w-]{43}$/).innerText()
  expect(await issues()).toEqual([])
  if (javaScriptEnabled) {
    await page.getByRole('link', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Back to the key' }).click()
    await page.getByRole('checkbox', { name: /I’ve stored it/ }).check()
  }
  await page.getByRole('link', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Office spreadsheet/ })
  await row.getByText(`${key.slice(0, 9)}…${key.slice(-2)}`).waitFor()
  await row.getByText('Read contacts', { exact: true }).waitFor()
  await row.getByText('Never', { exact: true }).waitFor()
  await page.waitForURL((url) => url.search === '')
  await page.reload()
  expect(await page.content()).not.toContain(key)
  expect(await issues()).toEqual([])

  await row.getByRole('link', { name: 'Revoke… Office spreadsheet' }).click()
  await page.getByRole('dialog', { name: 'Revoke Office spreadsheet?' }).getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('Key revoked.').waitFor()
  await page.getByText(/^No API keys yet/).waitFor()
  return await row.count()
}
