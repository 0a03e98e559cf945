import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { accessKeysMax, scopes } from '#contract/access-key-choices.ts'
import { ownerHref } from '#contract/pages.ts'
import { newId } from '#server/database/new-id.ts'
import { aContact } from '../factories/contacts.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { siteApp } from '../harness/site-app.ts'
import { anOwner, stored, walkConnection, walkKey } from './connections-steps.ts'

const app = await siteApp()

test('a connection is added, changed, switched off and on, and removed without scripts', async () => {
  expect(await walkConnection(false)).toEqual([])
})

test('an API key is created, visible once, listed and revoked', async () => {
  expect(await walkKey(true)).toBe(0)
})

describe.each([
  ['a script', true],
  ['no script', false],
])('a connection with %s', (_, javaScriptEnabled) => {
  test('a contact held for review is released', async () => {
    await using owner = await anOwner({ javaScriptEnabled })
    const { page, card, open } = owner
    const contact = await aContact(app.deps, card.id, { name: 'Amara', isQuarantined: true })
    await open(`?contact=${contact.id}`, 'myContacts')
    await page.getByRole('button', { name: 'Not spam' }).click()
    await page.getByRole('button', { name: 'Not spam' }).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'Amara', exact: false }).first().waitFor()
    expect(await page.getByRole('button', { name: 'Not spam' }).count()).toBe(0)
  })
})

