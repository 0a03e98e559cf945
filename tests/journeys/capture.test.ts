import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { contactConsents, contacts } from '#server/contacts/tables.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { eventually } from '../harness/eventually.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, hydrate, type Visitor } from '../harness/visitor.ts'

const app = await siteApp()

type Setting = { enabled?: boolean; desktopEnabled?: boolean; timeout?: number; applyTags?: string }
const aCapturingCard = (connectClientsSetting: Setting = { timeout: 0 }) => aCard(app.deps, { settings: { connectClientsSetting } })
const contactsOf = ({ id }: { id: string }) => app.deps.db.select().from(contacts).where(eq(contacts.subjectId, id))

const dialog = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Let’s connect' })
const form = ({ page }: Visitor) => page.locator('.connect-form')
const field = (visitor: Visitor, name: string) => form(visitor).getByRole('textbox', { name, exact: true })
const connect = (visitor: Visitor) => form(visitor).getByRole('button', { name: 'Connect' })
const tobias = { 'First name': 'Tobias', 'Last name': 'Wren', Phone: '(207) 555-0199', Email: 'tobias@example.com' }
const fill = async (visitor: Visitor, entry: Record<string, string> = tobias) => {
  for (const [name, text] of Object.entries(entry)) await field(visitor, name).fill(text)
}
const readState = ({ page }: Visitor, alias: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`card:${name}`) ?? '{}') as Record<string, unknown>, alias)

describe('the form opens automatically', () => {
  test('CAP-5 PROMPT-1 after the owner’s delay, and each time is counted', async () => {
    const { alias } = await aCapturingCard({ timeout: 8 })
    await using visitor = await aVisitor()
    await visitor.page.clock.install()
    await visitor.open(`/${alias}/home`)
    await hydrate(visitor.page)
    // The fake clock also advances by itself.
    await visitor.page.clock.runFor(7000)
    expect(await dialog(visitor).isVisible()).toBe(false)
    await visitor.page.clock.runFor(1600)
    await dialog(visitor).waitFor()
    expect(await readState(visitor, alias)).toMatchObject({ connectPromptCount: 1 })
  })

  test('CAP-5 with a delay of zero, but after the page is rendered', async () => {
    const { alias } = await aCapturingCard({ timeout: -1 })
    await using visitor = await aVisitor()
    await visitor.page.clock.install()
    await visitor.open(`/${alias}/home`)
    await hydrate(visitor.page)
    expect(await dialog(visitor).isVisible()).toBe(false)
    await visitor.page.clock.runFor(700)
    await dialog(visitor).waitFor()
  })

  test.each<[string, Setting, string, Record<string, unknown>]>([
    ['of a card that does not prompt', { enabled: false, timeout: 0 }, 'home', {}],
    ['in a preview', { timeout: 0 }, 'home?preview=on', {}],
    ['of an installed card', { timeout: 0 }, 'home?simulateStandalone=on', {}],
    ['on the form’s own page', { timeout: 0 }, 'lets-connect', {}],
    ['who is connected', { timeout: 0 }, 'home', { connected: true }],
    ['who chose never to be asked again', { timeout: 0 }, 'home', { neverAskAgain: true }],
  ])('PROMPT-2 but not for a visitor %s', async (_who, setting, path, state) => {
    const { alias } = await aCapturingCard(setting)
    await using visitor = await aVisitor()
    await visitor.page.addInitScript(([key, text]) => localStorage.setItem(key ?? '', text ?? ''), [`card:${alias}`, JSON.stringify(state)])
    // An installed card requests its session; there is none.
    visitor.allow(/401/)
    await visitor.page.clock.install()
    await visitor.open(`/${alias}/${path}`)
    await hydrate(visitor.page)
    await visitor.page.clock.runFor(5000)
    await visitor.page.waitForLoadState('networkidle')
    expect(await dialog(visitor).count()).toBe(0)
  })

  test('CAP-5 on a desktop only if the owner enabled it', async () => {
    const { alias } = await aCapturingCard({ timeout: 0, desktopEnabled: false })
    await using desktop = await aVisitor({ on: 'desktop' })
    await desktop.open(`/${alias}/home`)
    await hydrate(desktop.page)
    await desktop.page.waitForLoadState('networkidle')
    expect(await dialog(desktop).count()).toBe(0)
    await using phone = await aVisitor()
    await phone.open(`/${alias}/home`)
    await dialog(phone).waitFor()
  })

  test('PROMPT-1 after an open sheet is closed', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    await page.clock.install()
    await visitor.open(`/${alias}/home`)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await hydrate(visitor.page)
    await page.clock.runFor(3000)
    await page.waitForLoadState('networkidle')
    expect(await dialog(visitor).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.clock.runFor(2000)
    await dialog(visitor).waitFor()
  })

  test('PROMPT-2 once per load, and keeps what was typed when closed', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    await visitor.open(`/${alias}/contact`)
    await dialog(visitor).waitFor()
    expect(await page.evaluate(() => document.querySelector('dialog')?.contains(document.activeElement))).toBe(true)
    await field(visitor, 'First name').fill('Tobias')
    await form(visitor).getByText('More info').click()
    await field(visitor, 'Notes').fill('The blue house')
    await form(visitor).getByRole('checkbox').check()
    await page.keyboard.press('Escape')
    await dialog(visitor).waitFor({ state: 'detached' })
    await page.evaluate((href) => document.querySelector<HTMLElement>(`#menu a[href="${href}"]`)?.click(), `/${alias}/connect`)
    await page.getByRole('heading', { level: 1, name: 'Connect with Me' }).waitFor()
    expect(await dialog(visitor).count()).toBe(0)

    await page.getByRole('link', { name: 'Share your details' }).click()
    await dialog(visitor).waitFor()
    expect(await field(visitor, 'First name').inputValue()).toBe('Tobias')
    expect(await field(visitor, 'Notes').inputValue()).toBe('The blue house')
    expect(await form(visitor).getByRole('checkbox').isChecked()).toBe(true)
    await page.reload()
    await dialog(visitor).waitFor()
    expect(await readState(visitor, alias)).toMatchObject({ connectPromptCount: 2 })
  })

  test('CAP-1 with ‘never ask again’ from the fourth time on, which is stored', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    const never = dialog(visitor).getByRole('button', { name: 'Never ask again' })
    for (const time of [1, 2, 3, 4]) {
      await visitor.open(`/${alias}/home`)
      await dialog(visitor).waitFor()
      await eventually(async () => expect(await never.count()).toBe(time > 3 ? 1 : 0))
    }
    await never.click()
    await dialog(visitor).waitFor({ state: 'detached' })
    expect(await readState(visitor, alias)).toMatchObject({ neverAskAgain: true, connectPromptCount: 4 })
  })
})

