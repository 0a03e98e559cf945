import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { DraftKey } from '#contract/cards/drafts.ts'
import { aCard } from '../factories/cards.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { findBarriers } from '../harness/find-barriers.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const house = await behindTheSite()

const patient = { timeout: 15_000 }

/** The section is there, and hears what is typed into it. */
const ready = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('.editor-form .group') ?? {}).some((key) => key.startsWith('__reactFiber')))
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Told at the top of the form, or in a passing word. */
const told = (page: Page, text: RegExp) => page.getByText(text).first().waitFor({ state: 'attached' })

/** Somebody in front of their own card, in a section of the editor. */
async function anOwner(section = 'profile', wishes: Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(house.needs)
  const owner = await signedIn(house, card.id)
  const visitor = await aVisitor({ reducedMotion: 'reduce', ...wishes })
  await visitor.wear(owner.cookie)
  const enter = async (name: string, page = visitor.page) => {
    await page.goto(`/account/edit/${card.alias}/${name}`)
    await ready(page)
  }
  await enter(section)
  const drafted = async () => (await owner.call('cards.editor', { params: { alias: card.alias } })).draft.fields
  return {
    ...visitor,
    alias: card.alias,
    enter,
    drafted,
    async drafts(fields: object) {
      await expect.poll(drafted, patient).toEqual(fields)
    },
    cookie: owner.cookie,
    [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose](),
  }
}

const pasted = `<html><head><style>p { color: red }</style></head><body onload="document.title = 'ran'"><!--StartFragment-->
  <p class="MsoNormal" style="color:red" onclick="alert(1)">I sell <b style='mso-bidi-font-weight:normal'>old</b> <span style="display:none">hidden </span>houses.<o:p></o:p></p>
  <script>document.title = 'ran'</script><img src="/nowhere.png" onerror="document.title = 'ran'">
  <ul><li><p><a href="https://example.com/all" onclick="alert(1)">See them</a></p></li><li><a href="javascript:alert(1)">Ring</a></li></ul>
  <!--EndFragment--></body></html>`

/** What everybody is told of a card. */
async function publicly(alias: string): Promise<string> {
  const answer = await house.fetch(new Request(new URL(`/remote/api/public/e-card-by-alias/${alias}`, house.needs.settings.publicUrl)))
  return answer.text()
}

