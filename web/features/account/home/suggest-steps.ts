import { ownerHref } from '#contract/pages.ts'

/** A link on the card that failed to open on two nights in a row. */
export type BrokenLinkFact = { title: string; service: number | null; reason: 'not-found' | 'gone' | 'no-host' | 'no-tls' }

/** Facts about a card; null where they failed to load. */
export type CardFacts = {
  alias: string
  isOn: boolean
  hasPhoto: boolean
  /** `reviewService`: the first that takes a review link. The content with the draft applied: drafted fields are not suggested again. */
  content: { hasPhone: boolean; hasBio: boolean; links: number; hasReviewLink: boolean; reviewService: number | null } | null
  drafted: number
  plan: { isPaymentOverdue: boolean; isCardExpired: boolean; trialDaysLeft: number | null; mayReview: boolean } | null
  newContacts: number | null
  brokenLinks: readonly BrokenLinkFact[] | null
  /** Connections that need the owner. */
  failing: readonly { id: string; name: string }[]
  /** Views in the last seven days, without the owner’s own. */
  views: number | null
}

export const stepKinds = [
  'turnOn',
  'payment',
  'cardExpired',
  'contacts',
  'connection',
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
/** `name` and `reason` belong to a broken link, `name` to a failing connection too. Without `href`, it opens the share dialog. */
export type Step = { kind: StepKind; count: number; href: string | null; name?: string; reason?: BrokenLinkFact['reason'] }

export const stepsMax = 3
const linksWanted = 3
const trialNotice = { days: 7 }

const editHref = (alias: string, page: string) => `/account/edit/${alias}/${page}`

/** The links, opened at this service. */
const linkHref = (alias: string, service: number | null | undefined, field: '' | '-review' = '') =>
  editHref(alias, 'pages') + (service ? `#service-${service}${field}` : '')

/** The only one that fails, or the list. */
const connectionHref = (alias: string, failing: CardFacts['failing']) =>
  ownerHref(alias, 'connections') + (failing.length === 1 ? `?${new URLSearchParams({ of: failing[0]?.id ?? '' })}` : '')

/** The most useful steps for this card, in order: new contacts, broken things, improvements. Dismissed ones are left out. */
export function suggestSteps(facts: CardFacts, dismissed: ReadonlySet<StepKind> = new Set()): Step[] {
  const { alias, isOn, hasPhoto, content, drafted, plan, newContacts, brokenLinks, failing, views } = facts
  const step = (is: boolean, kind: StepKind, href: string | null, count = 0): Step[] => (is ? [{ kind, count, href }] : [])
  const trialDays = plan?.trialDaysLeft ?? null
  const broken = brokenLinks?.[0]
  const [firstFailing] = failing
  return [
    ...step(!isOn, 'turnOn', editHref(alias, 'settings')),
    ...step(plan?.isPaymentOverdue ?? false, 'payment', `/account/subscription?alias=${alias}#update-card`),
    ...step(plan?.isCardExpired ?? false, 'cardExpired', `/account/subscription?alias=${alias}#update-card`),
    ...step((newContacts ?? 0) > 0, 'contacts', `/${alias}/my-contacts`, newContacts ?? 0),
    ...step(firstFailing !== undefined, 'connection', connectionHref(alias, failing), failing.length).map((one) => ({
      ...one,
      name: firstFailing?.name ?? '',
    })),
    ...step(broken !== undefined, 'brokenLink', linkHref(alias, broken?.service), brokenLinks?.length ?? 0).map((one) => ({
      ...one,
      name: broken?.title ?? '',
      reason: broken?.reason ?? ('not-found' as const),
    })),
    ...step(drafted > 0, 'publish', editHref(alias, 'profile'), drafted),
    ...step(!hasPhoto, 'photo', `${editHref(alias, 'profile')}#photo`),
    ...step(content?.hasPhone === false, 'phone', `${editHref(alias, 'profile')}#field-phoneNumber`),
    ...step(content?.hasBio === false, 'bio', `${editHref(alias, 'profile')}#field-bio`),
    ...step(content?.links === 0, 'links', `${editHref(alias, 'pages')}#field-services`),
    ...step(
      content !== null && content.links > 0 && content.links < linksWanted,
      'moreLinks',
      `${editHref(alias, 'pages')}#field-services`,
    ),
    ...step(trialDays !== null && trialDays <= trialNotice.days, 'trial', `/account/subscription?alias=${alias}#upgrade`, trialDays ?? 0),
    ...step(isOn && views === 0, 'share', null),
    ...step(
      (plan?.mayReview ?? false) && content?.hasReviewLink === false,
      'reviewLink',
      linkHref(alias, content?.reviewService, '-review'),
    ),
  ]
    .filter(({ kind }) => !dismissed.has(kind))
    .slice(0, stepsMax)
}
