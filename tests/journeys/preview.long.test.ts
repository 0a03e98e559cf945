import type { Frame } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Card } from '#contract/cards/cards.ts'
import { aService } from '../samples/a-card.ts'
import { aReview } from '../samples/a-review.ts'
import { anEditor, type EditorMessage } from '../harness/an-editor.ts'
import { theSite } from '../harness/the-site.ts'
import { aVisitor } from '../harness/visitor.ts'
import { eventually } from '../harness/eventually.ts'

const subject = (fields: Partial<Card>): EditorMessage => ({ type: 'subject', subject: fields })
const waitForName = (frame: Frame, name: string) => frame.getByRole('heading', { level: 1, name }).waitFor()

describe('PREVIEW-1 the card in its editor’s frame', () => {
  test('reports that it is ready and shows edits: text, colors and layout', async () => {
    await using visitor = await aVisitor({ on: 'desktop', reducedMotion: 'reduce' })
    const { frame, waitForMessage, send } = await anEditor(visitor)
    await waitForMessage({ source: 'carte-card', type: 'loaded', alias: 'maren' })

    await send(subject({ fullName: 'Maren H. Holloway', eCardTheme: 'elliman', eCardBackgroundColor: '#102030', title: 'Owner' }))
    await waitForName(frame, 'Maren H. Holloway')
    await frame.getByText('Owner', { exact: true }).first().waitFor()
    const readStyle = () =>
      frame.evaluate(() => {
        const { backgroundColor } = getComputedStyle(document.body)
        const radius = getComputedStyle(document.documentElement).getPropertyValue('--card-radius').trim()
        return { backgroundColor, radius }
      })
    await eventually(async () => expect(await readStyle()).toEqual({ backgroundColor: 'rgb(16, 32, 48)', radius: '2px' }))

    await send(subject({ eCardTheme: 'default' }))
    await eventually(async () => expect((await readStyle()).radius).not.toBe('2px'))
  })

  test('shows the services, reviews and pages it receives, and opens its menu', async () => {
    await using visitor = await aVisitor({ on: 'desktop', reducedMotion: 'reduce' })
    const { frame, waitForMessage, send } = await anEditor(visitor)
    await waitForMessage({ source: 'carte-card', type: 'loaded', alias: 'maren' })

    await send({ type: 'services', services: [aService({ serviceName: 'Blog', directLink: 'https://blog.example/new' })] })
    await send({ type: 'navigate', page: 'connect' })
    await waitForMessage({ source: 'carte-card', type: 'navigated', page: 'connect' })
    await frame.locator('a[href="https://blog.example/new"]').first().waitFor()

    await send({ type: 'reviews', reviews: [{ ...aReview(), title: 'Typed a moment ago', show: true }] })
    await send({ type: 'navigate', page: 'reviews' })
    await frame.getByText('Typed a moment ago').first().waitFor()

    await send({ type: 'components', components: [{ gradeServiceId: 1, gradeComponentId: 1, currentValue: 'https://write.example/' }] })
    await send({ type: 'navigate', page: 'review' })
    await frame.locator('a[href="https://write.example/"]').first().waitFor()

    await send({ type: 'menu', isOpen: true })
    await frame.getByRole('dialog', { name: 'Menu' }).waitFor()
    await send({ type: 'menu', isOpen: false })
    await frame.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'hidden' })
    expect(await frame.getByText('Typed a moment ago').count()).toBe(0)
  })

  test('never takes the focus from what is typed beside it', async () => {
    await using visitor = await aVisitor({ on: 'desktop', reducedMotion: 'reduce' })
    const { waitForMessage, send } = await anEditor(visitor)
    await waitForMessage({ source: 'carte-card', type: 'loaded', alias: 'maren' })
    await visitor.page.evaluate(() => document.body.appendChild(document.createElement('input')).focus())
    await send({ type: 'navigate', page: 'connect' })
    await waitForMessage({ source: 'carte-card', type: 'navigated', page: 'connect' })
    await visitor.page.keyboard.type('linkedin.com/in/maren')
    expect(await visitor.page.evaluate(() => document.querySelector('input')?.value)).toBe('linkedin.com/in/maren')
  })

  test('links to its own pages only', async () => {
    await using visitor = await aVisitor({ on: 'desktop', reducedMotion: 'reduce' })
    const { frame, waitForMessage, send } = await anEditor(visitor)
    await waitForMessage({ source: 'carte-card', type: 'loaded', alias: 'maren' })
    await send(subject({ fullName: 'Still Typed' }))
    await waitForName(frame, 'Still Typed')

    const calls: string[] = []
    visitor.page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
    await frame.locator('a[href^="tel:"]').first().click()
    await frame.getByText('This is a preview.').last().waitFor()
    await frame
      .getByRole('link', { name: /add to contacts/i })
      .first()
      .click()
    await waitForMessage({ source: 'carte-card', type: 'navigated', page: 'vCard' })
    await frame.getByText('Still Typed').first().waitFor()
    expect(new URL(frame.url()).pathname + new URL(frame.url()).search).toBe('/maren/v-card?preview=on')
    expect(visitor.page.context().pages()).toHaveLength(1)
    expect(calls).toEqual([])
  })

  test('accepts known messages from its parent window only', async () => {
    await using visitor = await aVisitor({ on: 'desktop', reducedMotion: 'reduce' })
    const { frame, waitForMessage, post, send } = await anEditor(visitor)
    await waitForMessage({ source: 'carte-card', type: 'loaded', alias: 'maren' })
    // From itself, and from a frame beside it on the same origin.
    await frame.evaluate((message) => postMessage(message, location.origin), {
      source: 'carte-account',
      ...subject({ fullName: 'By Itself' }),
    })
    await visitor.page.evaluate(() => {
      const beside = document.createElement('iframe')
      document.body.append(beside)
      const words = { source: 'carte-account', type: 'subject', subject: { fullName: 'By A Neighbor' } }
      const script = beside.contentDocument?.createElement('script')
      if (!script) return
      script.textContent = `parent.frames[0].postMessage(${JSON.stringify(words)}, '*')`
      beside.contentDocument?.body.append(script)
    })
    await post({ source: 'carte-account', type: 'subject', subject: { fullName: { html: '<b>' } } })
    await post({ source: 'carte-account', type: 'publish' })
    await send(subject({ title: 'Written by the editor' }))
    await frame.getByText('Written by the editor').first().waitFor()
    await waitForName(frame, 'Maren Holloway')
    expect(await frame.getByText(/By Itself|By A Neighbor/).count()).toBe(0)
  })

  test.each(['no-card-here', 'closed'])('is an empty card if no card can be shown: %s', async (alias) => {
    await using visitor = await aVisitor({ on: 'desktop', reducedMotion: 'reduce' })
    const { frame, waitForMessage, send } = await anEditor(visitor, `/${alias}/home?preview=on`)
    await waitForMessage({ source: 'carte-card', type: 'loaded', alias })
    await send(subject({ fullName: 'Someone New' }))
    await waitForName(frame, 'Someone New')
    expect(await frame.getByText('(').count()).toBe(0)
  })
})

