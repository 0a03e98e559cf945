import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aCard } from '../factories/cards.ts'
import { savePicture } from '../factories/pictures.ts'
import { behindTheSite } from '../harness/behind-the-site.ts'
import { aSharedVisitor, aVisitor } from '../harness/visitor.ts'

const house = await behindTheSite()

const film = 'https://films.example/street.mp4'
const filmed = () =>
  aCard(house.needs, { showVideoOnHomepage: true, videoUrl: film, showVimeoVideoOnDesktopHomepage: true, desktopVimeoVideoId: '123456789' })

/** The other sites: the player's page is empty, and the file never ends; one that fails would take the video away. */
async function watching(wishes: Parameters<typeof aVisitor>[0]) {
  const visitor = await aVisitor(wishes)
  const asked: string[] = []
  await visitor.page.route(/films\.example|player\.vimeo\.com/, async (route) => {
    asked.push(route.request().url())
    if (!route.request().url().endsWith('.mp4')) await route.fulfill({ contentType: 'text/html', body: '' })
  })
  return { visitor, asked }
}

describe('the video behind a card', () => {
  const shared = { phone: aSharedVisitor(), desktop: aSharedVisitor({ on: 'desktop' }) }

  test('HOME-8 on a phone it is silent, begins by itself, and can be stopped', async () => {
    const { alias } = await filmed()
    const { visitor, asked } = await watching({})
    await using _ = visitor
    await visitor.open(`/${alias}/home`)
    const video = visitor.page.locator('video')
    await video.waitFor({ state: 'attached' })
    expect(await video.evaluate((element: HTMLVideoElement) => [element.muted, element.loop, element.textContent])).toEqual([
      true,
      true,
      'Your browser does not support HTML5 video.',
    ])
    await expect.poll(() => asked).toContain(film)
    await visitor.page.getByRole('button', { name: /(pause|play) the video/i }).waitFor()
  })

  test('HOME-8 on a desktop it is the other one, kept by Vimeo', async () => {
    const { alias } = await filmed()
    const { visitor, asked } = await watching({ on: 'desktop' })
    await using _ = visitor
    await visitor.open(`/${alias}/home`)
    await visitor.page.locator('iframe[title="Background video"]').waitFor({ state: 'attached' })
    await expect.poll(() => asked[0] ?? '').toContain('https://player.vimeo.com/video/123456789?background=1&muted=1')
    await visitor.page.getByRole('button', { name: 'Pause the video' }).click()
    await visitor.page.locator('iframe').waitFor({ state: 'detached' })
  })

  test('HOME-8 who prefers that nothing moves keeps the still picture, and nobody else is asked', async () => {
    const { alias } = await filmed()
    const { visitor, asked } = await watching({ reducedMotion: 'reduce' })
    await using _ = visitor
    await visitor.open(`/${alias}/home`)
    await visitor.page.waitForLoadState('networkidle')
    expect(await visitor.page.locator('video').count()).toBe(0)
    expect(asked).toEqual([])
  })

  test.each(
    ['default', 'elliman', 'compass', 'exp'].flatMap((eCardTheme) => [
      { eCardTheme, picture: 'a picture' },
      { eCardTheme, picture: '' },
    ]),
  )('HOME-8 one that fails leaves no hole: $eCardTheme with “$picture” behind it', async ({ eCardTheme, picture }) => {
    const look = { eCardTheme, eCardBackgroundImage: picture }
    const poster = film.replace('mp4', 'jpg')
    const plain = await aCard(house.needs, look)
    const broken = await aCard(house.needs, {
      ...look,
      showVideoOnHomepage: true,
      videoUrl: film,
      videoPosterUrl: poster,
      showVideoOnDesktopHomepage: true,
      desktopVideoUrl: film,
      desktopVideoPosterUrl: poster,
    })
    if (picture) for (const { id } of [plain, broken]) await savePicture(house.needs, house.needs.db, id, 'background', await aPhoto())
    for (const on of ['phone', 'desktop'] as const) {
      const visitor = await shared[on]()
      visitor.allow(/net::ERR_FAILED/)
      const { page } = visitor
      await visitor.open(`/${plain.alias}/home`)
      const usual = await page.evaluate(placesOfScene)
      // On a phone this layout has no band.
      expect(usual.hasPicture).toBe(picture !== '' && !(on === 'phone' && eCardTheme === 'compass'))

      const failed = page.waitForEvent('requestfailed', (request) => request.url() === film)
      await page.route(/films\.example/, (route) => route.abort())
      await visitor.open(`/${broken.alias}/home`)
      await failed
      await page.locator('.video').waitFor({ state: 'detached' })
      expect(await page.evaluate(placesOfScene), on).toEqual(usual)
    }
  })
})

const aPhoto = () =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background: '#3a5a40' } })
    .jpeg()
    .toBuffer()

/** Runs in the page: where the name and the end of the page are, and whether the picture behind them shows. */
function placesOfScene() {
  const name = document.querySelector('h1')?.getBoundingClientRect()
  const picture = document.querySelector<HTMLImageElement>('.scene img')
  const hasPicture = picture !== null && picture.naturalWidth > 0 && picture.checkVisibility()
  return { name: name?.toJSON() as unknown, height: document.body.scrollHeight, hasPicture }
}
