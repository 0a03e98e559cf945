import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { accounts } from '#server/accounts/tables.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const house = await behindTheSite()

async function anOperator(wishes: { on?: 'phone' | 'narrow' | 'desktop' } & BrowserContextOptions = {}) {
  const owner = await signedIn(house, (await aCard(house.needs)).id)
  await house.needs.db.update(accounts).set({ isOperator: true }).where(eq(accounts.id, owner.accountId))
  const visitor = await aVisitor(wishes)
  await visitor.wear(owner.cookie)
  return { owner, visitor, page: visitor.page, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

describe('the admin', () => {
  test('ACCOUNT-5 without a script a card is found, taken down with a reason, and told of in the audit log', async () => {
    const { alias } = await aCard(house.needs, { fullName: 'Ottoline Quist' })
    await using operator = await anOperator({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor, owner } = operator
    await visitor.open('/account')
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('link', { name: 'Cards', exact: true }).click()
    await page.getByRole('searchbox').fill(alias.slice(0, -1))
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('link', { name: /^Ottoline Quist/ }).click()
    await page.getByRole('link', { name: 'Take this card down' }).click()
    const dialog = page.getByRole('dialog', { name: 'Take down Ottoline Quist’s card?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Take this card down' }).click()
    await dialog.getByLabel('Reason').fill('Reported as a copy')
    await dialog.getByRole('button', { name: 'Take this card down' }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    await page.getByText('Taken down: Reported as a copy').waitFor()
    await page.goto(`/${alias}`)
    await page.waitForURL(`**/${alias}/card-disabled`)

    await visitor.open('/admin/audit')
    await page.getByRole('searchbox').fill(alias)
    await page.getByRole('button', { name: 'Find' }).click()
    const line = page.getByRole('listitem').filter({ hasText: 'Took a card down' })
    await line.getByText('Reported as a copy').waitFor()
    expect(await line.getByText(owner.email).count()).toBe(1)
  })

  test('a dialog takes the focus, gives it back, and deletes only once the address is typed', async () => {
    const { alias } = await aCard(house.needs, { fullName: 'Wilhelmina Voss' })
    await using operator = await anOperator({ on: 'desktop' })
    const { page, visitor } = operator
    await visitor.open(`/admin/cards/${alias}`)
    const opener = page.getByRole('link', { name: 'Delete this card' })
    await page.waitForLoadState('networkidle')
    await opener.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete Wilhelmina Voss’s card?' })
    await dialog.waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Reason').fill('Asked for')
    expect(await dialog.getByRole('button', { name: 'Delete this card' }).isDisabled()).toBe(true)
    await dialog.getByLabel(`Type ${alias} to confirm`).fill(alias)
    await dialog.getByRole('button', { name: 'Delete this card' }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    expect(await visitor.open(`/admin/cards/${alias}`)).toBe(404)
  })

  test('without a script cards are filtered and sorted by address, and permissions are saved together', async () => {
    const prefix = `tab-${randomBytes(4).toString('hex')}`
    for (const at of [1, 2]) await aCard(house.needs, { alias: `${prefix}-${at}`, plan: 'FREE' })
    await using operator = await anOperator({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor } = operator
    await visitor.open('/admin/cards')
    await page.getByRole('searchbox').fill(prefix)
    await page.getByLabel('Plan').selectOption('free')
    await page.getByRole('button', { name: 'Find' }).click()
    const rows = page.getByRole('rowheader')
    expect(await rows.allInnerTexts()).toEqual([expect.stringContaining(`${prefix}-1`), expect.stringContaining(`${prefix}-2`)])
    expect(await page.getByRole('columnheader', { name: 'Card' }).getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('columnheader', { name: 'Card' }).getByRole('link').click()
    expect(await page.getByRole('columnheader', { name: 'Card' }).getAttribute('aria-sort')).toBe('descending')
    expect(await rows.first().innerText()).toContain(`${prefix}-2`)
    await rows.first().getByRole('link').click()
    await page.getByRole('link', { name: 'Permissions' }).click()
    await page.getByRole('group', { name: 'Own reviews' }).getByRole('radio', { name: 'Always' }).check({ force: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    await page.getByRole('link', { name: 'Changed here, 1' }).click()
    expect(await page.getByRole('row').filter({ hasText: 'CustomReviews' }).getByText('Has it').count()).toBe(1)
  })

  test('without a script what was done on a card is filtered, and cleared again', async () => {
    const { alias } = await aCard(house.needs)
    await using operator = await anOperator({ on: 'desktop', javaScriptEnabled: false })
    const { page, visitor, owner } = operator
    await owner.call('operator.setPlan', { input: { alias, choice: 'PRO' } })
    await owner.call('operator.setRights', { input: { alias, granted: ['Reviews'], revoked: [] } })
    await visitor.open(`/admin/cards/${alias}/activity`)
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Today'])
    const acts = page.getByRole('list', { name: 'Today' }).getByRole('listitem')
    expect(await acts.count()).toBe(2)
    await page.getByLabel('By').selectOption(owner.email)
    await page.getByLabel('About').selectOption('Plan and payments')
    await page.getByLabel('When').selectOption('Last 7 days')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL(/about=plan&days=7/)
    expect(await acts.allInnerTexts()).toEqual([expect.stringContaining('Set a plan')])
    await page.getByLabel('About').selectOption('Login and access')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('heading', { name: 'No activity matches these filters.' }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await acts.nth(1).waitFor()
  })

  test('a permission is found as one types, and what is chosen and not saved stays', async () => {
    const { alias } = await aCard(house.needs, { plan: 'FREE' })
    await using operator = await anOperator({ on: 'desktop' })
    const { page, visitor } = operator
    await visitor.open(`/admin/cards/${alias}/permissions?show=all&q=own`)
    await page.waitForLoadState('networkidle')
    await page.getByRole('group', { name: 'Own reviews' }).getByRole('radio', { name: 'Always' }).check({ force: true })
    const search = page.getByRole('searchbox', { name: 'Find a permission' })
    await search.fill('qrcode')
    expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([expect.stringContaining('QR code')])
    await search.fill('zzz')
    await page.getByText('No permission here matches “zzz”.').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    expect(await page.getByRole('group', { name: 'Own reviews' }).getByRole('radio', { name: 'Always' }).isChecked()).toBe(true)
    await search.fill('qrcode')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    await page.getByRole('link', { name: 'Changed here, 1' }).waitFor()
  })

  test('the old addresses lead on, with their words', async () => {
    await using operator = await anOperator()
    const { page, visitor } = operator
    await visitor.open('/operator/outbox?from=x')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/admin/mail?from=x')
    await visitor.open('/operator')
    expect(new URL(page.url()).pathname).toBe('/admin')
  })

  test.each(['audit', 'cards'])('%s are searched for words that are too long, and whose end is half of a letter', async (place) => {
    await using operator = await anOperator()
    const words = 'a'.repeat(99)
    expect(await operator.visitor.open(`/admin/${place}?q=${words}%F0%9F%91%A9`)).toBe(200)
    expect(await operator.page.getByRole('searchbox').inputValue()).toBe(words)
  })

  test('ACCOUNT-5 a table of cards is checked, told of by line, and imported without reloading the page', async () => {
    const prefix = `desk-${randomBytes(4).toString('hex')}`
    await using operator = await anOperator({ on: 'desktop' })
    const { page, visitor } = operator
    await visitor.open('/admin/imports')
    const table = `alias;fullName;plan\n${prefix}-1;Anna;PRO\n${prefix}-2;"broken;GOLD\n${prefix}-3;Ella;FREE\n`
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'agents.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('button', { name: 'Import 2 cards' }).waitFor()
    await page.getByText('Line 3').waitFor()
    await page.getByRole('button', { name: 'Import 2 cards' }).click()
    await page.getByText('2 cards created').waitFor()
    expect(await visitor.open(`/${prefix}-3`)).toBe(200)
  })

  test('for everybody else none of it is there', async () => {
    await using stranger = await aVisitor()
    for (const path of ['/admin', '/admin/cards', '/admin/audit', '/admin/no-such-page', '/operator', '/operator/cards']) {
      expect(await stranger.open(path), path).toBe(404)
      await stranger.page.getByRole('heading', { name: 'Card not found' }).waitFor()
    }
  })

  test('keeps nobody out, light and dark, and fits a narrow phone', async () => {
    const { alias } = await aCard(house.needs, { fullName: 'Maximiliana Featherstonehaugh-Cholmondeley' })
    await using operator = await anOperator({ on: 'narrow' })
    const { page, visitor } = operator
    for (const path of [
      '',
      '/cards',
      `/cards/${alias}`,
      `/cards/${alias}/plan`,
      `/cards/${alias}/permissions`,
      `/cards/${alias}/activity`,
      `/cards/${alias}?dialog=down`,
      '/billing',
      '/reports',
      '/imports',
      '/reserved-addresses',
      '/blocked-hosts',
      '/jobs',
      '/mail',
      '/audit',
      `/cards/${alias}/activity?about=plan`,
      `/cards/${alias}/permissions?show=all`,
      `/cards/${alias}/plan?dialog=pay`,
    ]) {
      await visitor.open(`/admin${path}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await findBarriers(page), `${path} ${colorScheme}`).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    }
  })
})
