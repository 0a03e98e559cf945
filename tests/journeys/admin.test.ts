import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor } from '../harness/visitor.ts'
import { anAdmin } from './admin-steps.ts'

const site = await siteApp()

describe('the admin', () => {
  test('ACCOUNT-5 without scripts a card is found, taken down with a reason, and audited', async () => {
    const { id, alias } = await aCard(site.deps, { fullName: 'Ottoline Quist' })
    await signedIn(site, id)
    await using admin = await anAdmin({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor, owner } = admin
    await visitor.open('/account')
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('link', { name: 'Cards', exact: true }).click()
    await visitor.open('/admin/cards?page=150')
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('searchbox').fill(alias.slice(0, -1))
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('link', { name: /^Ottoline Quist/ }).click()
    await page.getByRole('link', { name: 'Take this card down' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take down Ottoline Quist’s card?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Take this card down' }).click()
    await dialog.getByLabel('Reason').selectOption('Another reason, in your own words')
    await dialog.getByRole('button', { name: 'Take this card down' }).click()
    await dialog.getByText('Describe the reason.').waitFor()
    await dialog.getByLabel('Reason').selectOption('Someone else’s name or picture')
    await dialog.getByText('Ottoline Quist will read this in the email.').waitFor()
    await dialog.getByLabel('Message to Ottoline Quist').fill('Reported as a copy')
    await dialog.getByRole('button', { name: 'Take this card down' }).click()
    await page.getByRole('status').getByText('Ottoline Quist’s card is down.').waitFor()
    await page.getByText('Taken down: Someone else’s name or picture. Reported as a copy').waitFor()
    await page.goto(`/${alias}`)
    await page.waitForURL(`**/${alias}/card-disabled`)

    await visitor.open(`/admin/cards/${alias}?done=cardDown`)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('status').getByText('Ottoline Quist’s card is restored.').waitFor()
    expect(await visitor.open(`/${alias}`)).toBe(200)

    await visitor.open('/admin/audit')
    await page.getByRole('searchbox').fill(alias)
    await page.getByRole('button', { name: 'Find' }).click()
    const line = page.getByRole('listitem').filter({ hasText: 'Took a card down' })
    await line.getByText(/Someone else’s name or picture.*Reported as a copy/).waitFor()
    expect(await line.getByText(owner.email).count()).toBe(1)
  })

  test('others have no access', async () => {
    await using stranger = await aVisitor()
    for (const path of [
      '/admin',
      '/admin/cards',
      '/admin/audit',
      '/admin/webhooks',
      '/admin/deliveries',
      '/admin/backups',
      '/admin/setup',
      '/admin/no-such-page',
      '/operator',
      '/operator/cards',
    ]) {
      expect(await stranger.open(path), path).toBe(404)
      await stranger.page.getByRole('heading', { name: 'Card not found' }).waitFor()
    }
  })
})
