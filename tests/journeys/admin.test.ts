import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
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

  test('a dialog moves and returns focus, and deletes only after the address is typed', async () => {
    const { alias } = await aCard(site.deps, { fullName: 'Wilhelmina Voss' })
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open(`/admin/cards/${alias}`)
    const opener = page.getByRole('link', { name: 'Delete this card' })
    await hydrate(page)
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete Wilhelmina Voss’s card?' })
    await dialog.and(page.locator(':modal')).waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForURL(`**/admin/cards/${alias}`)
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Reason').fill('Asked for')
    expect(await dialog.getByRole('button', { name: 'Delete this card' }).isDisabled()).toBe(true)
    await dialog.getByLabel(`Type ${alias} to confirm`).fill(alias)
    await dialog.getByRole('button', { name: 'Delete this card' }).click()
    await page.getByRole('status').getByText(`/${alias} is deleted.`).waitFor()
    expect(await visitor.open(`/admin/cards/${alias}`)).toBe(404)
  })

  test('permissions are filtered while typing, and unsaved choices stay', async () => {
    const { alias } = await aCard(site.deps, { plan: 'FREE' })
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open(`/admin/cards/${alias}/permissions?show=all&q=custom`)
    await hydrate(page)
    await page.getByRole('group', { name: 'Custom reviews' }).getByRole('radio', { name: 'Always' }).check({ force: true })
    const search = page.getByRole('searchbox', { name: 'Find a permission' })
    await search.fill('qrcode')
    await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual([expect.stringContaining('QR code')])
    await search.fill('zzz')
    await page.getByText('No permission here matches “zzz”.').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    expect(await page.getByRole('group', { name: 'Custom reviews' }).getByRole('radio', { name: 'Always' }).isChecked()).toBe(true)
    await search.fill('qrcode')
    await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual([expect.stringContaining('QR code')])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('status')
      .getByText(/’s permissions are saved\.$/)
      .waitFor()
    await page.getByRole('link', { name: 'Changed here (1)' }).waitFor()
  })

  test('ACCOUNT-5 a spreadsheet is checked row by row and imported without a reload', async () => {
    const prefix = `import-${randomBytes(4).toString('hex')}`
    await using admin = await anAdmin({ on: 'desktop' })
    const { page, visitor } = admin
    await visitor.open('/admin/imports')
    await hydrate(page)
    const table = `alias;fullName;plan\n${prefix}-1;Anna;PRO\n${prefix}-2;"broken;GOLD\n${prefix}-3;Ella;FREE\n`
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'agents.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: 'Import 2 cards' }).waitFor()
    await page.getByText('Line 3').waitFor()
    await page.getByRole('button', { name: 'Import 2 cards' }).click()
    await page.getByText('2 cards created').waitFor()
    expect(await visitor.open(`/${prefix}-3`)).toBe(200)
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
