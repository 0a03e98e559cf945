import { describe, expect, test } from 'vitest'
import { captureDelay, promptDelayMs, snackbarMs } from '#contract/constants.ts'
import { eventually } from '../harness/eventually.ts'
import { isInView } from '../harness/is-in-view.ts'
import { recordMessages } from '../harness/record-messages.ts'
import { stopClock } from '../harness/stop-clock.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'
import { type Setting, aCapturingCard, contactsOf, dialog, form, field, connect, fill, readState } from './capture-steps.ts'

/** What a delay of zero is. */
const leastDelayMs = promptDelayMs.connect + captureDelay.leastSeconds * 1000

describe('the form opens automatically', () => {
  test('CAP-5 with a delay of zero, but after the page is rendered', async () => {
    const { alias } = await aCapturingCard({ timeout: 0 })
    await using visitor = await aVisitor()
    const clock = await stopClock(visitor.page)
    await visitor.open(`/${alias}/home`)
    await hydrate(visitor.page)
    await clock.timer(leastDelayMs)
    await clock.runFor(leastDelayMs - 100)
    expect(await dialog(visitor).isVisible()).toBe(false)
    await clock.runFor(200)
    await clock.resume()
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
    const clock = await stopClock(visitor.page)
    await visitor.open(`/${alias}/${path}`)
    await hydrate(visitor.page)
    const isApp = path.includes('simulateStandalone')
    await clock.timer(isApp ? promptDelayMs.login : leastDelayMs)
    const deferred = visitor.page.waitForResponse('**/assets/card-deferred-*')
    await clock.runFor(5000)
    await deferred
    // The install prompt is next, if there can be one: its delay begins once the form is skipped.
    if (!isApp && !path.includes('preview')) await clock.timer(promptDelayMs.install)
    await clock.runFor(5000)
    expect(await dialog(visitor).count()).toBe(0)
  })

  test('CAP-5 in a browser that is never idle', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    await visitor.page.addInitScript(() => {
      globalThis.requestIdleCallback = (act, { timeout } = {}) => {
        const deadline = { didTimeout: true, timeRemaining: () => 0 }
        return timeout === undefined ? 0 : Number(setTimeout(act, timeout, deadline))
      }
    })
    await visitor.open(`/${alias}/home`)
    await expect.poll(() => dialog(visitor).isVisible()).toBe(true)
  })

  test('CAP-5 on a desktop only if the owner enabled it', async () => {
    const { alias } = await aCapturingCard({ timeout: 0, desktopEnabled: false })
    await using desktop = await aVisitor({ on: 'desktop' })
    const clock = await stopClock(desktop.page)
    await desktop.open(`/${alias}/home`)
    await hydrate(desktop.page)
    await clock.timer(leastDelayMs)
    await clock.runFor(leastDelayMs)
    // The install prompt is next: its delay begins once the form is skipped.
    await clock.timer(promptDelayMs.install)
    expect(await dialog(desktop).count()).toBe(0)
    await using phone = await aVisitor()
    await phone.open(`/${alias}/home`)
    await dialog(phone).waitFor()
  })

  test('PROMPT-1 after an open sheet is closed', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    const clock = await stopClock(page)
    await visitor.open(`/${alias}/home`)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await hydrate(visitor.page)
    await clock.timer(leastDelayMs)
    await clock.runFor(leastDelayMs)
    // The prompts have started: the visit is counted.
    await clock.runUntil(async () => 'visitCount' in (await readState(visitor, alias)))
    await clock.runFor(3000)
    expect(await dialog(visitor).count()).toBe(0)
    await page.keyboard.press('Escape')
    await clock.resume()
    await dialog(visitor).waitFor()
  })

  test('PROMPT-1 five seconds after the page was touched, never under a finger', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    const clock = await stopClock(page)
    await visitor.open(`/${alias}/home`)
    await hydrate(page)
    await clock.timer(leastDelayMs)
    const { promise: isTouched, resolve: letLoad } = Promise.withResolvers<void>()
    const file = '**/assets/connect-dialog-*.js'
    await page.route(file, (route) => void isTouched.then(() => route.continue()))
    let isRequested = false
    void page.waitForRequest(file).then(() => (isRequested = true))
    await clock.runUntil(async () => isRequested)
    // While its file loads.
    await page.touchscreen.tap(190, 420)
    const loaded = page.waitForResponse(file)
    letLoad()
    await loaded
    await clock.runFor(4000)
    await page.keyboard.press('ArrowDown')
    await clock.runFor(4900)
    expect(await dialog(visitor).count()).toBe(0)
    await clock.runUntil(() => dialog(visitor).isVisible())
  })

  test('PROMPT-1 on the page that saves the contact only after its file was opened', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    const clock = await stopClock(page)
    await visitor.open(`/${alias}/v-card`)
    await hydrate(page)
    await clock.timer(leastDelayMs)
    let isLoaded = false
    void page.waitForResponse('**/assets/connect-dialog-*.js').then(() => (isLoaded = true))
    await clock.runUntil(async () => isLoaded)
    await clock.runFor(60_000)
    expect(await dialog(visitor).count()).toBe(0)

    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Add to contacts' }).click()
    await file
    await clock.runFor(4900)
    expect(await dialog(visitor).count()).toBe(0)
    await clock.runUntil(() => dialog(visitor).isVisible())
  })

  test('PROMPT-2 once per load, and keeps what was typed when closed', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    await visitor.open(`/${alias}/contact`)
    await dialog(visitor).waitFor()
    await expect.poll(() => page.evaluate(() => document.querySelector('dialog')?.contains(document.activeElement))).toBe(true)
    await field(visitor, 'First name').fill('Tobias')
    await form(visitor).getByText('More info').click()
    await field(visitor, 'Notes').fill('The blue house')
    await page.keyboard.press('Escape')
    await dialog(visitor).waitFor({ state: 'detached' })
    await page.evaluate((href) => document.querySelector<HTMLElement>(`#menu a[href="${href}"]`)?.click(), `/${alias}/connect`)
    await page.getByRole('heading', { level: 1, name: 'Connect with Me' }).waitFor()
    expect(await dialog(visitor).count()).toBe(0)

    await page.getByRole('link', { name: 'Share your details' }).click()
    await dialog(visitor).waitFor()
    expect(await field(visitor, 'First name').inputValue()).toBe('Tobias')
    expect(await field(visitor, 'Notes').inputValue()).toBe('The blue house')
    await page.reload()
    await dialog(visitor).waitFor()
    await eventually(async () => expect(await readState(visitor, alias)).toMatchObject({ connectPromptCount: 2 }))
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
  test('CAP-1 shows errors on blur; a disabled button lists what is missing', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/home`)
    await field(visitor, 'First name').focus()
    await field(visitor, 'Email').fill('tobias@example')
    await field(visitor, 'Phone').focus()
    await form(visitor).getByText('Please enter your first name.').waitFor()
    await form(visitor).getByText('Please enter a valid email.').waitFor()
    await eventually(async () => expect(await connect(visitor).isDisabled()).toBe(true))

    const needed = form(visitor).getByRole('status').filter({ hasText: 'Still needed' })
    await needed.getByText('Still needed: first name, last name, phone, email').waitFor()

    await field(visitor, 'Phone').press('Enter')
    const message = form(visitor).getByRole('alert').getByText('Correct the errors!')
    await message.waitFor()
    await form(visitor).getByText('Please enter your last name.').waitFor()
    await eventually(async () =>
      expect(await field(visitor, 'First name').evaluate((element) => element === document.activeElement)).toBe(true),
    )
    await fill(visitor, { 'First name': 'Tobias', Phone: '(207) 555-0199', Email: 'tobias@example.com' })
    await needed.getByText('Still needed: last name').waitFor()
    await field(visitor, 'Email').press('Enter')
    await eventually(async () => expect([await isInView(message), await isInView(field(visitor, 'Last name'))]).toEqual([true, true]))
    await fill(visitor)
    await eventually(async () => expect(await connect(visitor).isDisabled()).toBe(false))
    expect([await message.count(), await needed.count()]).toEqual([0, 0])
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

  test('CAP-3 shows a server error for two seconds and keeps what was typed', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    await visitor.page.route('**/connect-client', (route) => route.fulfill({ status: 200, json: { success: 0, message: 'Not today.' } }))
    const clock = await stopClock(visitor.page)
    await visitor.open(`/${alias}/home`)
    await hydrate(visitor.page)
    await clock.runUntil(() => dialog(visitor).isVisible())
    await fill(visitor)
    await connect(visitor).click()
    const error = form(visitor).getByText('Error sending message. Not today.')
    await clock.runUntil(() => error.isVisible())
    await clock.timer(snackbarMs.error)
    await clock.runFor(snackbarMs.error)
    await error.waitFor({ state: 'detached' })
    await clock.resume()
    expect(await field(visitor, 'Email').inputValue()).toBe('tobias@example.com')
    await visitor.page.unroute('**/connect-client')
    await connect(visitor).click()
    await visitor.page.getByRole('heading', { name: 'You’re connected' }).waitFor()
  })

  test('opens from the contact page, above it', async () => {
    const { alias } = await aCapturingCard()
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/contact`)
    await dialog(visitor).waitFor()
    await visitor.page.keyboard.press('Escape')
    await dialog(visitor).waitFor({ state: 'detached' })
    expect(await visitor.page.evaluate(() => document.activeElement?.id)).toBe('content')
    await visitor.page.getByRole('link', { name: 'Share your details' }).click()
    await dialog(visitor).waitFor()
    expect(new URL(visitor.page.url()).pathname).toBe(`/${alias}/contact`)
  })
})

