/** Actions of administrators, as the audit log stores them. */
export const auditActions = [
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
  'connection-host.disable',
  'connection-host.enable',
  'connection-host.retry',
  'report.close',
  'card.remove',
  'card.import',
  'card.export',
  'card.claim-code',
  'picture.set',
  'alias.reserve',
  'alias.release',
  'invitation.create',
  'invitation.revoke',
  'admin.grant',
  'admin.revoke',
  'account.email',
  'login-link',
  'setup-link',
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
  'mail.links',
  'mail.test',
  'mail.clear',
  'backup',
  'backup.rehearse',
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
  'webhook.retry',
  'settings.change',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Topics of actions, by name; an action without a topic is listed only without this filter. */
export const auditTopics = ['plan', 'takedown', 'card', 'access'] as const
export type AuditTopic = (typeof auditTopics)[number]
const topics: Record<AuditTopic, RegExp> = {
  plan: /^billing\.|^card\.plan$|^webhook\./,
  takedown: /\.(disable|enable)$|^card\.remove$|^report\./,
  card: /^card\.(create|change|import|rights|experiments)$|^picture\.set$|^notice\./,
  access: /^(account|login-link|setup-link|sessions|admin|keys|invitation)|^card\.(claim-code|export)$/,
}
export const actionsAbout = (topic: AuditTopic): AuditAction[] => auditActions.filter((name) => topics[topic].test(name))
export const auditDays = ['7', '30', '365'] as const

/** How the list of cards is filtered and sorted. */
export const planFilters = ['free', 'trial', 'pro', 'past-due'] as const
export type PlanFilter = (typeof planFilters)[number]
export const stateFilters = ['live', 'off', 'down'] as const
export type StateFilter = (typeof stateFilters)[number]
/** Last active within so many days; or longer ago, or never. */
export const activeFilters = ['7', '30', '90', 'longer'] as const
export type ActiveFilter = (typeof activeFilters)[number]
const cardSortColumns = ['name', 'plan', 'contacts', 'views', 'active', 'created'] as const
export type CardSortColumn = (typeof cardSortColumns)[number]
export type CardSort = CardSortColumn | `-${CardSortColumn}`
export const cardSorts: readonly CardSort[] = cardSortColumns.flatMap((column) => [column, `-${column}`] as const)

/** Ignored webhooks were about another shop's customer, or changed nothing. */
export const webhookStates = ['failed', 'waiting', 'applied', 'ignored'] as const
export type WebhookState = (typeof webhookStates)[number]
/** By its stored outcome; empty while it waits. */
export function webhookStateOf(outcome: string): WebhookState {
  if (outcome === '') return 'waiting'
  if (outcome === 'troubled') return 'failed'
  return outcome === 'applied' || outcome === 'read-again' ? 'applied' : 'ignored'
}

/** The plan states that an administrator can set. */
export const planChoices = ['FREE', 'TRIAL', 'PRO', 'DUNNING', 'UNPAID', 'EXPIRED', 'CANCELED'] as const
export type PlanChoice = (typeof planChoices)[number]

/** What an administrator records on a card's plan when no provider takes the payments. */
export const billingActions = [
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
export type BillingAction = (typeof billingActions)[number]

/** The most people one invitation admits, and for how many days. */
export const invitationUsesMax = 10_000
export const invitationDaysMax = 365

/** `good` imports the valid lines and reports the rest; `all` imports every line or none. */
export const importTakes = ['good', 'all'] as const
export const importEncodings = ['utf-8', 'windows-1252'] as const
export const importBytesMax = 20 * 1024 * 1024
/** What a file can look like. */
export const importSample = (hasPlans: boolean): string =>
  [
    ['alias', 'email', ...(hasPlans ? ['plan'] : []), 'firstName', 'lastName', 'companyName', 'Instagram'],
    [
      'maren-holloway',
      'maren@example.com',
      ...(hasPlans ? ['PRO'] : []),
      'Maren',
      'Holloway',
      'Harbor & Pine Realty',
      'https://www.instagram.com/maren',
    ],
    ['bo-chen', 'bo@example.com', ...(hasPlans ? ['FREE'] : []), 'Bo', 'Chen', '', ''],
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
/** Uploaded in parts, so that no request is large. */
export const importPartBytes = 150 * 1024

/** What a mail test can report, and how serious it is: the connection in its order, then the DNS records of the sender's domain. */
export const mailSteps = {
  noServer: 'bad',
  resolved: 'ok',
  nameUnknown: 'bad',
  nameUnanswered: 'bad',
  connected: 'ok',
  addressBlocked: 'bad',
  portRefused: 'bad',
  unreachable: 'bad',
  noGreeting: 'bad',
  greetingRefused: 'bad',
  notMail: 'bad',
  encrypted: 'ok',
  unencryptedHere: 'ok',
  unencrypted: 'warn',
  tlsMissing: 'bad',
  tlsTooEarly: 'bad',
  certificate: 'bad',
  tlsFailed: 'bad',
  loggedIn: 'ok',
  noLogin: 'ok',
  loginRefused: 'bad',
  senderRefused: 'bad',
  recipientRefused: 'bad',
  greylisted: 'warn',
  messageRefused: 'bad',
  timedOut: 'bad',
  closed: 'bad',
  accepted: 'ok',
  senderLocal: 'warn',
  dnsUnanswered: 'warn',
  spfGood: 'ok',
  spfPresent: 'ok',
  spfMissing: 'warn',
  spfElsewhere: 'warn',
  spfSeveral: 'warn',
  spfOpen: 'warn',
  spfLong: 'warn',
  spfBroken: 'warn',
  dkimGood: 'ok',
  dkimUnknown: 'warn',
  dkimMissing: 'warn',
  dkimBroken: 'warn',
  dmarcGood: 'ok',
  dmarcMissing: 'warn',
  dmarcBroken: 'warn',
} as const satisfies Record<string, 'ok' | 'warn' | 'bad'>
export type MailStepName = keyof typeof mailSteps

/** What answers at a public address: this installation over https or http, something else, or nothing. */
export const addressStates = ['secure', 'plain', 'other', 'redirected', 'unknown', 'untrusted', 'unreachable'] as const
