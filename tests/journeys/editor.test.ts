import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { DraftKey } from '#contract/cards/drafts.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const app = await siteApp()

const longTimeout = { timeout: 15_000 }

/** The section is loaded and handles input. */
const waitForSection = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('.editor-form .group') ?? {}).some((key) => key.startsWith('__reactFiber')))
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** A message at the top of the form, or in a toast. */
const waitForText = (page: Page, text: RegExp) => page.getByText(text).first().waitFor({ state: 'attached' })

/** An owner in a section of their card's editor. */
async function anOwner(section = 'profile', options: Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(app.deps)
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor({ reducedMotion: 'reduce', ...options })
  await visitor.setSession(owner.cookie)
  const openSection = async (name: string, page = visitor.page) => {
    await page.goto(`/account/edit/${card.alias}/${name}`)
    await waitForSection(page)
  }
  await openSection(section)
  const readDraft = async () => (await owner.call('cards.editor', { params: { alias: card.alias } })).draft.fields
  return {
    ...visitor,
    alias: card.alias,
    openSection,
    readDraft,
    async waitForDraft(fields: object) {
      await expect.poll(readDraft, longTimeout).toEqual(fields)
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

/** The public data of a card. */
async function readPublicCard(alias: string): Promise<string> {
  const answer = await app.fetch(new Request(new URL(`/remote/api/public/e-card-by-alias/${alias}`, app.deps.settings.publicUrl)))
  return answer.text()
}

describe('ACCOUNT-2 editing a card', () => {
  test('saves a draft; publishing shows it to visitors, without hidden fields', async () => {
    await using owner = await anOwner()
    const { page, alias, waitForDraft, openSection } = owner
    await field(page, 'Job title').fill('Harbor pilot')
    await waitForDraft({ title: 'Harbor pilot' })
    await page.getByRole('link', { name: 'Home page' }).click()
    await page.getByRole('heading', { name: 'What visitors see' }).waitFor()
    await page.getByText('Office phone', { exact: true }).click()
    await waitForDraft({ title: 'Harbor pilot', 'settings.homepage': expect.objectContaining({ ShowOfficePhone: false }) })
    const before = await readPublicCard(alias)
    expect([before.includes('Harbor pilot'), before.includes('(207) 555-0102')]).toEqual([false, true])

    // Later, in another visit.
    await openSection('profile')
    expect(await field(page, 'Job title').inputValue()).toBe('Harbor pilot')
    await page.getByText('2 unpublished changes').waitFor()
    // The owner types while the response is delayed.
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
    await field(page, 'Job title').press('End')
    await field(page, 'Job title').pressSequentially(' and mentor')
    answered.resolve()
    await waitForText(page, /^Published\./)
    await waitForDraft({ title: 'Harbor pilot and mentor' })
    expect(await field(page, 'Job title').inputValue()).toBe('Harbor pilot and mentor')

    const after = await readPublicCard(alias)
    expect(after.includes('Harbor pilot and mentor')).toBe(false)
    expect([after.includes('Harbor pilot'), after.includes('(207) 555-0102')]).toEqual([true, false])
    await using guest = await aVisitor()
    await guest.open(`/${alias}/home`)
    await guest.page.getByText('Harbor pilot', { exact: true }).first().waitFor()
    await button(page, 'Publish').click()
    await expect.poll(() => button(page, 'Publish').count()).toBe(0)
  })

  test('keeps the marks of pasted text and nothing else, also for visitors', async () => {
    await using owner = await anOwner()
    const { page, alias, waitForDraft } = owner
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
    await waitForDraft({ bio })
    await button(page, 'Publish').click()
    await waitForText(page, /^Published\./)

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

  test('publishes a version at its own address, with its own title', async () => {
    await using owner = await anOwner('versions')
    const { page, alias } = owner
    await field(page, 'New version').fill('Été fair')
    await page.getByText('It will be saved as Ete-fair.').waitFor()
    await button(page, 'Add').click()
    await page.getByRole('combobox', { name: 'Change something in this version' }).selectOption({ label: 'Job title' })
    await field(page, 'Job title').fill('Your host at the fair')
    await button(page, 'Publish').click()
    await waitForText(page, /^Published\./)

    await using guest = await aVisitor()
    expect(await guest.open(`/${alias}/v/Ete-fair`)).toBe(200)
    await guest.page.getByText('Your host at the fair').first().waitFor()
    expect(await readPublicCard(alias)).not.toContain('Your host at the fair')
  })

  test('undoes by button and key across sections, and confirms before discarding', async () => {
    await using owner = await anOwner('profile', { on: 'desktop' })
    const { page, waitForDraft } = owner
    await field(page, 'Job title').fill('Pilot')
    await button(page, 'Undo').click()
    expect(await field(page, 'Job title').inputValue()).toBe('Broker')
    await page.keyboard.press('Control+Shift+Z')
    expect(await field(page, 'Job title').inputValue()).toBe('Pilot')

    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('heading', { name: 'When your card is shared' }).waitFor()
    await page.keyboard.press('Control+Z')
    await page.waitForURL('**/profile')
    await expect.poll(() => field(page, 'Job title').inputValue()).toBe('Broker')
    await button(page, 'Redo').click()
    await waitForDraft({ title: 'Pilot' })

    await button(page, 'Discard').click()
    await button(page, 'Keep editing').click()
    expect(await field(page, 'Job title').inputValue()).toBe('Pilot')
    await button(page, 'Discard').click()
    await button(page, 'Discard').click()
    await waitForText(page, /^Changes discarded/)
    expect(await field(page, 'Job title').inputValue()).toBe('Broker')
    await waitForDraft({})
  })

  test('shows an error at its field and saves nothing until it is fixed', async () => {
    await using owner = await anOwner('home')
    const { page, alias, allow, openSection, waitForDraft } = owner
    allow(/422/)
    await field(page, 'Tagline').fill('Come in')
    await waitForDraft({ 'settings.tagLine': { show: true, text: 'Come in' } })
    await openSection('profile')
    await field(page, 'Email').fill('ada at home')
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('heading', { name: 'When your card is shared' }).waitFor()
    await button(page, 'Publish').click()

    await page.waitForURL('**/profile')
    await expect.poll(() => field(page, 'Email').getAttribute('aria-invalid'), longTimeout).toBe('true')
    await expect.poll(() => field(page, 'Email').evaluate((input) => input === document.activeElement), longTimeout).toBe(true)
    const errorIds = (await field(page, 'Email').getAttribute('aria-describedby')) ?? 'nothing'
    expect(await page.locator(`[id="${errorIds}"]`).innerText()).not.toBe('')
    const toEmail = page.getByRole('status').getByRole('link', { name: 'Profile · Email' })
    await toEmail.waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    expect(await readPublicCard(alias)).not.toContain('Come in')

    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByRole('heading', { name: 'When your card is shared' }).waitFor()
    await toEmail.click()
    await page.waitForURL('**/profile')
    await expect.poll(() => field(page, 'Email').evaluate((input) => input === document.activeElement), longTimeout).toBe(true)
    await field(page, 'Email').fill('ada@home.example')
    await button(page, 'Publish').click()
    await waitForText(page, /^Published\./)
    expect(await readPublicCard(alias)).toContain('ada@home.example')
  })

  test('disables and enables a card', async () => {
    await using owner = await anOwner('card')
    const { page, alias } = owner
    const toggleCard = async () => {
      await page.getByText('This card is on', { exact: true }).click()
      await button(page, 'Publish').click()
      await waitForText(page, /^Published\./)
    }
    await toggleCard()
    expect(await readPublicCard(alias)).not.toContain('(207) 555-0101')
    await owner.openSection('card')
    await toggleCard()
    expect(await readPublicCard(alias)).toContain('(207) 555-0101')
  })

  test('opens and closes the preview on a phone', async () => {
    await using owner = await anOwner()
    const { page } = owner
    await field(page, 'Display name').fill('Ada of the Harbor')
    await button(page, 'Preview').click()
    const sheet = page.getByRole('dialog', { name: 'Preview' })
    await sheet.getByRole('button', { name: 'Close' }).waitFor()
    await sheet.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Ada of the Harbor' }).waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    expect(await button(page, 'Preview').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await field(page, 'Display name').inputValue()).toBe('Ada of the Harbor')
  })
})

describe('ACCOUNT-2 no input is lost', () => {
  test('between two windows: edits merge, and a conflict asks which one to keep', async () => {
    await using owner = await anOwner('profile')
    const { page, allow, openSection, waitForDraft } = owner
    allow(/409/)
    const other = await page.context().newPage()
    await openSection('profile', other)

    await field(page, 'City').fill('Port Hadley')
    await waitForDraft({ companyCity: 'Port Hadley' })
    await field(other, 'Job title').fill('Pilot')
    await waitForDraft({ companyCity: 'Port Hadley', title: 'Pilot' })
    expect(await field(other, 'City').inputValue()).toBe('Port Hadley')

    await field(page, 'Job title').fill('Captain')
    const dispute = page.getByRole('alert').filter({ hasText: 'This was also changed in another window' })
    await dispute.getByText('Profile · Job title').waitFor()
    expect(await dispute.getByRole('definition').allInnerTexts()).toEqual([
      expect.stringContaining('Captain'),
      expect.stringContaining('Pilot'),
    ])
    expect(await button(page, 'Publish').isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'This was also changed in another window' }).click()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await dispute.getByRole('button', { name: 'Use the other one' }).click()
    expect(await field(page, 'Job title').inputValue()).toBe('Pilot')
    await dispute.waitFor({ state: 'detached' })

    await field(other, 'Job title').fill('Mate')
    await waitForDraft({ companyCity: 'Port Hadley', title: 'Mate' })
    await field(page, 'Job title').fill('Captain')
    await dispute.getByRole('button', { name: 'Keep mine' }).click()
    await waitForDraft({ companyCity: 'Port Hadley', title: 'Captain' })
  })

  test('offline: it is stored on the device, survives a closed window and is sent later', async () => {
    await using owner = await anOwner('profile')
    const { page, allow, openSection, waitForDraft, readDraft } = owner
    allow(/ERR_FAILED|fetching the script/)
    const beside = await page.context().newPage()
    await openSection('profile', beside)
    await page.context().setOffline(true)
    await field(page, 'Job title').fill('Typed at sea')
    await page.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    await field(beside, 'State').fill('Typed beside it')
    await beside.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    expect(await readDraft()).toEqual({})
    await page.close()
    await beside.close()

    await page.context().setOffline(false)
    const again = await page.context().newPage()
    await openSection('profile', again)
    await expect.poll(() => field(again, 'Job title').inputValue(), longTimeout).toBe('Typed at sea')
    await waitForDraft({ title: 'Typed at sea', companyState: 'Typed beside it' })

    await again.context().setOffline(true)
    await field(again, 'City').fill('Halfway')
    await again.getByRole('alert').filter({ hasText: 'Saved on this device' }).waitFor()
    await again.getByText('No Internet Connection').waitFor()
    // Playwright only clicks what is not covered.
    await button(again, 'Discard').click({ trial: true })
    await again.context().setOffline(false)
    await waitForDraft({ title: 'Typed at sea', companyState: 'Typed beside it', companyCity: 'Halfway' })
    await waitForText(again, /^Saved/)
  })

  test('after a logout: logging in again restores the input', async () => {
    await using owner = await anOwner('profile')
    const { page, alias, cookie, allow, setSession, waitForDraft } = owner
    allow(/401/)
    await page.context().clearCookies()
    await field(page, 'Job title').fill('Typed too late')
    await page.waitForURL('**/login?**')
    expect(new URL(page.url()).searchParams.get('from')).toBe(`/account/edit/${alias}/profile`)

    await setSession(cookie)
    await owner.openSection('profile')
    await expect.poll(() => field(page, 'Job title').inputValue(), longTimeout).toBe('Typed too late')
    await waitForDraft({ title: 'Typed too late' })
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
  ['Messages', ['shareBySmsBody'], (page) => field(page, 'By text message').first().fill('My card')],
  ['Search', ['digitalBusinessCardMetaKeywords'], (page) => field(page, 'Keywords').fill('harbor')],
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

test('DATA-1 every section opens, is accessible and saves a change', async () => {
  await using owner = await anOwner('links')
  const { page, readDraft } = owner
  for (const [section, keys, change] of changes) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click()
    await page
      .getByRole('navigation', { name: 'Sections' })
      .getByRole('link', { name: section })
      .and(page.locator('[aria-current]'))
      .waitFor()
    await waitForSection(page)
    await change(page)
    await expect
      .poll(async () => Object.keys(await readDraft()), { ...longTimeout, message: section })
      .toEqual(expect.arrayContaining(keys))
    expect(await findAccessibilityIssues(page), section).toEqual([])
  }
  expect(await readDraft()).toMatchObject({ vimeoVideoId: '76979871', 'settings.connectClientsSetting': { timeout: 12 } })
})

test('the editor is in French for a French browser', async () => {
  await using owner = await anOwner('home', { locale: 'fr-FR', on: 'narrow' })
  const { page } = owner
  await page.getByRole('heading', { level: 1, name: 'Modifier la carte' }).waitFor()
  await field(page, 'Numéro de licence professionnelle').fill('7')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await button(page, 'Abandonner').click()
  for (const name of ['Continuer les modifications', 'Abandonner'])
    expect(await button(page, name).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const bar = page.locator('.publish-bar')
  expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