describe('the card in a frame', () => {
  test('is allowed only with preview=on, and never for other sites', async () => {
    const frameAncestorsOf = async (path: string) => {
      const { headers } = await fetch(theSite().url + path)
      return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }
    expect(await frameAncestorsOf('/maren/home?preview=on')).toBe("'self'")
    expect(await frameAncestorsOf('/maren/home')).toBe("'none'")
    expect(await frameAncestorsOf('/account/login?preview=on')).toBe("'none'")
    expect(await frameAncestorsOf('/maren/login?preview=on')).toBe("'none'")
  })

  test('as a page of its own is the card, with its links', async () => {
    await using visitor = await aVisitor()
    await visitor.open('/maren/home?preview=on')
    await visitor.page.getByRole('heading', { level: 1, name: 'Maren Holloway' }).waitFor()
    await visitor.page.evaluate(() =>
      postMessage({ source: 'carte-account', type: 'subject', subject: { fullName: 'Not Me' } }, location.origin),
    )
    await visitor.page.getByRole('button', { name: 'Open menu' }).click()
    await visitor.page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'About Me' }).click()
    await visitor.page.getByRole('heading', { level: 1, name: 'About Me' }).waitFor()
    expect(await visitor.page.getByText('Not Me').count()).toBe(0)
  })
})
