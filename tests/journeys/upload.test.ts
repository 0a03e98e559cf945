import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { savePicture } from '../factories/pictures.ts'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const app = await siteApp()

const photo = (background: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
const asFile = (buffer: Buffer, name = 'me.jpg', mimeType = 'image/jpeg') => ({ name, mimeType, buffer })

/** An owner at their portrait, which is red at first. */
async function anOwner(options: Parameters<typeof aVisitor>[0] = {}) {
  const card = await aCard(app.deps)
  await savePicture(app.deps, app.deps.db, card.id, 'profile', await photo('#b01010'))
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor(options)
  await visitor.setSession(owner.cookie)
  await visitor.open(`/account/edit/${card.alias}/profile`)
  const { page } = visitor
  const field = page.getByRole('group', { name: 'Profile photo' })
  const now = field.getByRole('img', { name: 'Current Profile photo' })
  const choose = field.getByLabel('Replace: Profile photo')
  const dialog = page.getByRole('dialog', { name: 'Profile photo' })
  // Elements that need a script show that it runs.
  await field.locator('input:enabled').first().waitFor({ state: 'attached' })
  const stage = dialog.getByRole('application')
  return {
    card,
    page,
    field,
    now,
    choose,
    dialog,
    stage,
    allow: visitor.allow,
    open: (section: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click(),
    [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose](),
  }
}

/** The color in the middle of the picture at this address. */
async function colorAt(path: string): Promise<'red' | 'blue' | 'none'> {
  const answer = await app.fetch(new Request(new URL(path, app.deps.settings.publicUrl), { headers: { accept: 'image/webp' } }))
  if (!answer.headers.get('content-type')?.includes('webp')) return 'none'
  const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats()
  return (channels[0]?.mean ?? 0) > (channels[2]?.mean ?? 0) ? 'red' : 'blue'
}

const uploads = '**/upload-picture/**'

describe('ACCOUNT-2 an uploaded picture', () => {
  test('is cropped on a phone, saved in the draft, and still there after a reload', async () => {
    await using owner = await anOwner()
    const { page, field, now, choose, dialog, stage, card } = owner
    await choose.setInputFiles(asFile(await photo('#1030c0')))
    await dialog.waitFor()
    expect(await findAccessibilityIssues(page)).toEqual([])
    await stage.press('+')
    await stage.press('ArrowRight')
    const sent = page.waitForRequest(uploads)
    await dialog.getByRole('button', { name: 'Use this' }).click()
    const crop = new URL((await sent).url()).searchParams.get('crop')?.split(',').map(Number) ?? []
    // Zoomed in, and right of the middle.
    expect([crop[3], crop[0]]).toEqual([expect.closeTo(1 / 1.15, 2), expect.closeTo(0.5 - 600 / 1.15 / 900 / 2 + 0.03, 1)])
    await field.getByText('Image updated.').waitFor()
    const src = (await now.getAttribute('src')) ?? ''
    expect(await colorAt(src)).toBe('blue')
    expect(await colorAt(`/api/public/client-image/${card.alias}/ProfileImage/latest`)).toBe('red')

    await page
      .getByText(/^Saved/)
      .first()
      .waitFor({ state: 'attached' })
    await page.reload()
    expect(await now.getAttribute('src')).toBe(src)
  })

  test('by keyboard: Escape changes nothing', async () => {
    await using owner = await anOwner({ on: 'desktop' })
    const { page, now, choose, dialog, stage } = owner
    const before = await now.getAttribute('src')
    await choose.focus()
    await choose.setInputFiles(asFile(await photo('#1030c0')))
    await dialog.waitFor()
    expect(await stage.evaluate((place) => place === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await now.getAttribute('src')).toBe(before)
    expect(await choose.evaluate((input) => input === document.activeElement)).toBe(true)
  })

  test('can be dropped and pasted', async () => {
    await using owner = await anOwner({ on: 'desktop' })
    const { page, field, dialog } = owner
    const bytes = [...(await photo('#1030c0', 60, 60))]
    for (const kind of ['drop', 'paste'] as const) {
      await field.evaluate(
        (place, sent) => {
          const data = new DataTransfer()
          data.items.add(new File([new Uint8Array(sent.bytes)], 'me.jpg', { type: 'image/jpeg' }))
          const facts = { bubbles: true, cancelable: true }
          place.dispatchEvent(
            sent.kind === 'drop'
              ? new DragEvent('drop', { ...facts, dataTransfer: data })
              : new ClipboardEvent('paste', { ...facts, clipboardData: data }),
          )
        },
        { bytes, kind },
      )
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(await field.getByRole('alert').count(), kind).toBe(0)
    }
  })
})

describe('a failed upload', () => {
  test('a PDF is rejected at the field without being sent; the old picture stays', async () => {
    await using owner = await anOwner()
    const { page, field, now, choose } = owner
    const before = await now.getAttribute('src')
    let sent = 0
    await page.route(uploads, (route) => {
      sent++
      return route.abort()
    })
    await choose.setInputFiles(asFile(Buffer.from('%PDF-1.7 hello'), 'me.jpg'))
    await field.getByRole('alert').filter({ hasText: 'This is a PDF' }).waitFor()
    expect([await now.getAttribute('src'), sent]).toEqual([before, 0])
  })

  test('a broken connection loses nothing: the file is sent again', async () => {
    await using owner = await anOwner()
    const { page, field, now, choose, dialog, allow } = owner
    allow(/net::ERR_FAILED/)
    await page.route(uploads, (route) => route.abort('failed'))
    await choose.setInputFiles(asFile(await photo('#1030c0')))
    await dialog.getByRole('button', { name: 'Use this' }).click()
    await field.getByRole('alert').filter({ hasText: 'The upload failed' }).waitFor()
    await page.unroute(uploads)
    await field.getByRole('button', { name: 'Try again' }).click()
    await field.getByText('Image updated.').waitFor()
    expect(await colorAt((await now.getAttribute('src')) ?? '')).toBe('blue')
  })

  test('an upload continues while another section is open; an error is shown there', async () => {
    await using owner = await anOwner()
    const { page, field, now, choose, dialog, allow, open } = owner
    allow(/net::ERR_FAILED/)
    const before = await now.getAttribute('src')
    const arrived = Promise.withResolvers<void>()
    await page.route(uploads, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await choose.setInputFiles(asFile(await photo('#1030c0')))
    await dialog.getByRole('button', { name: 'Use this' }).click()
    await field.getByRole('progressbar').waitFor()
    await open('Look')
    arrived.resolve()
    await page.getByText('1 unpublished change').waitFor()
    await open('Profile')
    expect(await now.getAttribute('src')).not.toBe(before)

    await page.unroute(uploads)
    const broken = Promise.withResolvers<void>()
    await page.route(uploads, async (route) => {
      await broken.promise
      await route.abort('failed')
    })
    await choose.setInputFiles(asFile(await photo('#10c030')))
    await dialog.getByRole('button', { name: 'Use this' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('An image is still uploading. Publish when it’s done.').first().waitFor()
    await open('Look')
    await page.waitForURL('**/look')
    await field.waitFor({ state: 'detached' })
    broken.resolve()
    await page.getByRole('alert').filter({ hasText: 'The image wasn’t uploaded.' }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await field.getByRole('button', { name: 'Try again' }).waitFor()
  })

  test('an upload can be canceled', async () => {
    await using owner = await anOwner()
    const { page, field, now, choose, dialog } = owner
    const before = await now.getAttribute('src')
    // Never answered.
    await page.route(uploads, () => {})
    await choose.setInputFiles(asFile(await photo('#1030c0')))
    await dialog.getByRole('button', { name: 'Use this' }).click()
    await field.getByRole('progressbar').waitFor()
    await field.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => field.getByRole('progressbar').count()).toBe(0)
    expect(await now.getAttribute('src')).toBe(before)
  })

  test('a server error is in the reader’s language', async () => {
    await using owner = await anOwner()
    const { page, field, choose, dialog, allow } = owner
    allow(/422|415/)
    await page.route(uploads, (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/problem+json',
        json: { type: '/problems/picture-unreadable', status: 422, title: 'x' },
      }),
    )
    await choose.setInputFiles(asFile(await photo('#1030c0')))
    await dialog.getByRole('button', { name: 'Use this' }).click()
    await field.getByRole('alert').filter({ hasText: 'We couldn’t read that image' }).waitFor()
    expect(await field.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })
})