describe('the form', () => {
  test('CAP-1 shows errors on blur and disables the button until there are none', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/home`)
    await field(visitor, 'First name').focus()
    await field(visitor, 'Email').fill('tobias@example')
    await field(visitor, 'Phone').focus()
    await form(visitor).getByText('Please enter your first name.').waitFor()
    await form(visitor).getByText('Please enter a valid email.').waitFor()
    expect(await connect(visitor).isDisabled()).toBe(true)

    await field(visitor, 'Phone').press('Enter')
    await form(visitor).getByText('Correct the errors!').waitFor()
    await form(visitor).getByText('Please enter your last name.').waitFor()
    expect(await field(visitor, 'First name').evaluate((element) => element === document.activeElement)).toBe(true)
    await fill(visitor)
    await eventually(async () => expect(await connect(visitor).isDisabled()).toBe(false))
    expect(
      await form(visitor)
        .getByText(/^Please enter/)
        .count(),
    ).toBe(0)
  })

  test('CAP-1 has title, company and notes behind ‘more info’, expanded on desktops', async () => {
    const { alias } = await aCapturingCard()
    await using phone = await aVisitor()
    await phone.open(`/${alias}/home`)
    await dialog(phone).waitFor()
    expect(await field(phone, 'Company').isVisible()).toBe(false)
    await form(phone).getByText('More info').click()
    await field(phone, 'Company').waitFor()
    await using desktop = await aVisitor({ on: 'desktop' })
    await desktop.open(`/${alias}/home`)
    await dialog(desktop).waitFor()
    await field(desktop, 'Notes').waitFor()
  })

  test('CAP-2 CAP-3 CAP-4 HOME-3 saves the contact and its consents and offers the card', async () => {
    const card = await aCapturingCard({ timeout: 0, applyTags: 'Open house' })
    await using visitor = await aVisitor()
    const { page } = visitor
    await visitor.open(`/${card.alias}/home`)
    await dialog(visitor).waitFor()
    await fill(visitor)
    await connect(visitor).click()
    await page.getByRole('heading', { name: 'You’re connected' }).waitFor()
    await page.getByText('Thanks, Tobias. Ada has your details.').waitFor()
    const save = page.locator('dialog').getByRole('link', { name: 'ADD TO CONTACTS' })
    expect(await save.count()).toBe(0)
    await save.waitFor()
    const file = await fetch(new URL((await save.getAttribute('href')) ?? '', theSite().url))
    expect(file.headers.get('content-type')).toContain('text/vcard')

    const [contact, ...others] = await contactsOf(card)
    expect(others).toEqual([])
    expect(contact).toMatchObject({
      fullName: 'Tobias Wren',
      emailAddress: 'tobias@example.com',
      tags: ['Open house'],
      isQuarantined: false,
    })
    const [consent] = await app.deps.db.select().from(contactConsents).where(eq(contactConsents.subjectId, card.id))
    expect(consent?.wording).toContain('Your details go to Ada Winter, Winter & Daughters')

    await save.click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.getByText('Connected', { exact: true }).waitFor()
    expect(await readState(visitor, card.alias)).toMatchObject({ connected: true, connectedOn: expect.stringMatching(/^20/) })
  })

  test('CAP-3 shows a server error for two seconds and keeps what was typed', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    await visitor.page.route('**/connect-client', (route) => route.fulfill({ status: 200, json: { success: 0, message: 'Not today.' } }))
    await visitor.open(`/${alias}/home`)
    await dialog(visitor).waitFor()
    await fill(visitor)
    await connect(visitor).click()
    const error = form(visitor).getByText('Error sending message. Not today.')
    await error.waitFor()
    await error.waitFor({ state: 'detached' })
    expect(await field(visitor, 'Email').inputValue()).toBe('tobias@example.com')
    await visitor.page.unroute('**/connect-client')
    await connect(visitor).click()
    await visitor.page.getByRole('heading', { name: 'You’re connected' }).waitFor()
  })

  test('CAP-3 creates one contact when submitted twice', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor()
    await visitor.open(`/${card.alias}/home`)
    await dialog(visitor).waitFor()
    await fill(visitor)
    await connect(visitor).dblclick()
    await visitor.page.getByRole('heading', { name: 'You’re connected' }).waitFor()
    expect(await contactsOf(card)).toHaveLength(1)
  })

  test('opens from the contact page, above it', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/contact`)
    await dialog(visitor).waitFor()
    await visitor.page.keyboard.press('Escape')
    await dialog(visitor).waitFor({ state: 'detached' })
    await visitor.page.getByRole('link', { name: 'Share your details' }).click()
    await dialog(visitor).waitFor()
    expect(new URL(visitor.page.url()).pathname).toBe(`/${alias}/contact`)
  })
})