describe('ACCOUNT-2 a card is edited', () => {
  test('what is typed is kept as a draft; visitors see it when it is published, and what is hidden leaves the server no more', async () => {
    await using owner = await anOwner()
    const { page, alias, drafts, enter } = owner
    await field(page, 'Title').fill('Harbour pilot')
    await drafts({ title: 'Harbour pilot' })
    await page.getByRole('link', { name: 'Home page' }).click()
    await page.getByRole('heading', { name: 'What visitors see' }).waitFor()
    await page.getByText('Office phone', { exact: true }).click()
    await drafts({ title: 'Harbour pilot', 'settings.homepage': expect.objectContaining({ ShowOfficePhone: false }) })
    const before = await publicly(alias)
    expect([before.includes('Harbour pilot'), before.includes('(207) 555-0102')]).toEqual([false, true])

    // Another day.
    await enter('profile')
    expect(await field(page, 'Title').inputValue()).toBe('Harbour pilot')
    await page.getByText('2 changes not published yet').waitFor()
    // The answer is on its way while the owner types on.
    const answered = Promise.withResolvers<void>()
    await page.route(
      '**/publish-draft*',
      async (route) => {
        const answer = await route.fetch()
        await answered.promise
        await route.fulfill({ response: answer })
      },
      { times: 1 },
    )
    await button(page, 'Publish').click()
    await button(page, 'Publishing…').waitFor()
    await field(page, 'Title').press('End')
    await field(page, 'Title').pressSequentially(' and mentor')
    answered.resolve()
    await told(page, /^Published\./)
    await drafts({ title: 'Harbour pilot and mentor' })
    expect(await field(page, 'Title').inputValue()).toBe('Harbour pilot and mentor')

    const after = await publicly(alias)
    expect(after.includes('Harbour pilot and mentor')).toBe(false)
    expect([after.includes('Harbour pilot'), after.includes('(207) 555-0102')]).toEqual([true, false])
    await using guest = await aVisitor()
    await guest.open(`/${alias}/home`)
    await guest.page.getByText('Harbour pilot', { exact: true }).first().waitFor()
    await button(page, 'Publish').click()
    await expect.poll(() => button(page, 'Publish').count()).toBe(0)
  })

  test('what is pasted into the story keeps its marks and nothing else; visitors read it so', async () => {
    await using owner = await anOwner()
    const { page, alias, drafts } = owner
    const story = field(page, 'Your bio')
    await story.fill('')
    await story.evaluate((place, html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', html)
      clipboardData.setData('text/plain', 'plain')
      place.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, pasted)
    expect(await story.inputValue()).toBe('I sell **old** houses.\n- [See them](https://example.com/all)\n- Ring')

    await story.evaluate((place: HTMLTextAreaElement) => place.setSelectionRange(2, 6))
    await story.press('Control+i')
    await page.keyboard.press('Control+b')
    await button(page, 'Bold').click()
    const bio = 'I *sell* **old** houses.\n- [See them](https://example.com/all)\n- Ring'
    expect(await story.inputValue()).toBe(bio)
    await drafts({ bio })
    await button(page, 'Publish').click()
    await told(page, /^Published\./)

    await using guest = await aVisitor()
    await guest.open(`/${alias}/about`)
    const words = guest.page.locator('.own-words')
    expect(await words.locator('p').innerHTML()).toBe('I <em>sell</em> <strong>old</strong> houses.')
    const link = words.getByRole('listitem').getByRole('link', { name: 'See them' })
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
      'https://example.com/all',
      'ugc noopener noreferrer',
    ])
  })

  test('a version answers at its own address, with its own title', async () => {
    await using owner = await anOwner('versions')
    const { page, alias } = owner
    await field(page, 'New version').fill('Été fair')
    await page.getByText('It will be saved as Ete-fair.').waitFor()
    await button(page, 'Add').click()
    await page.getByRole('combobox', { name: 'Change something in this version' }).selectOption({ label: 'Title' })
    await field(page, 'Title').fill('Your host at the fair')
    await button(page, 'Publish').click()
    await told(page, /^Published\./)

    await using guest = await aVisitor()
    expect(await guest.open(`/${alias}/v/Ete-fair`)).toBe(200)
    await guest.page.getByText('Your host at the fair').first().waitFor()
    expect(await publicly(alias)).not.toContain('Your host at the fair')
  })

  test('a step is taken back by button and by key, also from another section; what is discarded is asked for first', async () => {
    await using owner = await anOwner('profile', { on: 'desktop' })
    const { page, drafts } = owner
    await field(page, 'Title').fill('Pilot')
    await button(page, 'Undo').click()
    expect(await field(page, 'Title').inputValue()).toBe('Broker')
    await page.keyboard.press('Control+Shift+Z')
    expect(await field(page, 'Title').inputValue()).toBe('Pilot')

    await page.getByRole('link', { name: 'Texts' }).click()
    await page.getByRole('heading', { name: 'When your card is shared' }).waitFor()
    await page.keyboard.press('Control+Z')
    await page.waitForURL('**/profile')
    await expect.poll(() => field(page, 'Title').inputValue()).toBe('Broker')
    await button(page, 'Redo').click()
    await drafts({ title: 'Pilot' })

    await button(page, 'Discard').click()
    await button(page, 'Keep editing').click()
    expect(await field(page, 'Title').inputValue()).toBe('Pilot')
    await button(page, 'Discard').click()
    await button(page, 'Discard').click()
    await told(page, /^Changes discarded/)
    expect(await field(page, 'Title').inputValue()).toBe('Broker')
    await drafts({})
  })

  test('what is wrong is said beside its field, and keeps everything back until it is mended', async () => {
    await using owner = await anOwner('home')
    const { page, alias, allow, enter, drafts } = owner
    allow(/422/)
    await field(page, 'Tagline').fill('Come in')
    await drafts({ 'settings.tagLine': { show: true, text: 'Come in' } })
    await enter('profile')
    await field(page, 'Email').fill('ada at home')
    await page.getByRole('link', { name: 'Texts' }).click()
    await page.getByRole('heading', { name: 'When your card is shared' }).waitFor()
    await button(page, 'Publish').click()

    await page.waitForURL('**/profile')
    await expect.poll(() => field(page, 'Email').getAttribute('aria-invalid'), patient).toBe('true')
    await expect.poll(() => field(page, 'Email').evaluate((input) => input === document.activeElement), patient).toBe(true)
    const why = (await field(page, 'Email').getAttribute('aria-describedby')) ?? 'nothing'
    expect(await page.locator(`[id="${why}"]`).innerText()).not.toBe('')
    const toEmail = page.getByRole('status').getByRole('link', { name: 'Profile · Email' })
    await toEmail.waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await publicly(alias)).not.toContain('Come in')

    await page.getByRole('link', { name: 'Texts' }).click()
    await page.getByRole('heading', { name: 'When your card is shared' }).waitFor()
    await toEmail.click()
    await page.waitForURL('**/profile')
    await expect.poll(() => field(page, 'Email').evaluate((input) => input === document.activeElement), patient).toBe(true)
    await field(page, 'Email').fill('ada@home.example')
    await button(page, 'Publish').click()
    await told(page, /^Published\./)
    expect(await publicly(alias)).toContain('ada@home.example')
  })

  test('a card is switched off and on again', async () => {
    await using owner = await anOwner('card')
    const { page, alias } = owner
    const switchIt = async () => {
      await page.getByText('This card is on', { exact: true }).click()
      await button(page, 'Publish').click()
      await told(page, /^Published\./)
    }
    await switchIt()
    expect(await publicly(alias)).not.toContain('(207) 555-0101')
    await owner.enter('card')
    await switchIt()
    expect(await publicly(alias)).toContain('(207) 555-0101')
  })

  test('on a phone the card as it will be is one press away, and closing it leads back', async () => {
    await using owner = await anOwner()
    const { page } = owner
    await field(page, 'Display name').fill('Ada of the Harbour')
    await button(page, 'Preview').click()
    const sheet = page.getByRole('dialog', { name: 'Preview' })
    await sheet.getByRole('button', { name: 'Close' }).waitFor()
    await sheet.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Ada of the Harbour' }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    expect(await button(page, 'Preview').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await field(page, 'Display name').inputValue()).toBe('Ada of the Harbour')
  })
})

