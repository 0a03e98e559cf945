import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { findOrCreateAccount } from '#server/accounts/account-store.ts'
import { makeClaimCode } from '#server/cards/claims/make-claim-code.ts'
import { newId } from '#server/database/new-id.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn, signedInAs } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { readOutbox } from '../harness/outbox.ts'

const app = await siteApp()

type Visitor = Awaited<ReturnType<typeof aVisitor>>
const pathOf = ({ page }: Visitor) => new URL(page.url()).pathname
const aName = () => `w${newId().replaceAll('-', '').slice(-12)}`

/** An account without a card, in their browser. */
async function registerAccount(visitor: Visitor, name: string) {
  const email = `${aName()}@example.com`
  await findOrCreateAccount(app.deps.db, { id: newId(), email, name, language: '', now: new Date() })
  const owner = await signedInAs(app, email)
  await visitor.setSession(owner.cookie)
  return owner
}

/** The link in the mail to an address. */
async function linkTo(email: string) {
  const read = async () => {
    const mail = (await readOutbox(theSite().dataDir)).find((text) => text.includes(email))
    if (!mail) throw new Error('no mail yet')
    return /\/account\/password\?[\w=&-]*token=[\w-]+/.exec(mail)?.[0] ?? ''
  }
  return vi.waitFor(read, { timeout: 15_000, interval: 200 })
}

/** A photo as from a camera, mostly green. */
async function aPhoto() {
  const green = { width: 900, height: 600, channels: 3, background: '#1d6c54' } as const
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await sharp({ create: green }).jpeg().toBuffer() }
}

