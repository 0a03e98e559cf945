import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { aContact } from '../factories/contacts.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { findLayoutIssues } from '../harness/find-layout-issues.ts'
import { signedInAs } from '../harness/signed-in.ts'
import { siteApp } from '../harness/site-app.ts'
import { aVisitor } from '../harness/visitor.ts'
import { anOwner } from './account-steps.ts'

const app = await siteApp()

describe('ACCOUNT-2 Home', () => {
  test('is about one card and links to every other, without scripts', async () => {
    const long = 'Bartholomew Featherstonehaugh-Cholmondele'
    await using owner = await anOwner('/account', {
      javaScriptEnabled: false,
      cards: [
        { fullName: long, phoneNumber: '' },
        { eCardEnabled: false, fullName: 'Ada Winter', profile: 2 },
      ],
    })
    const { page, cards } = owner
    const [first = '', second = ''] = cards.map(({ alias }) => alias)
    await page.getByRole('heading', { level: 1, name: /, Ada$/ }).waitFor()
    const cardList = page.getByRole('navigation', { name: 'Your cards' })
    expect(await cardList.getByRole('link', { name: long }).getAttribute('aria-current')).toBe('true')
    expect(await page.getByRole('link', { name: 'Add photo: Add a photo' }).getAttribute('href')).toBe(
      `/account/edit/${first}/profile#photo`,
    )
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

    await page.getByRole('button', { name: 'Show QR' }).last().click()
    await page.getByRole('dialog', { name: 'QR code' }).getByRole('img', { name: `A QR code that opens` }).waitFor()
    await page.getByRole('button', { name: 'Close' }).filter({ visible: true }).click()

    await cardList.getByRole('link', { name: /Ada Winter\s+Off/ }).click()
    await page.waitForURL(`**/account?card=${second}`)
    // A team is called by its whole name.
    await page.getByRole('heading', { level: 1, name: /, Ada Winter$/ }).waitFor()
    expect(await page.getByRole('region', { name: 'Your card' }).getByText('Off', { exact: true }).count()).toBe(1)
    expect(await page.getByRole('link', { name: 'Turn it on: Your card is off' }).getAttribute('href')).toBe(
      `/account/edit/${second}/settings`,
    )
    const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
    expect(await shortcuts.getByRole('link', { name: 'Analytics' }).getAttribute('href')).toBe(`/${second}/analytics`)
  })

  test('shows a new contact and links to it', async () => {
    await using owner = await anOwner('/account')
    const { page, cards } = owner
    await aContact(app.deps, cards[0]?.id ?? '', { name: 'Wilhelmina' })
    await page.reload()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page
      .getByRole('main')
      .getByRole('link', { name: /Wilhelmina/ })
      .waitFor()
    await page.getByRole('link', { name: 'Open contacts: 1 new contact' }).click()
    await page.waitForURL(`**/${cards[0]?.alias}/my-contacts`)
  })
})

test.each([1024, 1180])('Home is right in a window %i px wide', async (width) => {
  await using visitor = await aVisitor({ on: 'desktop', viewport: { width, height: 900 } })
  await visitor.setSession((await signedInAs(app, 'maren@example.com')).cookie)
  await visitor.open('/account')
  await visitor.page.getByRole('link', { name: /^Open contacts/ }).waitFor()
  expect(await findLayoutIssues(visitor.page)).toEqual([])
})

describe('PRIVACY the owner’s account', () => {
  test('is downloaded, deleted by typing its name, and restored with one click', async () => {
    await using owner = await anOwner('/account/privacy')
    const { page, cards } = owner
    expect(await findAccessibilityIssues(page)).toEqual([])
    await page.getByText('Emails stored on the server, because it has no mail server').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download everything' }).click()
    expect((await download).suggestedFilename()).toMatch(/^carte-.*\.tar\.gz$/)

    const name = page.getByRole('textbox', { name: /To confirm/ })
    await name.fill('yes')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('alert').filter({ hasText: 'doesn’t match your email' }).waitFor()
    await name.fill(cards[0]?.alias ?? '')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByText(/^Your account will be deleted on/).waitFor()

    await page.goto(new URL('/account', page.url()).href)
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await page.getByText('Welcome back').waitFor()
    expect(await page.getByRole('button', { name: 'Delete my account' }).isVisible()).toBe(true)
  })

  test('requires a new login if the last one is old', async () => {
    await using owner = await anOwner('/account')
    const { page } = owner
    await app.deps.db.execute(sql`update session set signed_in_at = signed_in_at - interval '1 hour' where id = ${owner.owner.sessionId}`)
    await page.goto(new URL('/account/privacy', page.url()).href)
    expect(await page.getByRole('button', { name: 'Delete my account' }).isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Log in again' }).click()
    await page.waitForURL('**/account/login?returnUrl=*')
  })
})
