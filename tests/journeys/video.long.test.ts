import { layouts } from '#common/layouts.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { savePicture } from '../factories/pictures.ts'
import { siteApp } from '../harness/site-app.ts'
import { aSharedVisitor, aVisitor, hydrate } from '../harness/visitor.ts'
import { anOwner } from './editor-steps.ts'

const app = await siteApp()

const withScene = layouts.filter((layout) => !('hidesScene' in layout))
const film = 'https://films.example/street.mp4'
const aVideoCard = () =>
  aCard(app.deps, { showVideoOnHomepage: true, videoUrl: film, showVimeoVideoOnDesktopHomepage: true, desktopVimeoVideoId: '123456789' })

/** Third-party sites: the player's page is empty, and the file never ends, since a failed one would remove the video. */
async function openVideo(options: Parameters<typeof aVisitor>[0]) {
  const visitor = await aVisitor(options)
  const requests: string[] = []
  await visitor.page.route(/films\.example|player\.vimeo\.com/, async (route) => {
    requests.push(route.request().url())
    if (!route.request().url().endsWith('.mp4')) await route.fulfill({ contentType: 'text/html', body: '' })
  })
  return { visitor, requests }
}

describe('the video behind a card', () => {
  const shared = { phone: aSharedVisitor(), desktop: aSharedVisitor({ on: 'desktop' }) }

  test('HOME-8 on a phone it is muted, plays by itself, and can be stopped', async () => {
    const { alias } = await aVideoCard()
    const { visitor, requests } = await openVideo({})
    await using _ = visitor
    await visitor.open(`/${alias}/home`)
    const video = visitor.page.locator('video')
    await video.waitFor({ state: 'attached' })
    expect(await video.evaluate((element: HTMLVideoElement) => [element.muted, element.loop, element.textContent])).toEqual([
      true,
      true,
      'Your browser does not support HTML5 video.',
    ])
    await expect.poll(() => requests).toContain(film)
    await visitor.page.getByRole('button', { name: /(pause|play) the video/i }).waitFor()
  })

  test('HOME-8 on a desktop it is the other one, from Vimeo', async () => {
    const { alias } = await aVideoCard()
    const { visitor, requests } = await openVideo({ on: 'desktop' })
    await using _ = visitor
    await visitor.open(`/${alias}/home`)
    await visitor.page.locator('iframe[title="Background video"]').waitFor({ state: 'attached' })
    await expect.poll(() => requests[0] ?? '').toContain('https://player.vimeo.com/video/123456789?background=1&muted=1')
    await visitor.page.getByRole('button', { name: 'Pause the video' }).click()
    await visitor.page.locator('iframe').waitFor({ state: 'detached' })
  })

  test('HOME-8 with reduced motion it is the still picture, without third-party requests', async () => {
    const { alias } = await aVideoCard()
    const { visitor, requests } = await openVideo({ reducedMotion: 'reduce' })
    await using _ = visitor
    const { page } = visitor
    const loaded = page.waitForResponse('**/assets/background-video-*.js')
    await visitor.open(`/${alias}/home`)
    await hydrate(page)
    await loaded
    expect(await page.locator('video').count()).toBe(0)
    expect(requests).toEqual([])
    // It was ready to play.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.locator('video').waitFor({ state: 'attached' })
  })

  test.each(
    withScene.flatMap(({ theme: eCardTheme }) => [
      { eCardTheme, picture: 'a picture' },
      { eCardTheme, picture: '' },
    ]),
  )('HOME-8 one that fails leaves no gap: $eCardTheme with “$picture” behind it', async ({ eCardTheme, picture }) => {
    const theme = { eCardTheme, eCardBackgroundImage: picture }
    const poster = film.replace('mp4', 'jpg')
    const plain = await aCard(app.deps, theme)
    const broken = await aCard(app.deps, {
      ...theme,
      showVideoOnHomepage: true,
      videoUrl: film,
      videoPosterUrl: poster,
      showVideoOnDesktopHomepage: true,
      desktopVideoUrl: film,
      desktopVideoPosterUrl: poster,
    })
    if (picture) for (const { id } of [plain, broken]) await savePicture(app.deps, app.deps.db, id, 'background', await aPhoto())
    for (const on of ['phone', 'desktop'] as const) {
      const visitor = await shared[on]()
      visitor.allow(/net::ERR_FAILED/)
      const { page } = visitor
      await visitor.open(`/${plain.alias}/home`)
      const usual = await page.evaluate(scenePositions)
      // This layout has no band on phones.
      expect(usual.hasPicture).toBe(picture !== '' && !(on === 'phone' && eCardTheme === 'compass'))

      const failed = page.waitForEvent('requestfailed', (request) => request.url() === film)
      await page.route(/films\.example/, (route) => route.abort())
      await visitor.open(`/${broken.alias}/home`)
      await failed
      await page.locator('.video').waitFor({ state: 'detached' })
      expect(await page.evaluate(scenePositions), on).toEqual(usual)
    }
  })

  test('in a layout that shows neither picture nor video, the editor says so at both', async () => {
    await using owner = await anOwner('design')
    const { page } = owner
    const note = page.getByText('Ledger shows no background image or video.')
    await page.getByText('A wide image, at least 1400 × 520 pixels.').waitFor()
    expect(await note.count()).toBe(0)
    await page.getByRole('radio', { name: 'Ledger' }).check({ force: true })
    await expect.poll(() => note.count()).toBe(2)
  })
})

const aPhoto = () =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background: '#3a5a40' } })
    .jpeg()
    .toBuffer()

/** Runs in the page: the positions of the name and the end of the page, and whether the picture behind them is visible. */
function scenePositions() {
  const name = document.querySelector('h1')?.getBoundingClientRect()
  const picture = document.querySelector<HTMLImageElement>('.scene img')
  const hasPicture = picture !== null && picture.naturalWidth > 0 && picture.checkVisibility()
  return { name: name?.toJSON() as unknown, height: document.body.scrollHeight, hasPicture }
}
