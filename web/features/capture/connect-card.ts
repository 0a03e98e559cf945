import { pathTo } from '#common/path-to.ts'
import { captureDelay, promptDelayMs } from '#contract/constants.ts'
import type { Card, CardSettings } from '#contract/cards/cards.ts'
import { displayName } from '#common/text/display-name.ts'
import { sideHref, type CardAddress } from '#contract/pages.ts'
import { has } from '#contract/permissions.ts'
import type { Site } from '#contract/site.ts'
import { initialsOf } from '#common/text/initials.ts'

/** What the contact form needs to know about its card. */
export type ConnectCard = {
  alias: string
  /** The owner's name in a sentence: a person's first name, a team's full name. */
  name: string
  isTeam: boolean
  initials: string
  face: { src: string; isCutout: boolean } | null
  portrait: string | null
  /** The owner as the consent text names them. */
  owner: string
  /** The contact file; null if the plan has none. */
  fileHref: string | null
  formHref: string
  /** When the form may open by itself; null if the owner takes no contacts. */
  prompt: { onDesktop: boolean } | null
  /** Whether the visitor can have the card emailed. */
  mailsCard: boolean
  /** Delay before the prompt starts. It then also sends queued entries, whether the form opens or not. */
  promptAfterMs: number
}

type Open = { card: Card; address: CardAddress }

export function connectCard({ card, address }: Open, { sendsMail }: Pick<Site, 'sendsMail'>): ConnectCard {
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
    mailsCard: sendsMail,
    ...promptOf(card.settings),
  }
}

export const takesContacts = ({ settings }: Pick<Card, 'settings'>) => settings.connectClientsSetting.enabled

function promptOf({
  connectClientsSetting: { enabled, desktopEnabled, timeout },
}: CardSettings): Pick<ConnectCard, 'prompt' | 'promptAfterMs'> {
  return { prompt: enabled ? { onDesktop: desktopEnabled } : null, promptAfterMs: promptDelayMs.connect + delayMs(timeout) }
}

/** Unset means the default delay; zero or less means the minimum, so the page is visible first. */
export function delayMs(seconds: number | undefined): number {
  const delaySeconds = seconds ?? captureDelay.defaultSeconds
  return Math.round((delaySeconds > 0 ? delaySeconds : captureDelay.leastSeconds) * 1000)
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
