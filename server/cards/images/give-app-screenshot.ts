import { appScreenshotPx, type AppScreenshotShape } from '#contract/cards/app-pictures.ts'
import { screenshotVersion } from '#contract/cards/preview-version.ts'
import { has } from '#contract/permissions.ts'
import type { Db } from '#server/database/database.ts'
import { problem } from '#server/http/problems/problem.ts'
import { keepDrawnOfPictures } from '#server/media/drawn/keep-drawn.ts'
import { makePixels } from '#server/media/reading/make-pixels.ts'
import { readFace } from '#server/media/reading/read-face.ts'
import { readPicture } from '#server/media/read-pictures.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { drawAppScreenshot } from './draw-app-screenshot.ts'
import { giveDrawn } from './give-drawn.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { presentCard } from '../public/present-card.ts'
import { readWithDefaults } from '../public/read-card.ts'

type Needs = { db: Db; clock: Clock; storage: Storage; log: Log }
type Asked = { alias: string; shape: AppScreenshotShape; version: string }

const sceneWanted = { width: 1400, format: 'jpeg' } as const

/** The home page as a picture, for the question whether to install the card. */
export async function giveAppScreenshot(needs: Needs, { alias, shape, version }: Asked): Promise<Response> {
  const [read, defaults] = await readWithDefaults(needs, alias)
  if (isSwitchedOff(read.subject) || !has(read.permissions, 'Home')) throw problem('card-not-found')
  const card = presentCard(read, defaults)
  const current = screenshotVersion(card)
  const screenshot = await keepDrawnOfPictures(needs, `${card.id}/app-screenshot/${current}-${shape}.jpg`, async (find) => {
    const [face, scene] = await Promise.all([
      card.hideProfileImageOnHomepage ? null : find(readFace(needs, card.id)),
      card.eCardBackgroundImage ? find(readPicture(needs, card.id, 'background', sceneWanted)) : null,
    ])
    return makePixels(drawAppScreenshot(card, { face, scene, shape }), 'jpeg', appScreenshotPx[shape].width)
  })
  return giveDrawn(screenshot, { type: 'image/jpeg', isForEver: version === current })
}
