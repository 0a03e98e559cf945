import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { siteApp } from '../harness/site-app.ts'
import { findAccessibilityIssues } from '../harness/find-accessibility-issues.ts'
import { photo, asFile, anOwner, uploads } from './upload-steps.ts'

const app = await siteApp()

/** The color in the middle of the picture at this address. */
async function colorAt(path: string): Promise<'red' | 'blue' | 'none'> {
  const answer = await app.fetch(new Request(new URL(path, app.deps.settings.publicUrl), { headers: { accept: 'image/webp' } }))
  if (!answer.headers.get('content-type')?.includes('webp')) return 'none'
  const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats()
  return (channels[0]?.mean ?? 0) > (channels[2]?.mean ?? 0) ? 'red' : 'blue'
}

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
})

describe('a failed upload', () => {
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
})