describe('ACCOUNT-2 nothing that was typed is lost', () => {
  test('two windows: different things both stay, the same thing is shown twice and one is chosen', async () => {
    await using owner = await anOwner('profile')
    const { page, allow, enter, drafts } = owner
    allow(/409/)
    const other = await page.context().newPage()
    await enter('profile', other)

    await field(page, 'City').fill('Port Hadley')
    await drafts({ companyCity: 'Port Hadley' })
    await field(other, 'Title').fill('Pilot')
    await drafts({ companyCity: 'Port Hadley', title: 'Pilot' })
    expect(await field(other, 'City').inputValue()).toBe('Port Hadley')

    await field(page, 'Title').fill('Captain')
    const dispute = page.getByRole('alert').filter({ hasText: 'This was also changed in another window' })
    await dispute.getByText('Profile · Title').waitFor()
    expect(await dispute.getByRole('definition').allInnerTexts()).toEqual([
      expect.stringContaining('Captain'),
      expect.stringContaining('Pilot'),
    ])
    expect(await button(page, 'Publish').isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'This was also changed in another window' }).click()
    expect(await findBarriers(page)).toEqual([])
    await dispute.getByRole('button', { name: 'Use the other' }).click()
    expect(await field(page, 'Title').inputValue()).toBe('Pilot')
    await dispute.waitFor({ state: 'detached' })

    await field(other, 'Title').fill('Mate')
    await drafts({ companyCity: 'Port Hadley', title: 'Mate' })
    await field(page, 'Title').fill('Captain')
    await dispute.getByRole('button', { name: 'Keep mine' }).click()
    await drafts({ companyCity: 'Port Hadley', title: 'Captain' })
  })

  test('without a network it is kept on the device, over a closed window too, and sent when there is one', async () => {
    await using owner = await anOwner('profile')
    const { page, allow, enter, drafts, drafted } = owner
    allow(/ERR_FAILED|fetching the script/)
    const beside = await page.context().newPage()
    await enter('profile', beside)
    await page.context().setOffline(true)
    await field(page, 'Title').fill('Typed at sea')
    await page.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    await field(beside, 'State').fill('Typed beside it')
    await beside.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    await page.close()
    await beside.close()
    expect(await drafted()).toEqual({})

    await page.context().setOffline(false)
    const again = await page.context().newPage()
    await enter('profile', again)
    await expect.poll(() => field(again, 'Title').inputValue(), patient).toBe('Typed at sea')
    await drafts({ title: 'Typed at sea', companyState: 'Typed beside it' })

    await again.context().setOffline(true)
    await field(again, 'City').fill('Halfway')
    await again.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    await again.getByText('No Internet Connection').waitFor()
    // Playwright clicks only what nothing covers.
    await button(again, 'Discard').click({ trial: true })
    await again.context().setOffline(false)
    await drafts({ title: 'Typed at sea', companyState: 'Typed beside it', companyCity: 'Halfway' })
    await told(again, /^Saved/)
  })

  test('who was signed out meanwhile logs in, comes back, and finds their words', async () => {
    await using owner = await anOwner('profile')
    const { page, alias, cookie, allow, wear, drafts } = owner
    allow(/401/)
    await page.context().clearCookies()
    await field(page, 'Title').fill('Typed too late')
    await page.waitForURL('**/login?**')
    expect(new URL(page.url()).searchParams.get('from')).toBe(`/account/edit/${alias}/profile`)

    await wear(cookie)
    await owner.enter('profile')
    await expect.poll(() => field(page, 'Title').inputValue(), patient).toBe('Typed too late')
    await drafts({ title: 'Typed too late' })
  })
})

