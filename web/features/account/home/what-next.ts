/** A link of the card that did not open on two nights. */
export type BrokenLinkFact = { title: string; reason: 'not-found' | 'gone' | 'no-host' | 'no-tls' }

/** What is known of a card; null is what could not be read just now. */
export type CardFacts = {
  alias: string
  isOn: boolean
  hasPhoto: boolean
  /** As it will be once the draft is published: what is drafted need not be asked for again. */
  content: { hasPhone: boolean; hasBio: boolean; links: number; hasReviewLink: boolean } | null
  drafted: number
  plan: { needsPayment: boolean; isCardExpired: boolean; trialDaysLeft: number | null; mayReview: boolean } | null
  newContacts: number | null
  brokenLinks: readonly BrokenLinkFact[] | null
  /** Of the last seven days, by anybody but the owner. */
  views: number | null
}

export const stepKinds = [
  'turnOn',
  'payment',
  'cardExpired',
  'contacts',
  'brokenLink',
  'publish',
  'photo',
  'phone',
  'bio',
  'links',
  'moreLinks',
  'trial',
  'share',
  'reviewLink',
] as const
export type StepKind = (typeof stepKinds)[number]
/** `name` and `reason` belong to a broken link. */
export type Step = { kind: StepKind; count: number; href: string; name?: string; reason?: BrokenLinkFact['reason'] }

export const stepsMax = 3
const linksWanted = 3
const trialTold = { days: 7 }

const editHref = (alias: string, section: string) => `/account/edit/${alias}/${section}`

/**
 * What would help this card most, the most useful first: people who wait, then what is broken, then what could be nicer. What was
 * dismissed is left out.
 */
export function whatNext(facts: CardFacts, dismissed: ReadonlySet<StepKind> = new Set()): Step[] {
  const { alias, isOn, hasPhoto, content, drafted, plan, newContacts, brokenLinks, views } = facts
  const step = (is: boolean, kind: StepKind, href: string, count = 0): Step[] => (is ? [{ kind, count, href }] : [])
  const trialDays = plan?.trialDaysLeft ?? null
  const broken = brokenLinks?.[0]
  return [
    ...step(!isOn, 'turnOn', editHref(alias, 'card')),
    ...step(plan?.needsPayment ?? false, 'payment', `/account/subscription?alias=${alias}#update-card`),
    ...step(plan?.isCardExpired ?? false, 'cardExpired', `/account/subscription?alias=${alias}#update-card`),
    ...step((newContacts ?? 0) > 0, 'contacts', `/${alias}/my-contacts`, newContacts ?? 0),
    ...step(broken !== undefined, 'brokenLink', editHref(alias, 'links'), brokenLinks?.length ?? 0).map((one) => ({
      ...one,
      name: broken?.title ?? '',
      reason: broken?.reason ?? ('not-found' as const),
    })),
    ...step(drafted > 0, 'publish', editHref(alias, 'profile'), drafted),
    ...step(!hasPhoto, 'photo', `${editHref(alias, 'profile')}#photo`),
    ...step(content?.hasPhone === false, 'phone', editHref(alias, 'profile')),
    ...step(content?.hasBio === false, 'bio', editHref(alias, 'profile')),
    ...step(content?.links === 0, 'links', editHref(alias, 'links')),
    ...step(content !== null && content.links > 0 && content.links < linksWanted, 'moreLinks', editHref(alias, 'links')),
    ...step(trialDays !== null && trialDays <= trialTold.days, 'trial', `/account/subscription?alias=${alias}#upgrade`, trialDays ?? 0),
    ...step(isOn && views === 0, 'share', `/${alias}/home#share`),
    ...step((plan?.mayReview ?? false) && content?.hasReviewLink === false, 'reviewLink', editHref(alias, 'links')),
  ]
    .filter(({ kind }) => !dismissed.has(kind))
    .slice(0, stepsMax)
}
