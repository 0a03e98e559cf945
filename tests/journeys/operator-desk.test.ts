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

describe('the operator’s desk', () => {
  test('ACCOUNT-5 without a script a card is found, taken down with a reason, and told of in the audit log', async () => {
    const { alias } = await aCard(house.needs, { fullName: 'Ottoline Quist' })
    await using operator = await anOperator({ javaScriptEnabled: false })
    const { page, visitor, owner } = operator
    await visitor.open('/account')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('link', { name: 'Cards', exact: true }).click()
    await page.getByRole('searchbox').fill(alias.slice(0, -1))
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('link', { name: /^Ottoline Quist/ }).click()
    await page.getByText('Take this card down').first().click()
    await page.locator('details[open]').getByLabel('Reason').fill('Reported as a copy')
    await page.getByRole('button', { name: 'Take this card down' }).click()
    await page.getByRole('status').getByText('Done.').waitFor()
    await page.getByText('Taken down: Reported as a copy').waitFor()
    await page.goto(`/${alias}`)
    await page.waitForURL(`**/${alias}/card-disabled`)

    await visitor.open('/operator/audit')
    await page.getByRole('searchbox').fill(alias)
    await page.getByRole('button', { name: 'Find' }).click()
    const line = page.getByRole('listitem').filter({ hasText: 'Took a card down' })
    await line.getByText('Reported as a copy').waitFor()
    expect(await line.getByText(owner.email).count()).toBe(1)
  })

  test.each(['audit', 'cards'])('%s are searched for words that are too long, and whose end is half of a letter', async (place) => {
    await using operator = await anOperator()
    const words = 'a'.repeat(99)
    expect(await operator.visitor.open(`/operator/${place}?q=${words}%F0%9F%91%A9`)).toBe(200)
    expect(await operator.page.getByRole('searchbox').inputValue()).toBe(words)
  })

  test('ACCOUNT-5 a table of cards is checked, told of by line, and imported without reloading the page', async () => {
    const prefix = `desk-${randomBytes(4).toString('hex')}`
    await using operator = await anOperator({ on: 'desktop' })
    const { page, visitor } = operator
    await visitor.open('/operator/imports')
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
    for (const path of ['', '/cards', '/audit', '/no-such-page']) {
      expect(await stranger.open(`/operator${path}`), path).toBe(404)
      await stranger.page.getByRole('heading', { name: 'Card not found' }).waitFor()
    }
  })

  test('keeps nobody out, light and dark, and fits a narrow phone', async () => {
    const { alias } = await aCard(house.needs, { fullName: 'Maximiliana Featherstonehaugh-Cholmondeley' })
    await using operator = await anOperator({ on: 'narrow' })
    const { page, visitor } = operator
    for (const path of ['', '/cards', `/cards/${alias}`, '/imports', '/names', '/jobs', '/outbox', '/audit']) {
      await visitor.open(`/operator${path}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await findBarriers(page), `${path} ${colorScheme}`).toEqual([])
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
    }
  })
})