describe('the page of the form', () => {
  const path = (alias: string) => `/${alias}/lets-connect`

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
    const showsMessage = await recordMessages(page)
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest
    })
    await page.route('**/connect-client', (route) => route.abort('internetdisconnected'))
    await visitor.open(`/${card.alias}/home`)
    await dialog(visitor).waitFor()
    await fill(visitor)
    await connect(visitor).click()
    await showsMessage('alert', 'Error sending message.')
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
    const showsMessage = await recordMessages(page)
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
    await showsMessage('alert', 'Error sending message.')
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
  test('INST-2 CAP-3 the form’s page promises to send later; nothing covers its button', async () => {
    const card = await aCapturingCard()
    await using visitor = await aVisitor()
    const { page } = visitor
    await visitor.open(`/${card.alias}/lets-connect`)
    await hydrate(page)
    await page.locator('.connection').waitFor({ state: 'attached' })
    await page.context().setOffline(true)
    await page.locator('.connection').getByText('No Internet Connection').waitFor()
    await form(visitor).getByText('You’re offline. We’ll send this when you’re back.').waitFor()
    await fill(visitor)
    await connect(visitor).scrollIntoViewIfNeeded()
    const { x = 0, y = 0, width = 0, height = 0 } = (await connect(visitor).boundingBox()) ?? {}
    await page.touchscreen.tap(x + width / 2, y + height / 2)
    await page.getByText('Saved on this phone. We’ll send it when you’re back online.').waitFor()

    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

    await page.context().setOffline(false)
    await eventually(async () => expect(await contactsOf(card)).toHaveLength(1))
    await page.getByRole('link', { name: 'ADD TO CONTACTS' }).waitFor()
    expect(await page.getByRole('link', { name: 'Back to the card' }).getAttribute('href')).toBe(`/${card.alias}/home`)
    expect(await page.getByText('Sent. Ada has your details.').count()).toBe(0)
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
    const showsMessage = await recordMessages(page)
    await visitor.open(`/${card.alias}/about`)
    await showsMessage('toast', 'Sent. Ada has your details.')
    expect(await dialog(visitor).count()).toBe(0)
    expect(await contactsOf(card)).toHaveLength(1)
  })
})

test('CAP-3 the form creates one contact when submitted twice', async () => {
  const card = await aCapturingCard()
  await using visitor = await aVisitor()
  await visitor.open(`/${card.alias}/home`)
  await dialog(visitor).waitFor()
  await fill(visitor)
  await connect(visitor).dblclick()
  await visitor.page.getByRole('heading', { name: 'You’re connected' }).waitFor()
  expect(await contactsOf(card)).toHaveLength(1)
})
