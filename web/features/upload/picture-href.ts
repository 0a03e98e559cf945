import type { DraftPicture, PictureKind } from '#contract/drafts.ts'
import { addressOf } from '../../platform/address-of.ts'

/** Sharp at twice the size it is shown at. */
const widths: Record<PictureKind, number> = { profile: 220, cutout: 220, card: 220, logo: 272, background: 448 }

/** Where a card's picture of this revision is, published or not. */
export function pictureHref(alias: string, kind: PictureKind, { revision }: Pick<DraftPicture, 'revision'>): string {
  return `${pathOf(alias, kind, revision)}?w=${widths[kind]}`
}

function pathOf(alias: string, kind: PictureKind, version: string): string {
  if (kind === 'profile') return addressOf('media.profileImage', { alias, version })
  if (kind === 'logo') return addressOf('media.officeLogo', { alias, version })
  if (kind === 'background') return addressOf('media.backgroundImage', { alias, image: 'own', theme: 'default', version })
  return addressOf('media.cardImage', { alias, version })
}
