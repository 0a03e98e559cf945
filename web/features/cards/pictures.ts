import { pathTo } from '#common/path-to.ts'
import type { Card } from '#contract/cards/cards.ts'
import { previewVersion } from '#contract/cards/preview-version.ts'

/** The attributes of an img element. */
export type PictureView = { src: string; srcSet: string; width: number; height: number }

/** Widths the server resizes to. */
const portraitWidths = [220, 440, 660]
const sceneWidths = [640, 960, 1400, 2000]

const current = 'latest'

export function portraitOf(card: Card): PictureView | null {
  const picture = card.pictures.profile
  if (!picture) return null
  const path = pathTo('media.profileImage', { alias: card.alias, version: picture.revision })
  return sized(path, picture, portraitWidths)
}

export function cutoutOf(card: Card): PictureView | null {
  const picture = card.pictures.cutout
  if (!picture) return null
  const path = pathTo('media.cardImage', { alias: card.alias, version: picture.revision })
  return sized(path, picture, portraitWidths)
}

export function sceneOf(card: Card): PictureView | null {
  const picture = card.pictures.background
  if (!picture || !card.eCardBackgroundImage) return null
  const path = pathTo('media.backgroundImage', {
    alias: card.alias,
    image: card.eCardBackgroundImage,
    theme: card.eCardTheme || 'default',
    version: picture.revision,
  })
  return sized(path, picture, sceneWidths)
}

export function logoOf(card: Card): { src: string; width: number; height: number } | null {
  const picture = card.pictures.logo
  if (!picture) return null
  return {
    src: pathTo('media.officeLogo', { alias: card.alias, version: picture.revision }),
    width: picture.width,
    height: picture.height,
  }
}

export const qrSrc = (card: Card) => pathTo('cards.qr', { alias: card.alias, version: card.stringVersion || current })
export const previewSrc = (card: Card) => pathTo('cards.preview', { alias: card.alias, version: previewVersion(card) })

function sized(path: string, { width, height }: { width: number; height: number }, widths: readonly number[]): PictureView {
  const source = (w: number) => `${path}?w=${w}`
  const smallest = widths[0] ?? width
  return { src: source(widths[1] ?? smallest), srcSet: widths.map((w) => `${source(w)} ${w}w`).join(', '), width, height }
}
