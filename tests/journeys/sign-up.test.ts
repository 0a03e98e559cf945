import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeClaimCode } from '#server/cards/claims/make-claim-code.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { aName, registerAccount, signUp } from './sign-up-steps.ts'

const app = await siteApp()

type Visitor = Awaited<ReturnType<typeof aVisitor>>

const pathOf = ({ page }: Visitor) => new URL(page.url()).pathname

/** A photo as from a camera, mostly green. */
async function aPhoto() {
  const green = { width: 900, height: 600, channels: 3, background: '#1d6c54' } as const
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await sharp({ create: green }).jpeg().toBuffer() }
}

describe('a new card', () => {
  test('ACCOUNT-1 sign-up, email and a published card that a visitor opens, on a phone', async () => {
    await using visitor = await aVisitor()
    const { page } = visitor
    const { alias, name, done, clickButton, type } = await signUp(visitor, aName())
    await expect.poll(() => page.title()).toBe('Photo | New card | Carte')
    const photo = page.getByRole('group', { name: 'Photo' })
    await photo
      .getByLabel('Choose an image: Photo')
      .and(page.locator(':enabled'))
      .setInputFiles(await aPhoto())
    await clickButton('Use this')
    await photo.getByRole('img', { name: 'Current Photo' }).waitFor()
    await clickButton('Continue')
    await page.waitForURL('**/look?*')
    const fromPhoto = page.getByRole('group', { name: 'From your photos' })
    await fromPhoto.getByRole('radio', { name: 'Light', checked: true }).waitFor({ state: 'attached' })
    await fromPhoto.getByText('Dark', { exact: true }).click()
    await clickButton('Continue')
    await page.waitForURL('**/links')
    await hydrate(page)
    await type('Your links', 'instagram.com/ida www.linkedin.com/in/ida bergbinds.example')
    await page.getByLabel('Your links').press('Enter')
    await page.getByLabel('Type of link: https://bergbinds.example/').waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await clickButton('Finish')
    await page.getByRole('heading', { name: 'Your card is live' }).waitFor()
    expect(pathOf(visitor)).toBe(`/account/new/${alias}/done`)
    expect(await findAccessibilityIssues(page)).toEqual([])
    // Two minutes are generous: a slow typist writes three letters a second.
    expect(done.clicks).toBeLessThan(10)
    expect(done.letters).toBeLessThan(200)

    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.getByRole('link', { name: /^Print/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Print' }).waitFor()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

    await using stranger = await aVisitor()
    expect(await stranger.open(`/${alias}/home`)).toBe(200)
    await stranger.page.getByRole('heading', { level: 1, name }).waitFor()
    const claimPage = await stranger.page.request.get(`/api/public/client-image/${alias}/ProfileImage/latest`, {
      headers: { accept: 'image/webp' },
    })
    expect(claimPage.headers()['content-type']).toBe('image/webp')
    expect(
      await stranger.page
        .getByRole('link', { name: /Instagram/ })
        .first()
        .getAttribute('href'),
    ).toBe('https://instagram.com/ida')
  })
})

describe('a card without an owner', () => {
  test('AUTH-8 is claimed with a code, after logging in', async () => {
    const card = await aCard(app.deps, { plan: 'FREE', eCardEnabled: false, fullName: 'Nils Wren' })
    const { code } = await makeClaimCode(app.deps, card.alias, 'operator')
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    await visitor.open(`/account/claim/${card.alias}`)
    const back = await page.getByRole('link', { name: 'Create an account' }).getAttribute('href')
    expect(back).toBe(`/account/sign-up?returnUrl=${encodeURIComponent(`/account/claim/${card.alias}`)}`)
    await registerAccount(visitor, 'Nils Wren')
    await visitor.open(`/account/claim/${card.alias}`)
    await page.getByLabel('Code', { exact: true }).fill('WRNG-CODE')
    await page.getByRole('button', { name: 'Claim this card' }).click()
    await expect.poll(() => page.getByLabel('Code', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Claim this card' }).click()
    await page.getByRole('heading', { name: 'Your card is live' }).waitFor()
    expect(await visitor.open(`/${card.alias}/home`)).toBe(200)
  })
})