test('connections with long names and addresses fit a screen 320 px wide', async () => {
  await using owner = await anOwner({ viewport: { width: 320, height: 700 } })
  const { page, card, open } = owner
  await open('?kind=own')
  await page.getByLabel('Webhook address').fill(`https://${'long-'.repeat(10)}name.example/${'path/'.repeat(100)}`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Unbreakable'.repeat(7))
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByText(/^whsec_/).waitFor()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBe(0)
  await page.getByRole('checkbox', { name: /I’ve stored it/ }).check()
  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByText('Signing secret').waitFor()
  expect(await overflow()).toBe(0)
  await open()
  await page.getByText('Unbreakable').first().waitFor()
  expect(await overflow()).toBe(0)
  expect(await stored(card.id)).toHaveLength(1)
})

test.each([
  ['a script', true],
  ['no script', false],
])('a failing connection says what waits, what was sent and what came back, with %s', async (_, javaScriptEnabled) => {
  await using owner = await anOwner({ javaScriptEnabled })
  const { page, card, open } = owner
  const contact = await aContact(app.deps, card.id, { name: 'Tobias', lastName: 'Wren', viewed: true })
  const connectionId = randomUUID()
  const insert = (text: string, ...values: string[]) => app.deps.pool.query(text, [card.id, ...values])
  await insert(
    `insert into connection (subject_id, id, created_at, preset, name, url, types, is_full, secret, secret_at, secret_end, failing_since)
     values ($1, $2, now(), 'n8n', 'Leads', 'https://hooks.example/lead', '{contact.created}', true, '', now(), 'abcd', now())`,
    connectionId,
  )
  const addDelivery = async (contactId: string, fullName: string) => {
    const eventId = newId(Date.now())
    const data = JSON.stringify({ card: { alias: card.alias }, contact: { id: contactId, fullName, source: 'form' } })
    await insert(
      `insert into event (subject_id, id, type, at, contact_id, data) values ($1, $2, 'contact.created', now(), $3, $4)`,
      eventId,
      contactId,
      data,
    )
    await insert(
      `insert into delivery (subject_id, connection_id, event_id, is_full, attempts, tried_at, next_at, status, took_ms, answer)
       values ($1, $2, $3, true, 3, now(), now() + interval '1 hour', 503, 12, 'The workflow is paused.')`,
      connectionId,
      eventId,
    )
  }
  await addDelivery(contact.id, 'Tobias Wren')

  await open()
  await page.getByText('Failing', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Leads', exact: true }).click()
  await page.getByText(/hooks.example has answered 503 since/).waitFor()
  await page.getByText('1 delivery is waiting; nothing is lost.').waitFor()
  await page.getByText('503, try 3 of 10').waitFor()
  if (javaScriptEnabled) {
    await page.mouse.move(0, 0)
    await addDelivery(randomUUID(), 'Amara Field')
    // The open page finds it by itself.
    await page.locator('.delivery.arrived', { hasText: 'Amara Field' }).waitFor()
  }
  await page.getByRole('link', { name: 'Show details: Tobias Wren' }).click()
  await page.getByText('"fullName": "Tobias Wren"').waitFor()
  await page.getByText('The workflow is paused.').waitFor()
  expect(javaScriptEnabled ? await findAccessibilityIssues(page) : []).toEqual([])
  await page.getByRole('link', { name: 'Sent, 0' }).click()
  await page.getByText('Nothing here yet').waitFor()

  await open(`?contact=${contact.id}`, 'myContacts')
  await page.getByText('Waiting for Leads').waitFor()
  await page.getByRole('button', { name: 'Try now' }).waitFor()
})

test('twenty API keys fit a screen 320 px wide, and show which end soon or ended', async () => {
  await using owner = await anOwner({ viewport: { width: 320, height: 700 } })
  const { page, card, open } = owner
  for (let at = 0; at < accessKeysMax; at++) {
    const input = { alias: card.alias, name: `${at} ${'Unbreakable'.repeat(6)}`, scopes: [...scopes], expiresAt: null }
    await owner.owner.call('accessKeys.create', { input })
  }
  const expire = (name: string, days: number) =>
    app.deps.pool.query(`update access_key set expires_at = now() + $3 * interval '1 day' where subject_id = $1 and name like $2`, [
      card.id,
      `${name} %`,
      days,
    ])
  await expire('3', 5.5)
  await expire('4', -1)
  await expire('5', 40)
  await open()
  await page.getByText('In 6 days').waitFor()
  await page.getByText(/^Expired /).waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'Unbreakable' }).count()).toBe(accessKeysMax)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(await findAccessibilityIssues(page)).toEqual([])
  await page.getByRole('link', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('One more')
  await dialog.getByRole('checkbox', { name: 'Read contacts' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('A card has at most 20 API keys. Revoke one first.').waitFor()
})

test('creating an API key asks for the login again when it is not recent', async () => {
  await using owner = await anOwner()
  const { page, open } = owner
  await app.deps.pool.query(`update session set signed_in_at = signed_in_at - interval '1 hour' where id = $1`, [owner.owner.sessionId])
  await open()
  await page.getByRole('link', { name: 'Create key' }).click()
  await page.getByText('To protect your contacts, log in again to create an API key.').waitFor()
  expect(new URL(page.url()).searchParams.get('returnUrl')).toBe(ownerHref(owner.card.alias, 'connections') + '?dialog=createKey')
})

test('a failing connection shows on every owner page and on Home', async () => {
  await using owner = await anOwner({ viewport: { width: 1280, height: 800 } })
  const { page, card, open } = owner
  await app.deps.pool.query(
    `insert into connection (subject_id, id, created_at, preset, name, url, types, is_full, secret, secret_at, secret_end, failing_since)
     values ($1, $2, now(), 'n8n', 'Leads', 'https://hooks.example/lead', '{contact.created}', true, '', now(), 'abcd', now())`,
    [card.id, randomUUID()],
  )
  await open('', 'myContacts')
  await page.getByRole('link', { name: 'Connections 1 connection failing' }).waitFor()
  await page.goto(new URL('/account', page.url()).href)
  await page.getByRole('link', { name: 'Connections 1 connection failing' }).waitFor()
  await page.getByRole('link', { name: 'Check connection: Leads isn’t receiving anything' }).click()
  await page.getByRole('heading', { name: 'Leads', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe(ownerHref(card.alias, 'connections'))
})
