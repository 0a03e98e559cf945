import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { connectedMs, promptDelayMs } from '#contract/constants.ts'
import { contactConsents } from '#server/contacts/tables.ts'
import { siteApp } from '../harness/site-app.ts'
import { eventually } from '../harness/eventually.ts'
import { recordMessages } from '../harness/record-messages.ts'
import { stopClock } from '../harness/stop-clock.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { aCapturingCard, contactsOf, dialog, field, connect, fill, readState, tobias } from './capture-steps.ts'

const app = await siteApp()

describe('the form opens automatically', () => {
  test('CAP-5 PROMPT-1 after the owner’s delay, and each time is counted', async () => {
    const { alias } = await aCapturingCard({ timeout: 8 })
    await using visitor = await aVisitor()
    const clock = await stopClock(visitor.page)
    await visitor.open(`/${alias}/home`)
    await hydrate(visitor.page)
    await clock.timer(promptDelayMs.connect + 8000)
    await clock.runFor(promptDelayMs.connect + 7900)
    expect(await dialog(visitor).isVisible()).toBe(false)
    await clock.runFor(200)
    await clock.resume()
    await dialog(visitor).waitFor()
    await eventually(async () => expect(await readState(visitor, alias)).toMatchObject({ connectPromptCount: 1 }))
  })
})

describe('the form', () => {
  test('CAP-2 CAP-3 CAP-4 HOME-3 saves the contact and its consents and offers the card', async () => {
    const card = await aCapturingCard({ timeout: 0, applyTags: 'Open house' })
    await using visitor = await aVisitor()
    const { page } = visitor
    const clock = await stopClock(page)
    await visitor.open(`/${card.alias}/home`)
    await hydrate(page)
    await clock.runUntil(() => dialog(visitor).isVisible())
    await fill(visitor)
    await connect(visitor).click()
    await clock.runUntil(() => page.getByRole('heading', { name: 'You’re connected' }).isVisible())
    await page.getByText('Thanks, Tobias. Ada has your details.').waitFor()
    const save = page.locator('dialog').getByRole('link', { name: 'ADD TO CONTACTS' })
    await clock.timer(connectedMs.animation)
    expect(await save.count()).toBe(0)
    await clock.runFor(connectedMs.animation)
    await clock.resume()
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
})

describe('the page of the form', () => {
  const path = (alias: string) => `/${alias}/lets-connect`

  test('CAP-1 works without scripts: errors are at their fields, and values stay', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor({ javaScriptEnabled: false })
    const { page } = visitor
    await visitor.open(path(card.alias))
    await fill(visitor, { ...tobias, Phone: 'call me' })
    await connect(visitor).click()
    await page.getByText('Please enter a valid phone number.').waitFor()
    await page.getByRole('alert').getByText('Correct the errors!').waitFor()
    expect(await field(visitor, 'Email').inputValue()).toBe('tobias@example.com')

    await fill(visitor, { Phone: '(207) 555-0199' })
    await connect(visitor).click()
    await page.getByRole('heading', { name: 'You’re connected' }).waitFor()
    expect(await page.getByRole('link', { name: 'ADD TO CONTACTS' }).getAttribute('href')).toContain('/v-card/')
    await page.reload()
    expect(await contactsOf(card)).toHaveLength(1)
  })
})

describe('without a connection', () => {
  test('CAP-3 the contact is queued on the device and sent once when back online', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    const showsMessage = await recordMessages(page)
    await page.route('**/connect-client', (route) => route.abort('internetdisconnected'))
    await page.route('**/captcha-challenge**', (route) => route.abort('internetdisconnected'))
    await visitor.open(`/${card.alias}/home`)
    await dialog(visitor).waitFor()
    await fill(visitor)
    await connect(visitor).click()
    await showsMessage('alert', 'Error sending message.')
    await page.getByText('Saved on this phone. We’ll send it when you’re back online.').waitFor()
    expect(await contactsOf(card)).toEqual([])

    await page.unroute('**/connect-client')
    await page.unroute('**/captcha-challenge**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await eventually(async () => expect(await contactsOf(card)).toHaveLength(1))
    await eventually(async () => expect(await readState(visitor, card.alias)).toMatchObject({ connected: true }))
    // As after sending it at once.
    const confirmation = page.getByRole('dialog', { name: 'You’re connected' })
    await confirmation.getByRole('link', { name: 'ADD TO CONTACTS' }).waitFor()
  })
})
