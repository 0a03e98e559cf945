import { describe, expect, test } from 'vitest'
import { stopClockNow } from '../harness/stop-clock.ts'
import { photo, asFile, anOwner, uploads } from './upload-steps.ts'

describe('ACCOUNT-2 an uploaded picture', () => {
  test('by keyboard: Escape changes nothing', async () => {
    await using owner = await anOwner({ on: 'desktop' })
    const { page, now, choose, dialog, stage } = owner
    const before = await now.getAttribute('src')
    await choose.focus()
    await choose.setInputFiles(asFile(await photo('#1030c0')))
    await dialog.waitFor()
    await expect.poll(() => stage.evaluate((place) => place === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await now.getAttribute('src')).toBe(before)
    await expect.poll(() => choose.evaluate((input) => input === document.activeElement)).toBe(true)
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

  test('an upload continues while another section is open; an error is shown there', async () => {
    await using owner = await anOwner()
    const { page, field, now, choose, dialog, allow, open, showsMessage } = owner
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
    await open('Design')
    arrived.resolve()
    await page.getByText('1 unpublished change').waitFor()
    await open('Profile')
    await expect.poll(() => now.getAttribute('src')).not.toBe(before)

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
    await open('Design')
    await page.waitForURL('**/design')
    await field.waitFor({ state: 'detached' })
    // The message goes after a while.
    await page.clock.install()
    await stopClockNow(page)
    broken.resolve()
    await showsMessage('alert', 'The image wasn’t uploaded.')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.clock.resume()
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
