import { readSettings } from '#common/read-settings.ts'
import { visibleCard } from '#common/visible-card.ts'
import { publicNames, type PublicName } from '#contract/cards/card-fields.ts'
import type { Card, CustomReview, DisabledCard, HomepageSetting } from '#contract/cards/cards.ts'
import { hashReview } from '../editor/hash-review.ts'
import type { ReadCard } from './read-card.ts'
import type { Subject } from '../tables.ts'
import { visibleNames } from './visible-names.ts'

export function presentDisabled(subject: Subject): DisabledCard {
  const { alias, profile, isDemo, isCardDisabled: isTakenDown } = subject
  return { alias, fullName: visibleNames(subject).fullName, profile, isDemo, isCardDisabled: true, eCardEnabled: false, isTakenDown }
}

/** The public card, without hidden fields and those the card lacks the permission for, so that no client can show them by mistake. */
export function presentCard(
  { subject, version, permissions, pictures }: ReadCard,
  defaults: readonly HomepageSetting[],
  /** The default label of new contacts; only for the owner's view. */
  defaultLabel: string | null = null,
): Card {
  const { id, key, alias, revision, isDemo, settings: stored } = subject
  const settings = readSettings(
    stored,
    defaults.map((setting) => ({ ...setting, Value: stored.homepage?.[setting.Key] ?? setting.Value })),
  )
  const applyTags = stored.connectClientsSetting?.applyTags ?? defaultLabel ?? ''
  const down = new Set(subject.reviewsTakenDown)
  const isUp = (review: CustomReview) => down.size === 0 || !down.has(hashReview(review))
  const card: Card = {
    id,
    key,
    alias,
    revision,
    stringVersion: version,
    permissions,
    pictures,
    ...publicOf(subject),
    reviews: subject.reviews.filter(isUp),
    settings: { ...settings, connectClientsSetting: { ...settings.connectClientsSetting, applyTags } },
    isDemo,
  }
  return visibleCard(card, { isOwner: defaultLabel !== null })
}

const publicOf = (subject: Subject) => Object.fromEntries(publicNames.map((name) => [name, subject[name]])) as Pick<Subject, PublicName>
