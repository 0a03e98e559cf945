import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DraftKey } from '#contract/cards/drafts.ts'
import { isInView } from '../harness/is-in-view.ts'
import { aVisitor } from '../harness/visitor.ts'
import { anOwner, button, field, findEditorIssues, readPublicCard, waitForSection } from './editor-steps.ts'

async function waitForTitle(page: Page, title: string) {
  await expect.poll(() => field(page, 'Job title').inputValue()).toBe(title)
}

const pasted = `<html><head><style>p { color: red }</style></head><body onload="document.title = 'ran'"><!--StartFragment-->
  <p class="MsoNormal" style="color:red" onclick="alert(1)">I sell <b style='mso-bidi-font-weight:normal'>old</b> <span style="display:none">hidden </span>houses.<o:p></o:p></p>
  <script>document.title = 'ran'</script><img src="/nowhere.png" onerror="document.title = 'ran'">
  <ul><li><p><a href="https://example.com/all" onclick="alert(1)">See them</a></p></li><li><a href="javascript:alert(1)">Ring</a></li></ul>
  <!--EndFragment--></body></html>`

describe('ACCOUNT-2 editing a card', () => {
  test('publishes a version at its own address, with its own title', async () => {
    await using owner = await anOwner('versions')
    const { page, alias } = owner
    await field(page, 'New version').fill('Été fair')
    await page.getByText('It will be saved as Ete-fair.').waitFor()
    await page.locator('[data-section=versions]').getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('combobox', { name: 'Change something in this version' }).selectOption({ label: 'Job title' })
    await field(page, 'Job title').fill('Your host at the fair')
    await button(page, 'Publish').click()
    await owner.waitForToast('Published.')

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
    await expect.poll(() => field(page, 'Job title').inputValue()).toBe('Broker')
    await page.keyboard.press('Control+Shift+Z')
    await expect.poll(() => field(page, 'Job title').inputValue()).toBe('Pilot')

    await page.getByRole('link', { name: 'Sharing' }).click()
    await page.getByRole('heading', { name: 'When your card is shared' }).waitFor()
    await page.keyboard.press('Control+Z')
    await page.waitForURL('**/profile')
    await expect.poll(() => field(page, 'Job title').inputValue()).toBe('Broker')
    await button(page, 'Redo').click()
    await waitForDraft({ title: 'Pilot' })

    await button(page, 'Discard').click()
    await button(page, 'Keep editing').click()
    await expect.poll(() => field(page, 'Job title').inputValue()).toBe('Pilot')
    await button(page, 'Discard').click()
    await button(page, 'Discard').click()
    await owner.waitForToast('Changes discarded')
    await expect.poll(() => field(page, 'Job title').inputValue()).toBe('Broker')
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
    await page.getByRole('link', { name: 'Sharing' }).click()
    await page.getByRole('heading', { name: 'When your card is shared' }).waitFor()
    await button(page, 'Publish').click()

    await page.waitForURL('**/profile')
    await expect.poll(() => field(page, 'Email').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => field(page, 'Email').evaluate((input) => input === document.activeElement)).toBe(true)
    const errorIds = (await field(page, 'Email').getAttribute('aria-describedby')) ?? 'nothing'
    expect(await page.locator(`[id="${errorIds}"]`).innerText()).not.toBe('')
    const toEmail = page.getByRole('status').getByRole('link', { name: 'Profile · Email' })
    await toEmail.waitFor()
    expect(await findEditorIssues(page)).toEqual([])
    expect(await readPublicCard(alias)).not.toContain('Come in')

    await page.getByRole('link', { name: 'Sharing' }).click()
    await page.getByRole('heading', { name: 'When your card is shared' }).waitFor()
    await toEmail.click()
    await page.waitForURL('**/profile')
    await expect.poll(() => field(page, 'Email').evaluate((input) => input === document.activeElement)).toBe(true)
    await field(page, 'Email').fill('ada@home.example')
    await button(page, 'Publish').click()
    await owner.waitForToast('Published.')
    await expect.poll(() => readPublicCard(alias)).toContain('ada@home.example')
  })

  test('disables and enables a card', async () => {
    await using owner = await anOwner('card')
    const { page, alias } = owner
    const toggleCard = async () => {
      await page.getByText('This card is on', { exact: true }).click()
      await button(page, 'Publish').click()
      await owner.waitForToast('Published.')
    }
    await toggleCard()
    await expect.poll(() => readPublicCard(alias)).not.toContain('(207) 555-0101')
    await owner.openSection('card')
    await toggleCard()
    await expect.poll(() => readPublicCard(alias)).toContain('(207) 555-0101')
  })

  test('opens and closes the preview on a phone', async () => {
    await using owner = await anOwner()
    const { page } = owner
    await field(page, 'Display name').fill('Ada of the Harbor')
    await button(page, 'Preview').click()
    const sheet = page.getByRole('dialog', { name: 'Preview' })
    await sheet.getByRole('button', { name: 'Close' }).waitFor()
    await sheet.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Ada of the Harbor' }).waitFor()
    for (const width of [320, 390, 430]) {
      await page.setViewportSize({ width, height: 844 })
      const belowFirstRowPx = await sheet
        .locator('.preview-bar')
        .evaluate((bar) => bar.clientHeight - Math.max(...[...bar.children].map(({ clientHeight }) => clientHeight)))
      expect(belowFirstRowPx, `${width} px`).toBeLessThan(30)
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await expect.poll(() => button(page, 'Preview').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await field(page, 'Display name').inputValue()).toBe('Ada of the Harbor')
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
    await expect.poll(() => story.inputValue()).toBe('I sell **old** houses.\n- [See them](https://example.com/all)\n- Ring')

    await story.evaluate((place: HTMLTextAreaElement) => place.setSelectionRange(2, 6))
    await story.press('Control+i')
    await page.keyboard.press('Control+b')
    await button(page, 'Bold').click()
    const bio = 'I *sell* **old** houses.\n- [See them](https://example.com/all)\n- Ring'
    await expect.poll(() => story.inputValue()).toBe(bio)
    await waitForDraft({ bio })
    await button(page, 'Publish').click()
    await owner.waitForToast('Published.')

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
})

type Change = [section: string, saved: Partial<Record<DraftKey, unknown>>, change: (page: Page) => Promise<void>]
const changes: Change[] = [
  ['Profile', { companyZip: '04099' }, (page) => field(page, 'ZIP code').fill('04099')],
  ['Look', { eCardContactBackground: expect.anything() }, (page) => button(page, 'Brick').click()],
  ['Home page', { 'settings.licenseNumber': expect.anything() }, (page) => field(page, 'License number').fill('BA-1')],
  [
    'Video',
    { showVimeoVideoOnHomepage: expect.anything(), vimeoVideoId: '76979871' },
    async (page) => {
      await page.getByText('Vimeo', { exact: true }).first().click()
      await field(page, 'Vimeo video').fill('https://vimeo.com/76979871')
    },
  ],
  [
    'Messages',
    { shareBySmsBody: 'My card', reviewByEmailBody: 'My own', reviewBySmsBody: expect.stringContaining('an honest review') },
    async (page) => {
      await field(page, 'By text message').first().fill('My card')
      await field(page, 'By email').last().fill('My own')
      await button(page, 'Use this text').click()
    },
  ],
  ['Search', { digitalBusinessCardMetaKeywords: 'harbor' }, (page) => field(page, 'Keywords').fill('harbor')],
  [
    'Versions',
    { versions: expect.anything() },
    async (page) => {
      await field(page, 'New version').fill('fair')
      await page.locator('[data-section=versions]').getByRole('button', { name: 'Add', exact: true }).click()
    },
  ],
  [
    'Card',
    { experiments: expect.arrayContaining([{ name: 'EnableTranslations', enabled: true }]) },
    (page) => page.getByRole('switch', { name: 'Choose the card’s language' }).check(),
  ],
]

const tabOf: Record<string, string> = {
  Profile: 'Profile',
  Look: 'Design',
  'Home page': 'Design',
  Video: 'Design',
  Links: 'Pages',
  Menu: 'Pages',
  Reviews: 'Pages',
  Versions: 'Pages',
  Messages: 'Sharing',
  Search: 'Sharing',
  Card: 'Settings',
}

describe('DATA-1 each section', () => {
  let owner: Awaited<ReturnType<typeof anOwner>>
  beforeAll(async () => {
    owner = await anOwner('links')
  })
  afterAll(() => owner[Symbol.asyncDispose]())

  test.each(changes)('%s opens, is accessible and saves a change', async (section, saved, change) => {
    const { page, openSection, readDraft } = owner
    await openSection('links')
    const link = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: tabOf[section] })
    await link.click()
    await link.and(page.locator('[aria-current]')).waitFor()
    await waitForSection(page)
    await change(page)
    await expect.poll(readDraft).toMatchObject(saved)
    expect(await findEditorIssues(page)).toEqual([])
  })
})

test('ACCOUNT-2 a link to a field opens it, scrolls to it and focuses it', async () => {
  await using owner = await anOwner('links')
  const { page, alias } = owner
  await page.goto(`/account/edit/${alias}/profile#field-bio`)
  const bio = field(page, 'Your bio')
  await expect.poll(() => bio.evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(() => bio.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(844)
  await expect.poll(() => isInView(page.getByText('Your bio', { exact: true }))).toBe(true)
  await page.goto(`/account/edit/${alias}/pages#field-services`)
  await expect.poll(() => field(page, 'Paste your links').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.goto(`/account/edit/${alias}/settings`)
  await page.getByRole('link', { name: 'Change it in My Account' }).click()
  await page.getByRole('switch', { name: 'Ask visitors to connect' }).waitFor()
  expect(new URL(page.url()).hash).toBe('#capture')
})

test('ACCOUNT-2 a section’s earlier address opens it, or the field in its hash', async () => {
  await using owner = await anOwner('reviews', { on: 'desktop' })
  const { page, alias } = owner
  await page.waitForURL('**/pages?section=reviews')
  const top = (name: string) => page.getByRole('heading', { level: 2, name, exact: true }).evaluate((it) => it.getBoundingClientRect().top)
  await expect.poll(() => top('Reviews')).toBeLessThan(400)
  await page.frameLocator('.editor-preview iframe').getByRole('heading', { level: 1, name: 'My Reviews' }).waitFor()

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Links' }).click()
  await expect.poll(() => top('Links')).toBeGreaterThan(0)
  await page.frameLocator('.editor-preview iframe').getByRole('heading', { level: 1, name: 'Connect With Me' }).waitFor()

  await page.goto(`/account/edit/${alias}/search#field-digitalBusinessCardMetaKeywords`)
  await expect.poll(() => field(page, 'Keywords').evaluate((one) => one === document.activeElement)).toBe(true)
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
    await expect.poll(() => field(other, 'City').inputValue()).toBe('Port Hadley')

    await field(page, 'Job title').fill('Captain')
    const dispute = page.getByRole('alert').filter({ hasText: 'This was also changed in another window' })
    await dispute.getByText('Profile · Job title').waitFor()
    expect(await dispute.getByRole('definition').allInnerTexts()).toEqual([
      expect.stringContaining('Captain'),
      expect.stringContaining('Pilot'),
    ])
    expect(await button(page, 'Publish').isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'This was also changed in another window' }).click()
    expect(await findEditorIssues(page)).toEqual([])
    await dispute.getByRole('button', { name: 'Use the other one' }).click()
    await waitForTitle(page, 'Pilot')
    await dispute.waitFor({ state: 'detached' })

    await field(other, 'Job title').fill('Mate')
    await waitForDraft({ companyCity: 'Port Hadley', title: 'Mate' })
    await field(page, 'Job title').fill('Captain')
    await dispute.getByRole('button', { name: 'Keep mine' }).click()
    await waitForDraft({ companyCity: 'Port Hadley', title: 'Captain' })
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
    await waitForTitle(page, 'Typed too late')
    await waitForDraft({ title: 'Typed too late' })
  })
})