describe('the page of the form', () => {
  const path = (alias: string) => `/${alias}/lets-connect`

  test('CAP-1 works without scripts: errors are at their fields, and values stay', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    await visitor.open(path(card.alias))
    const openedAt = Date.now()
    await fill(visitor, { ...tobias, Phone: 'call me' })
    await connect(visitor).click()
    await page.getByText('Please enter a valid phone number.').waitFor()
    await page.getByText('Correct the errors!').waitFor()
    expect(await field(visitor, 'Email').inputValue()).toBe('tobias@example.com')

    await fill(visitor, { Phone: '(207) 555-0199' })
    // No person fills in a form faster than this, so the server rejects it.
    await vi.waitFor(() => expect(Date.now() - openedAt).toBeGreaterThan(3100), { timeout: 5000 })
    await connect(visitor).click()
    await page.getByRole('heading', { name: 'You’re connected' }).waitFor()
    expect(await page.getByRole('link', { name: 'ADD TO CONTACTS' }).getAttribute('href')).toContain('/v-card/')
    await page.reload()
    expect(await contactsOf(card)).toHaveLength(1)
  })

  test('CAP-2 has a new seal for each visitor', async () => {
    const { alias } = await aCapturingCard()
    const idOf = async () => /name="submissionId" value="([^"]+)"/.exec(await (await fetch(theSite().url + path(alias))).text())?.[1]
    const ids = await Promise.all([idOf(), idOf(), idOf()])
    expect(ids.every(Boolean)).toBe(true)
    expect(new Set(ids).size).toBe(3)
  })

  test('CAP-1 filled in before hydration, is submitted in the page after it', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor({ on: 'desktop' })
    const importWithRetry = Promise.withResolvers<void>()
    await visitor.page.route('**/assets/framework-*', async (route) => {
      await importWithRetry.promise
      await route.continue()
    })
    await visitor.open(path(card.alias))
    await fill(visitor)
    importWithRetry.resolve()
    await hydrate(visitor.page)
    await eventually(async () => expect(await connect(visitor).isEnabled()).toBe(true))
    await connect(visitor).click()
    await visitor.page.getByRole('link', { name: 'ADD TO CONTACTS' }).waitFor()
    expect(await contactsOf(card)).toHaveLength(1)
  })

  test('CAP-5 of a card that accepts no contacts says so and links to other ways', async () => {
    const { alias } = await aCapturingCard({ enabled: false })
    await using visitor = await aVisitor()
    await visitor.open(path(alias))
    await visitor.page.getByRole('heading', { name: 'Ada isn’t accepting new contacts right now.' }).waitFor()
    expect(await visitor.page.getByRole('link', { name: 'Ways to reach Ada' }).getAttribute('href')).toBe(`/${alias}/contact`)
  })
})