type Change = [section: string, keys: DraftKey[], change: (page: Page) => Promise<void>]
const changes: Change[] = [
  ['Profile', ['companyZip'], (page) => field(page, 'ZIP code').fill('04099')],
  ['Look', ['eCardContactBackground'], (page) => button(page, 'Brick').click()],
  ['Home page', ['settings.licenseNumber'], (page) => field(page, 'License number').fill('BA-1')],
  [
    'Video',
    ['showVimeoVideoOnHomepage', 'vimeoVideoId'],
    async (page) => {
      await page.getByText('Vimeo', { exact: true }).first().click()
      await field(page, 'Vimeo video').fill('https://vimeo.com/76979871')
    },
  ],
  ['Texts', ['shareBySmsBody'], (page) => field(page, 'By text message').first().fill('My card')],
  ['Search', ['digitalBusinessCardMetaKeywords'], (page) => field(page, 'Keywords').fill('harbour')],
  [
    'Versions',
    ['versions'],
    async (page) => {
      await field(page, 'New version').fill('fair')
      await button(page, 'Add').click()
    },
  ],
  ['Card', ['settings.connectClientsSetting'], (page) => page.getByRole('spinbutton', { name: 'Seconds before it opens' }).fill('12')],
]

test('DATA-1 every section opens without a complaint, bars nobody, and changes something of its own', async () => {
  await using owner = await anOwner('links')
  const { page, drafted } = owner
  for (const [section, keys, change] of changes) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click()
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: section })
      .and(page.locator('[aria-current]'))
      .waitFor()
    await ready(page)
    await change(page)
    await expect.poll(async () => Object.keys(await drafted()), { ...patient, message: section }).toEqual(expect.arrayContaining(keys))
    expect(await findBarriers(page), section).toEqual([])
  }
  expect(await drafted()).toMatchObject({ vimeoVideoId: '76979871', 'settings.connectClientsSetting': { timeout: 12 } })
})

test('in French the editor speaks French', async () => {
  await using owner = await anOwner('home', { locale: 'fr-FR', on: 'narrow' })
  const { page } = owner
  await page.getByRole('heading', { level: 1, name: 'Modifier la carte' }).waitFor()
  await field(page, 'Numéro de licence professionnelle').fill('7')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await button(page, 'Abandonner').click()
  for (const name of ['Continuer à modifier', 'Abandonner'])
    expect(await button(page, name).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const bar = page.locator('.publish-bar')
  expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
