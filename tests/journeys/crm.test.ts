import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownerHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { eventually } from '../harness/eventually.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { aSiteWithCrm } from './crm-steps.ts'

const crm = aSiteWithCrm()

test.each([
  ['a script', true],
  ['no script', false],
])('Follow Up Boss is connected, and gets a contact that it first ignored, with %s', async (_, javaScriptEnabled) => {
  Object.assign(crm.fub, { isArchived: false })
  const card = await aCard(crm.app.deps, { plan: 'PRO' })
  const owner = await signedIn(crm.app, card.id)
  await using visitor = await aVisitor({ on: 'desktop', baseURL: crm.site.url, javaScriptEnabled })
  const { page } = visitor
  // A refused form is answered with 422.
  visitor.allow(/422/)
  await visitor.setSession(owner.cookie)
  const open = async (query = '', of: 'connections' | 'myContacts' = 'connections') => {
    await visitor.open(ownerHref(card.alias, of) + query)
    if (javaScriptEnabled) await hydrate(page)
  }
  const findIssues = async () => (javaScriptEnabled ? findAccessibilityIssues(page) : [])

  await open('?kind=any')
  await page.getByRole('link', { name: 'Follow Up Boss' }).click()
  const key = page.getByLabel('API key')
  await key.fill('fka_of_somebody_else')
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByText('Follow Up Boss refuses this key. Check its permissions, or copy it again.').waitFor()
  expect(await findIssues()).toEqual([])
  await key.fill(crm.fub.key)
  await page.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('heading', { name: 'Follow Up Boss', level: 1 }).waitFor()
  await page.getByText(`••••••••${crm.fub.key.slice(-4)}`).waitFor()
  expect(await page.content()).not.toContain(crm.fub.key)
  expect(await findIssues()).toEqual([])
  await page.getByRole('button', { name: 'Check the key' }).click()
  await page.getByText('The key works.').waitFor()

  crm.fub.isArchived = true
  const contact = { name: 'Tobias', lastName: 'Wren', emailAddress: `tobias-${card.alias}@example.com`, phoneNumber: '', tags: [] }
  const blank = { title: '', companyName: '', address: '', city: '', state: '', zip: '', notes: '' }
  await owner.call('contacts.create', { input: { alias: card.alias, submissionId: randomUUID(), ...blank, ...contact } })
  const connection = async () => (await owner.call('connections.list', { query: { alias: card.alias } }))[0]
  await eventually(async () => expect(await connection()).toMatchObject({ attention: 'source' }))
  await open()
  await page.getByText('Needs you', { exact: true }).waitFor()
  await page.getByText('Accepted, but ignored: source archived').waitFor()
  await page.getByText('Connected', { exact: true }).waitFor()
  expect(await findIssues()).toEqual([])
  await page.getByRole('link', { name: 'Follow Up Boss', exact: true }).first().click()
  await page.getByText('Someone archived the source “Carte”.', { exact: false }).waitFor()
  expect(await findIssues()).toEqual([])

  crm.fub.isArchived = false
  await page.getByRole('button', { name: 'Send 1 again' }).click()
  await eventually(async () => expect(await connection()).toMatchObject({ attention: null, sentCount: 1 }))
  const { results } = await owner.call('contacts.search', {
    params: { page: 1, pageSize: 10, tag: 'none' },
    input: { alias: card.alias, SearchFor: '' },
  })
  await open(`?contact=${results[0]?.id}`, 'myContacts')
  await page.getByText(/^Sent to Follow Up Boss, /).waitFor()
  await page.getByText('Added as a new person').waitFor()
})
