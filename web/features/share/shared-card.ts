import { pathTo } from '#common/path-to.ts'
import type { Card } from '#contract/cards/cards.ts'
import { qrPx } from '#contract/constants.ts'
import { displayName } from '#contract/text/display-name.ts'
import type { CardAddress } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'

/** What the share sheet knows of the card it belongs to. */
export type SharedCard = {
  alias: string
  name: string
  isTeam: boolean
  link: string
  subject: string
  textBody: string
  emailBody: string
  qr: { src: string; file: string; isShown: boolean; isPro: boolean }
  /** The face that goes along with the link, where the device takes it. */
  picture: string | null
  hasAdvanced: boolean
  /** Its own owner passes it on: there is nobody to log in. */
  isOwn: boolean
  /** Links of this card are made short whatever this device wants. */
  alwaysShort: boolean
}

export type Worded = { link: string; subject: string; textBody: string; emailBody: string }

export function sharedCard(card: Card, { version }: CardAddress, worded: Worded, isOwn = false): SharedCard {
  const hasAdvanced = has(card.permissions, 'AdvancedShare')
  const code = pathTo('cards.qr', { alias: card.alias, version: version ?? (card.stringVersion || 'latest') })
  return {
    ...worded,
    alias: card.alias,
    name: displayName(card),
    isTeam: card.profile === 2,
    qr: {
      src: code,
      file: `${code}?format=png&w=${qrPx.share}`,
      isShown: has(card.permissions, 'QRCode') && !card.settings.QRCode.hide,
      isPro: hasAdvanced && !card.settings.QRCode.hide,
    },
    picture: card.pictures.profile ? pathTo('media.profileImageResized', { alias: card.alias }) : null,
    hasAdvanced,
    isOwn,
    alwaysShort: card.experiments.some(({ name, enabled }) => enabled && name === 'EnableShortCardLinks'),
  }
}