/** Signs up until there is a card, and counts what a person does. */
async function signUp(visitor: Visitor, title: string) {
  const { page } = visitor
  const [name, email] = [`Ida ${title} Berg`, `${aName()}@example.com`]
  const done = { clicks: 0, letters: 0 }
  const clickButton = async (button: string) => {
    done.clicks++
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  const type = async (label: string, words: string) => {
    done.letters += words.length
    await page.getByLabel(label, { exact: true }).fill(words)
  }
  await visitor.open('/account/sign-up')
  await type('Your name', name)
  await type('Email', email)
  await clickButton('Send me the link')
  await page.getByText(`If ${email} can be used here`).waitFor()
  await visitor.open(await linkTo(email))
  await type('New password', 'Open-Sesame-1')
  await clickButton('Save and log in')

  await page.getByRole('heading', { name: 'Choose your card’s address' }).waitFor()
  const alias = await page.getByLabel('Card address', { exact: true }).inputValue()
  await clickButton('Continue')
  await page.getByRole('heading', { name: 'Tell us about you' }).waitFor()
  expect(await page.getByLabel('Your name', { exact: true }).inputValue()).toBe(name)
  expect(await page.getByLabel('Email on the card').inputValue()).toBe(email)
  await type('Job title', 'Bookbinder')
  await clickButton('Create my card')
  await page.waitForURL(`**/account/new/${alias}/photo`)
  return { alias, name, done, clickButton, type }
}

describe('a new card', () => {
  test('ACCOUNT-1 sign-up, email and a published card that a visitor opens, on a phone', { timeout: 90_000 }, async () => {
    await using visitor = await aVisitor()
    const { page } = visitor
    const { alias, name, done, clickButton, type } = await signUp(visitor, aName())
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
    await type('Your links', 'instagram.com/ida www.linkedin.com/in/ida bergbinds.example')
    // Input before hydration is not read.
    await vi.waitFor(
      async () => {
        await page.getByLabel('Your links').press('Enter')
        await page.getByLabel('Type of link: https://bergbinds.example/').waitFor({ timeout: 1000 })
      },
      { timeout: 20_000 },
    )
    expect(await findAccessibilityIssues(page)).toEqual([])
    await clickButton('Finish')
    await page.getByRole('heading', { name: 'Your card is live' }).waitFor()
    expect(pathOf(visitor)).toBe(`/account/new/${alias}/done`)
    expect(await findAccessibilityIssues(page)).toEqual([])
    // Two minutes are generous: a slow typist writes three letters a second.
    expect(done.clicks).toBeLessThan(10)
    expect(done.letters).toBeLessThan(200)

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

  test('ACCOUNT-1 works without scripts', { timeout: 60_000 }, async () => {
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { alias, name } = await signUp(visitor, aName())
    await using stranger = await aVisitor({ javaScriptEnabled: false })
    expect(await stranger.open(`/${alias}/home`)).toBe(200)
    expect(await stranger.page.getByRole('heading', { level: 1 }).innerText()).toContain(name.split(' ')[1])
  })

  test('AUTH-8 reports a taken address while typing, with free suggestions', async () => {
    const taken = await aCard(app.deps)
    await using visitor = await aVisitor()
    await registerAccount(visitor, 'Ida Berg')
    const { page } = visitor
    await visitor.open('/account/new')
    await page.getByText('is available.').first().waitFor()
    await expect
      .poll(
        async () => {
          // Before hydration nothing is checked.
          await page.getByLabel('Card address').fill('')
          await page.getByLabel('Card address').fill(taken.alias)
          return page.getByText('That address is taken.').first().isVisible()
        },
        { timeout: 20_000, interval: 1000 },
      )
      .toBe(true)
    await page.getByRole('group', { name: 'Available alternatives' }).getByRole('button').first().click()
    await page.getByText('is available.').first().waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
  })

  test('ACCOUNT-1 keeps its input over a reload, and a double click creates one card', async () => {
    await using visitor = await aVisitor()
    const owner = await registerAccount(visitor, `Ida ${aName()}`)
    const { page } = visitor
    await visitor.open('/account/new')
    await page.getByRole('button', { name: 'Continue' }).click()
    await vi.waitFor(
      async () => {
        await page.getByLabel('Company').fill('')
        await page.getByLabel('Company').fill('Berg & Daughters')
        expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain('Daughters')
      },
      { timeout: 20_000, interval: 500 },
    )
    await page.reload()
    await expect
      .poll(
        () =>
          page
            .getByLabel('Company')
            .inputValue()
            .catch(() => ''),
        { timeout: 10_000 },
      )
      .toBe('Berg & Daughters')
    // The next account on this device sees nothing of it.
    await registerAccount(visitor, 'Otto Next')
    await visitor.open('/account/new')
    await hydrate(page)
    expect([await page.getByLabel('Card address').count(), await page.getByLabel('Company').count()]).toEqual([1, 0])
    await visitor.setSession(owner.cookie)
    await visitor.open('/account/new')
    await page.getByLabel('Company').waitFor()
    await page.getByRole('button', { name: 'Create my card' }).dblclick()
    await page.waitForURL('**/photo')
    expect(await owner.call('cards.own')).toHaveLength(1)
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage)), { timeout: 10_000 }).not.toContain('Daughters')

    // Nor does an account that logs out leave an unfinished card behind.
    await visitor.open('/account')
    await hydrate(page)
    await page.evaluate(() => localStorage.setItem('carte:new-card:half', '{}'))
    await page.getByRole('button', { name: 'Account menu' }).filter({ visible: true }).click()
    await page
      .getByRole('dialog', { name: 'Account menu' })
      .getByRole('link', { name: /^Log ?out$/i })
      .click()
    await page.waitForURL((url) => url.pathname !== '/account')
    expect(await page.evaluate(() => localStorage.getItem('carte:new-card:half'))).toBeNull()
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
    expect(await page.getByLabel('Code', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Claim this card' }).click()
    await page.getByRole('heading', { name: 'Your card is live' }).waitFor()
    expect(await visitor.open(`/${card.alias}/home`)).toBe(200)
  })

  test('ACCESS-2 a disabled card is activated by a claim, or by its owner in the editor', async () => {
    const card = await aCard(app.deps, { eCardEnabled: false })
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    const activate = async () => {
      await visitor.open(`/${card.alias}/home`)
      await page.getByRole('link', { name: /^Activate/ }).click()
      return new URL(page.url()).pathname
    }
    expect(await activate()).toBe(`/account/claim/${card.alias}`)
    await page.getByRole('heading', { name: 'Is this your card?' }).waitFor()

    const owner = await signedIn(app, card.id)
    expect(await activate()).toBe(`/account/claim/${card.alias}`)
    const login = await page.getByRole('main').getByRole('link', { name: 'Log in' }).getAttribute('href')
    expect(login).toBe(`/account/login?${new URLSearchParams({ returnUrl: `/account/claim/${card.alias}` })}`)
    await visitor.setSession(owner.cookie)
    expect(await activate()).toBe(`/account/edit/${card.alias}/card`)
  })

  test('AUTH-8 with an owner looks like an unknown address', async () => {
    const [card, free, own] = [await aCard(app.deps), await aCard(app.deps), await aCard(app.deps)]
    await signedIn(app, card.id)
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const claimPage = async (alias: string) => {
      const status = await visitor.open(`/account/claim/${alias}`)
      return [status, await visitor.page.title(), await visitor.page.getByRole('main').innerText()]
    }
    const loggedOut = await claimPage(card.alias)
    expect(loggedOut).toEqual([200, expect.stringContaining('Is this your card?'), expect.stringContaining('Log in')])
    expect([await claimPage('an-alias-without-a-card'), await claimPage(free.alias)]).toEqual([loggedOut, loggedOut])

    await visitor.setSession((await signedIn(app, own.id)).cookie)
    const loggedIn = await claimPage(card.alias)
    expect(loggedIn).toEqual([404, expect.stringContaining('Nothing to claim'), expect.any(String)])
    expect(await claimPage('an-alias-without-a-card')).toEqual(loggedIn)
  })
})
