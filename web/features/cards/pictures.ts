import { layoutFor } from '#common/layouts.ts'
import { pathTo } from '#common/path-to.ts'
import type { Card } from '#contract/cards/cards.ts'
import { previewVersion } from '#common/preview-version.ts'

/** The attributes of an img element. */
export type PictureView = { src: string; srcSet: string; width: number; height: number }

/** Widths the server resizes to. */
const portraitWidths = [220, 440, 660]
const sceneWidths = [640, 960, 1400, 2000]

const current = 'latest'

export const portraitOf = ({ alias, pictures: { profile } }: Card): PictureView | null =>
  profile && sized(pathTo('media.profileImage', { alias, version: profile.revision }), profile, portraitWidths)

export const cutoutOf = ({ alias, pictures: { cutout } }: Card): PictureView | null =>
  cutout && sized(pathTo('media.cardImage', { alias, version: cutout.revision }), cutout, portraitWidths)

/** The background picture, unless the layout hides it. */
export function sceneOf({ alias, pictures: { background }, eCardBackgroundImage: image, eCardTheme }: Card): PictureView | null {
  if (!background || !image || layoutFor(eCardTheme).hidesScene) return null
  const path = pathTo('media.backgroundImage', { alias, image, theme: eCardTheme || 'default', version: background.revision })
  return sized(path, background, sceneWidths)
}

export const logoOf = ({ alias, pictures: { logo } }: Card): { src: string; width: number; height: number } | null =>
  logo && { src: pathTo('media.officeLogo', { alias, version: logo.revision }), width: logo.width, height: logo.height }

export const qrSrc = (card: Card) => pathTo('cards.qr', { alias: card.alias, version: card.stringVersion || current })
export const previewSrc = (card: Card) => pathTo('cards.preview', { alias: card.alias, version: previewVersion(card) })

function sized(path: string, { width, height }: { width: number; height: number }, widths: readonly number[]): PictureView {
  const source = (w: number) => `${path}?w=${w}`
  const smallest = widths[0] ?? width
  return { src: source(widths[1] ?? smallest), srcSet: widths.map((w) => `${source(w)} ${w}w`).join(', '), width, height }
}
