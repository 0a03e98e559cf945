import { pathTo } from '#common/path-to.ts'
import type { Card } from '#contract/cards/cards.ts'
import { qrPx } from '#contract/constants.ts'
import { displayName } from '#contract/text/display-name.ts'
import type { CardAddress } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'

/** The card data of the share sheet. */
export type SharedCard = {
  alias: string
  name: string
  isTeam: boolean
  link: string
  subject: string
  textBody: string
  emailBody: string
  qr: { src: string; file: string; isVisible: boolean; isPro: boolean }
  /** The owner's picture, attached where the device takes files. */
  picture: string | null
  hasAdvanced: boolean
  /** The signed-in owner is sharing: no login link. */
  isOwn: boolean
  /** This card always uses short links, whatever the device's setting. */
  alwaysShort: boolean
}

export type ShareTexts = { link: string; subject: string; textBody: string; emailBody: string }

export function sharedCard(card: Card, { version }: CardAddress, worded: ShareTexts, isOwn = false): SharedCard {
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
      isVisible: has(card.permissions, 'QRCode') && !card.settings.QRCode.hide,
      isPro: hasAdvanced && !card.settings.QRCode.hide,
    },
    picture: card.pictures.profile ? pathTo('media.profileImageResized', { alias: card.alias }) : null,
    hasAdvanced,
    isOwn,
    alwaysShort: card.experiments.some(({ name, enabled }) => enabled && name === 'EnableShortCardLinks'),
  }
}
