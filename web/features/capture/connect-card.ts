import { pathTo } from '#common/path-to.ts'
import { captureDelay, promptDelayMs } from '#contract/constants.ts'
import type { Card, CardSettings } from '#contract/cards/cards.ts'
import { displayName } from '#contract/text/display-name.ts'
import { sideHref, type CardAddress } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import { initialsOf } from '#contract/text/initials.ts'

/** What the form to leave one's details knows of the card it belongs to. */
export type ConnectCard = {
  alias: string
  /** How the owner is called in a sentence: a team by its whole name. */
  name: string
  isTeam: boolean
  initials: string
  face: { src: string; isCutout: boolean } | null
  portrait: string | null
  /** Whom the consent names. */
  owner: string
  /** The contact file, where the plan gives one. */
  fileHref: string | null
  formHref: string
  /** Null where the owner takes no contacts. */
  asks: { onDesktop: boolean } | null
  /** When the prompt looks around: what it then finds waiting it sends, whether it may ask or not. */
  wakesAfterMs: number
}

type Open = { card: Card; address: CardAddress }

export function connectCard({ card, address }: Open): ConnectCard {
  const { alias, fullName, firstName, companyName } = card
  const isTeam = card.profile === 2
  const version = address.version ?? (card.stringVersion || 'latest')
  return {
    alias,
    name: (isTeam ? '' : firstName) || displayName(card),
    isTeam,
    initials: initialsOf(displayName(card)),
    face: card.hideProfileImageOnHomepage ? null : faceOf(card),
    portrait: card.hideProfileImageOnHomepage ? null : portraitOf(card, 136),
    owner: [displayName(card), fullName && companyName].filter(Boolean).join(', '),
    fileHref: has(card.permissions, 'VCard') ? pathTo('cards.vCard', { alias, version }) : null,
    formHref: sideHref(alias, 'letsConnect'),
    ...asksOf(card.settings),
  }
}

export const takesContacts = ({ settings }: Pick<Card, 'settings'>) => settings.connectClientsSetting.enabled

function asksOf({ connectClientsSetting: { enabled, desktopEnabled, timeout } }: CardSettings): Pick<ConnectCard, 'asks' | 'wakesAfterMs'> {
  return { asks: enabled ? { onDesktop: desktopEnabled } : null, wakesAfterMs: promptDelayMs.connect + delayMs(timeout) }
}

/** Nothing said is the usual wait; at once still lets the page be seen. */
export function delayMs(seconds: number | undefined): number {
  const wished = seconds ?? captureDelay.defaultSeconds
  return Math.round((wished > 0 ? wished : captureDelay.leastSeconds) * 1000)
}

function faceOf(card: Card): ConnectCard['face'] {
  const { cutout } = card.pictures
  if (cutout) return { src: `${pathTo('media.cardImage', { alias: card.alias, version: cutout.revision })}?w=440`, isCutout: true }
  const src = portraitOf(card, 440)
  return src ? { src, isCutout: false } : null
}

function portraitOf({ alias, pictures: { profile } }: Card, width: 136 | 440): string | null {
  return profile && `${pathTo('media.profileImage', { alias, version: profile.revision })}?w=${width}`
}