describe('on a device whose database never answers', () => {
  test('CAP-3 INST-3 the form opens and says why it was not sent', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest
    })
    await page.route('**/connect-client', (route) => route.abort('internetdisconnected'))
    await visitor.open(`/${card.alias}/home`)
    await dialog(visitor).waitFor()
    await fill(visitor)
    await connect(visitor).click()
    await page.getByText('Error sending message.').waitFor()
    await page.unroute('**/connect-client')
    await connect(visitor).click()
    await page.getByRole('heading', { name: 'You’re connected' }).waitFor()
    expect(await contactsOf(card)).toHaveLength(1)
  })
})

describe('on a device that stores nothing', () => {
  test('CAP-3 a form submitted again after a lost response creates one contact', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest
    })
    visitor.allow(/ERR_CONNECTION_RESET/)
    await page.route('**/connect-client', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await visitor.open(`/${card.alias}/contact`)
    await dialog(visitor).waitFor()
    await fill(visitor)
    await connect(visitor).click()
    await page.getByText('Error sending message.').waitFor()
    await page.unroute('**/connect-client')
    await page.keyboard.press('Escape')
    await dialog(visitor).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Share your details' }).click()
    await connect(visitor).click()
    await page.getByRole('heading', { name: 'You’re connected' }).waitFor()
    expect(await contactsOf(card)).toHaveLength(1)
  })
})

describe('without a connection', () => {
  test('CAP-3 the contact is queued on the device and sent once when back online', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    await page.route('**/connect-client', (route) => route.abort('internetdisconnected'))
    await page.route('**/captcha-challenge**', (route) => route.abort('internetdisconnected'))
    await visitor.open(`/${card.alias}/home`)
    await dialog(visitor).waitFor()
    await fill(visitor)
    await connect(visitor).click()
    await page.getByText('Error sending message.').waitFor()
    await page.getByText('Saved on this phone. We’ll send it when you’re back online.').waitFor()
    expect(await contactsOf(card)).toEqual([])

    await page.unroute('**/connect-client')
    await page.unroute('**/captcha-challenge**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await vi.waitFor(async () => expect(await contactsOf(card)).toHaveLength(1), { timeout: 15_000 })
    await eventually(async () => expect(await readState(visitor, card.alias)).toMatchObject({ connected: true }))
  })

  test('CAP-3 a queued contact is sent at the next visit, and the form stays closed', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    await page.route('**/connect-client', (route) => route.abort('internetdisconnected'))
    await visitor.open(`/${card.alias}/home`)
    await dialog(visitor).waitFor()
    await fill(visitor)
    await connect(visitor).click()
    await page.getByText('Saved on this phone.').waitFor()
    await page.unroute('**/connect-client')
    await visitor.open(`/${card.alias}/about`)
    await page.getByText('Sent. Ada has your details.').first().waitFor()
    expect(await dialog(visitor).count()).toBe(0)
    expect(await contactsOf(card)).toHaveLength(1)
  })
})
