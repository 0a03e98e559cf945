import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { putAccount } from '#server/accounts/account-store.ts'
import { makeClaimCode } from '#server/cards/claims/make-claim-code.ts'
import { newId } from '#server/database/new-id.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn, signedInAs } from '../harness/signed-in.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, awaken } from '../harness/visitor.ts'

const house = await behindTheSite()

type Visitor = Awaited<ReturnType<typeof aVisitor>>
const pathOf = ({ page }: Visitor) => new URL(page.url()).pathname
const aName = () => `w${newId().replaceAll('-', '').slice(-12)}`

/** Somebody with an account and no card, in their browser. */
async function somebody(visitor: Visitor, name: string) {
  const email = `${aName()}@example.com`
  await putAccount(house.needs.db, { id: newId(), email, name, language: '', now: new Date() })
  const owner = await signedInAs(house, email)
  await visitor.wear(owner.cookie)
  return owner
}

/** Where the mail to an address leads. */
async function linkTo(email: string) {
  const folder = join(theSite().dataDir, 'outbox')
  const read = async () => {
    for (const file of (await readdir(folder).catch(() => [])).toSorted().toReversed()) {
      const text = (await readFile(join(folder, file), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=')
      if (text.includes(email)) return /\/account\/password\?[\w=&-]*token=[\w-]+/.exec(text)?.[0] ?? ''
    }
    throw new Error('no mail yet')
  }
  return vi.waitFor(read, { timeout: 15_000, interval: 200 })
}

/** A camera's picture, mostly green. */
async function aPhoto() {
  const green = { width: 900, height: 600, channels: 3, background: '#1d6c54' } as const
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await sharp({ create: green }).jpeg().toBuffer() }
}

/** From nothing to a card, counting what a person does. */
async function signUp(visitor: Visitor, title: string) {
  const { page } = visitor
  const [name, email] = [`Ida ${title} Berg`, `${aName()}@example.com`]
  const done = { presses: 0, letters: 0 }
  const press = async (button: string) => {
    done.presses++
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  const type = async (label: string, words: string) => {
    done.letters += words.length
    await page.getByLabel(label, { exact: true }).fill(words)
  }
  await visitor.open('/account/sign-up')
  await type('Your name', name)
  await type('Email', email)
  await press('Send me the link')
  await page.getByText(`If ${email} can be used here`).waitFor()
  await visitor.open(await linkTo(email))
  await type('New password', 'Open-Sesame-1')
  await press('Save and log in')

  await page.getByRole('heading', { name: 'Choose your card’s address' }).waitFor()
  const alias = await page.getByLabel('Your address', { exact: true }).inputValue()
  await press('Continue')
  await page.getByRole('heading', { name: 'Tell us about you' }).waitFor()
  expect(await page.getByLabel('Your name', { exact: true }).inputValue()).toBe(name)
  expect(await page.getByLabel('Email on the card').inputValue()).toBe(email)
  await type('Job title', 'Bookbinder')
  await press('Create my card')
  await page.waitForURL(`**/account/new/${alias}/photo`)
  return { alias, name, done, press, type }
}

describe('a new card', () => {
  test(
    'ACCOUNT-1 from the sign-up page through the mail to a live card that a visitor opens, on a phone',
    { timeout: 90_000 },
    async () => {
      await using visitor = await aVisitor()
      const { page } = visitor
      const { alias, name, done, press, type } = await signUp(visitor, aName())
      const photo = page.getByRole('group', { name: 'Photo' })
      await photo
        .getByLabel('Choose an image: Photo')
        .and(page.locator(':enabled'))
        .setInputFiles(await aPhoto())
      await press('Use this')
      await photo.getByRole('img', { name: 'Current Photo' }).waitFor()
      await press('Continue')
      await page.waitForURL('**/look?*')
      const fromPhoto = page.getByRole('group', { name: 'From your photos' })
      await fromPhoto.getByRole('radio', { name: 'Light', checked: true }).waitFor({ state: 'attached' })
      await fromPhoto.getByText('Dark', { exact: true }).click()
      await press('Continue')
      await page.waitForURL('**/links')
      await type('Your links', 'instagram.com/ida www.linkedin.com/in/ida bergbinds.example')
      // Until the page is awake nothing is read.
      await vi.waitFor(
        async () => {
          await page.getByLabel('Your links').press('Enter')
          await page.getByLabel('Type of link: https://bergbinds.example/').waitFor({ timeout: 1000 })
        },
        { timeout: 20_000 },
      )
      expect(await findBarriers(page)).toEqual([])
      await press('Finish')
      await page.getByRole('heading', { name: 'Your card is live' }).waitFor()
      expect(pathOf(visitor)).toBe(`/account/new/${alias}/done`)
      expect(await findBarriers(page)).toEqual([])
      // Two minutes are long for that: a slow typist writes three letters a second.
      expect(done.presses).toBeLessThan(10)
      expect(done.letters).toBeLessThan(200)

      await using stranger = await aVisitor()
      expect(await stranger.open(`/${alias}/home`)).toBe(200)
      await stranger.page.getByRole('heading', { level: 1, name }).waitFor()
      const seen = await stranger.page.request.get(`/api/public/client-image/${alias}/ProfileImage/latest`, {
        headers: { accept: 'image/webp' },
      })
      expect(seen.headers()['content-type']).toBe('image/webp')
      expect(
        await stranger.page
          .getByRole('link', { name: /Instagram/ })
          .first()
          .getAttribute('href'),
      ).toBe('https://instagram.com/ida')
    },
  )

  test('ACCOUNT-1 works without a script', { timeout: 60_000 }, async () => {
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { alias, name } = await signUp(visitor, aName())
    await using stranger = await aVisitor({ javaScriptEnabled: false })
    expect(await stranger.open(`/${alias}/home`)).toBe(200)
    expect(await stranger.page.getByRole('heading', { level: 1 }).innerText()).toContain(name.split(' ')[1])
  })

  test('AUTH-8 a taken address is told while one types, with others that are free', async () => {
    const taken = await aCard(house.needs)
    await using visitor = await aVisitor()
    await somebody(visitor, 'Ida Berg')
    const { page } = visitor
    await visitor.open('/account/new')
    await page.getByText('is available.').first().waitFor()
    await expect
      .poll(
        async () => {
          // Until the page is awake nothing is asked.
          await page.getByLabel('Your address').fill('')
          await page.getByLabel('Your address').fill(taken.alias)
          return page.getByText('That address is taken.').first().isVisible()
        },
        { timeout: 20_000, interval: 1000 },
      )
      .toBe(true)
    await page.getByRole('group', { name: 'Available alternatives' }).getByRole('button').first().click()
    await page.getByText('is available.').first().waitFor()
    expect(await findBarriers(page)).toEqual([])
  })

  test('ACCOUNT-1 what was typed is still there after a reload, and pressing twice makes one card', async () => {
    await using visitor = await aVisitor()
    const owner = await somebody(visitor, `Ida ${aName()}`)
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
    await somebody(visitor, 'Otto Next')
    await visitor.open('/account/new')
    await awaken(page)
    expect([await page.getByLabel('Your address').count(), await page.getByLabel('Company').count()]).toEqual([1, 0])
    await visitor.wear(owner.cookie)
    await visitor.open('/account/new')
    await page.getByLabel('Company').waitFor()
    await page.getByRole('button', { name: 'Create my card' }).dblclick()
    await page.waitForURL('**/photo')
    expect(await owner.call('cards.own')).toHaveLength(1)
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage)), { timeout: 10_000 }).not.toContain('Daughters')

    // Nor does one who logs out leave a half-made card behind.
    await visitor.open('/account')
    await awaken(page)
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
    const card = await aCard(house.needs, { plan: 'FREE', eCardEnabled: false, fullName: 'Nils Wren' })
    const { code } = await makeClaimCode(house.needs, card.alias, 'operator')
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    await visitor.open(`/account/claim/${card.alias}`)
    const back = await page.getByRole('link', { name: 'Create an account' }).getAttribute('href')
    expect(back).toBe(`/account/sign-up?returnUrl=${encodeURIComponent(`/account/claim/${card.alias}`)}`)
    await somebody(visitor, 'Nils Wren')
    await visitor.open(`/account/claim/${card.alias}`)
    await page.getByLabel('Code', { exact: true }).fill('WRNG-CODE')
    await page.getByRole('button', { name: 'Claim this card' }).click()
    expect(await page.getByLabel('Code', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Claim this card' }).click()
    await page.getByRole('heading', { name: 'Your card is live' }).waitFor()
    expect(await visitor.open(`/${card.alias}/home`)).toBe(200)
  })

  test('ACCESS-2 a card that is off is activated by claiming it, or by its owner in the editor', async () => {
    const card = await aCard(house.needs, { eCardEnabled: false })
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    const activate = async () => {
      await visitor.open(`/${card.alias}/home`)
      await page.getByRole('link', { name: /^Activate/ }).click()
      return new URL(page.url()).pathname
    }
    expect(await activate()).toBe(`/account/claim/${card.alias}`)
    await page.getByRole('heading', { name: 'Is this your card?' }).waitFor()

    const owner = await signedIn(house, card.id)
    expect(await activate()).toBe(`/account/claim/${card.alias}`)
    const login = await page.getByRole('main').getByRole('link', { name: 'Log in' }).getAttribute('href')
    expect(login).toBe(`/account/login?${new URLSearchParams({ returnUrl: `/account/claim/${card.alias}` })}`)
    await visitor.wear(owner.cookie)
    expect(await activate()).toBe(`/account/edit/${card.alias}/card`)
  })

  test('AUTH-8 one that has an owner looks like an address nobody has', async () => {
    const [card, free, own] = [await aCard(house.needs), await aCard(house.needs), await aCard(house.needs)]
    await signedIn(house, card.id)
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const seen = async (alias: string) => {
      const status = await visitor.open(`/account/claim/${alias}`)
      return [status, await visitor.page.title(), await visitor.page.getByRole('main').innerText()]
    }
    const loggedOut = await seen(card.alias)
    expect(loggedOut).toEqual([200, expect.stringContaining('Is this your card?'), expect.stringContaining('Log in')])
    expect([await seen('nobody-lives-here-at-all'), await seen(free.alias)]).toEqual([loggedOut, loggedOut])

    await visitor.wear((await signedIn(house, own.id)).cookie)
    const loggedIn = await seen(card.alias)
    expect(loggedIn).toEqual([404, expect.stringContaining('Nothing to claim'), expect.any(String)])
    expect(await seen('nobody-lives-here-at-all')).toEqual(loggedIn)
  })
})
