/** What an operator can do, as it is written down. */
export const operatorActNames = [
  'card.create',
  'card.change',
  'card.plan',
  'card.rights',
  'card.experiments',
  'card.disable',
  'card.enable',
  'link.disable',
  'link.enable',
  'review.disable',
  'review.enable',
  'picture.disable',
  'picture.enable',
  'host.block',
  'host.release',
  'report.close',
  'card.remove',
  'card.import',
  'card.claim-code',
  'picture.set',
  'alias.reserve',
  'alias.release',
  'operator.grant',
  'operator.revoke',
  'login-link',
  'sessions.end',
  'stories.publish',
  'stories.reset',
  'stories.picture',
  'tour.publish',
  'tour.reset',
  'version.publish',
  'version.remove',
  'notice.send',
  'job.retry',
  'mail.read',
  'backup',
  'restore',
  'pictures.take',
  'demo.remove',
  'keys.renew',
  'billing.pay',
  'billing.extend',
  'billing.trial',
  'billing.fail',
  'billing.unpaid',
  'billing.cancel',
  'billing.resume',
  'billing.end',
  'billing.free',
  'billing.refund',
  'billing.card-good',
  'billing.card-expired',
  'billing.card-none',
  'billing.compare',
] as const
export type OperatorAct = (typeof operatorActNames)[number]

/** What an act is about, by the first words of its name; what fits none of them is found without this filter. */
export const actTopics = ['plan', 'takedown', 'card', 'access'] as const
export type ActTopic = (typeof actTopics)[number]
const topics: Record<ActTopic, RegExp> = {
  plan: /^billing\.|^card\.plan$/,
  takedown: /\.(disable|enable)$|^card\.remove$|^report\./,
  card: /^card\.(create|change|import|rights|experiments)$|^picture\.set$|^notice\./,
  access: /^(login-link|sessions|operator|keys)|^card\.claim-code$/,
}
export const actsAbout = (topic: ActTopic): OperatorAct[] => operatorActNames.filter((name) => topics[topic].test(name))
export const actDays = ['7', '30', '365'] as const

/** How the list of cards is filtered and sorted. */
export const planFilters = ['free', 'trial', 'pro', 'past-due'] as const
export type PlanFilter = (typeof planFilters)[number]
export const stateFilters = ['live', 'off', 'down'] as const
export type StateFilter = (typeof stateFilters)[number]
export const cardSorts = ['alias', '-alias', 'created', '-created'] as const
export type CardSort = (typeof cardSorts)[number]

/** What an operator may put a card on, each with the state it then shows. */
export const planChoices = ['FREE', 'TRIAL', 'PRO', 'DUNNING', 'UNPAID', 'EXPIRED', 'CANCELLED'] as const
export type PlanChoice = (typeof planChoices)[number]

/** What an operator notes of a card's plan, where nobody else takes the money. */
export const billActs = [
  'pay',
  'extend',
  'trial',
  'fail',
  'unpaid',
  'cancel',
  'resume',
  'end',
  'free',
  'refund',
  'card-good',
  'card-expired',
  'card-none',
] as const
export type BillAct = (typeof billActs)[number]

/** `good`: what is in order goes in, the rest is told. `all`: every line or none. */
export const importTakes = ['good', 'all'] as const
export const importEncodings = ['utf-8', 'windows-1252'] as const
export const importBytesMax = 20 * 1024 * 1024
/** Read in pieces, so that no call is large. */
export const importPartBytes = 150 * 1024
