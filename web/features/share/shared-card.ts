import { pathTo } from '#common/path-to.ts'
import type { Translate } from '#common/messages/message.ts'
import type { Card, DisabledCard } from '#contract/cards/cards.ts'
import { qrPx } from '#contract/constants.ts'
import { displayName } from '#common/text/display-name.ts'
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

export function sharedCard(card: Card, { version }: CardAddress, link: string, t: Translate, isOwn = false): SharedCard {
  const hasAdvanced = has(card.permissions, 'AdvancedShare')
  const code = pathTo('cards.qr', { alias: card.alias, version: version ?? (card.stringVersion || 'latest') })
  return {
    ...textsOf(card, link, t),
    link,
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

/** The texts shared with a card's link: the owner's own, which contain the link. */
function textsOf(card: Card, link: string, t: Translate): Pick<SharedCard, 'subject' | 'textBody' | 'emailBody'> {
  const name = displayName(card)
  const body = t('share.body', { name, link })
  const own = (text: string) => (text.trim() ? withLink(text.trim(), link) : body)
  return {
    subject: t('share.subject', { name }),
    textBody: own(card.shareBySmsBody),
    emailBody: own(card.shareByEmailBody),
  }
}

const withLink = (text: string, link: string) => (text.includes(link) ? text : `${text} ${link}`)

/** The card as its owner shares it, or why there is nothing to share: `failed` if it can't be read. */
export type OwnerShare = SharedCard | 'off' | 'takenDown' | 'failed'

export function ownerShare(card: Card | DisabledCard, publicUrl: string, t: Translate): OwnerShare {
  if ('isTakenDown' in card) return card.isTakenDown ? 'takenDown' : 'off'
  return sharedCard(card, { alias: card.alias }, `${publicUrl}/${card.alias}`, t, true)
}
