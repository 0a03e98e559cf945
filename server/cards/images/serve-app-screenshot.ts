import { appScreenshotPx, type AppScreenshotShape } from '#contract/cards/app-pictures.ts'
import { screenshotVersion } from '#common/preview-version.ts'
import { has } from '#contract/permissions.ts'
import type { PlanReader } from '#server/billing/orders/read-plan.ts'
import { problem } from '#server/http/problems/problem.ts'
import { renderFromPictures } from '#server/media/rendered/render-cache.ts'
import { rasterize } from '#server/media/processing/rasterize-svg.ts'
import { readFace } from '#server/media/processing/read-face.ts'
import { readPicture } from '#server/media/read-pictures.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { drawAppScreenshot } from './draw-app-screenshot.ts'
import { serveRendered } from './serve-rendered.ts'
import { isSwitchedOff } from '../settings/off-policy.ts'
import { presentCard } from '../public/present-card.ts'
import { readCardWithDefaults } from '../public/read-card.ts'

type Deps = PlanReader & { storage: Storage; log: Log }
type Options = { alias: string; shape: AppScreenshotShape; version: string }

const sceneWanted = { width: 1400, format: 'jpeg' } as const

/** A screenshot of the home page for the install prompt. */
export async function serveAppScreenshot(deps: Deps, { alias, shape, version }: Options): Promise<Response> {
  const [read, defaults] = await readCardWithDefaults(deps, alias)
  if (isSwitchedOff(read.subject) || !has(read.permissions, 'Home')) throw problem('card-not-found')
  const card = presentCard(read, defaults)
  const current = screenshotVersion(card)
  const screenshot = await renderFromPictures(deps, `${card.id}/app-screenshot/${current}-${shape}.jpg`, async (find) => {
    const [face, scene] = await Promise.all([
      card.hideProfileImageOnHomepage ? null : find(readFace(deps, card.id)),
      card.eCardBackgroundImage ? find(readPicture(deps, card.id, 'background', sceneWanted)) : null,
    ])
    return rasterize(drawAppScreenshot(card, { face, scene, shape }), 'jpeg', appScreenshotPx[shape].width)
  })
  return serveRendered(screenshot, { type: 'image/jpeg', isImmutable: version === current })
}
