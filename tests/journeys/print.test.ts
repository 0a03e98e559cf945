import { describe, expect, test } from 'vitest'
import { ownerHref, sideHref } from '#contract/pages.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { hydrate } from '../harness/visitor.ts'
import { anOwner, pagesOf, preview } from './print-steps.ts'

const app = await siteApp()

describe('the print page', () => {
  test('PRINT-1 opens from the menu; what was chosen survives a reload', async () => {
    await using owner = await anOwner()
    const { page, card } = owner
    await owner.open(ownerHref(card.alias, 'myAccount'))
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Print' }).click()
    await page.getByRole('heading', { level: 1, name: 'Print' }).waitFor()
    await hydrate(page)
    await page.getByRole('textbox', { name: /Line above the name/ }).fill('Scan me, I am open on Saturdays.')
    await page.getByRole('checkbox', { name: 'Email' }).check()
    await expect.poll(() => preview(owner).getAttribute('aria-label')).toContain('Scan me, I am open on Saturdays. Ada Winter')
    await page.getByText('32 of 60').waitFor()
    await page.reload()
    await expect
      .poll(() => preview(owner).getAttribute('aria-label'))
      .toMatch(/^Table tent: Scan me.*ada@example\.com.*The code opens .*\/card-/)

    await page.getByRole('radio', { name: /Sticker/ }).check()
    await page.reload()
    await expect.poll(() => page.getByRole('radio', { name: /Sticker/ }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox').count()).toBe(0)

    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'My account' }).click()
    await page.getByRole('heading', { level: 1, name: 'My Account' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  })

  test('PRINT-2 without a script, the table tent is there to print', async () => {
    await using owner = await anOwner({ javaScriptEnabled: false })
    await owner.open(ownerHref(owner.card.alias, 'print'))
    await owner.page.getByText('Without JavaScript, your browser’s Print prints the table tent.').waitFor()
    expect(await pagesOf(owner)).toEqual([[612, 792]])
  })

  test('PRINT-1 waits until a card that is off is on; another owner’s card looks unknown', async () => {
    await using owner = await anOwner({ card: { eCardEnabled: false } })
    const { page, card } = owner
    await owner.open(ownerHref(card.alias, 'print'))
    expect(new URL(page.url()).pathname).toBe(`/account/edit/${card.alias}/settings`)
    const other = await aCard(app.deps)
    for (const { alias } of [other, { alias: 'maren' }]) {
      await owner.open(ownerHref(alias, 'print'))
      expect(new URL(page.url()).pathname).toBe(sideHref(alias, 'login'))
    }
  })
})
