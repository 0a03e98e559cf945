import { z } from 'zod'
import { Alias, CardSubscription } from '../cards/cards.ts'
import { cardAliasesMax, cardsCountedMax, cardsPageSize } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { takedownReason } from './abuse.ts'
import { abuseKinds, takedownCauses } from './abuse-choices.ts'
import { backupErrors, backupKinds, backupSteps } from './backup-choices.ts'
import {
  auditDays,
  auditTopics,
  activeFilters,
  addressStates,
  cardSorts,
  importEncodings,
  importPartBytes,
  importTakes,
  invitationDaysMax,
  invitationUsesMax,
  mailSteps,
  type MailStepName,
  planChoices,
  planFilters,
  stateFilters,
  webhookStates,
} from './admin-choices.ts'
import { changeableSettings, settingGroups } from './setting-choices.ts'
import { settingIssues } from './setting-issues.ts'
import { permissions, type Permission } from '../permissions.ts'
import { done, IssueValues, uuid } from '../values.ts'
import { issueCode } from '../input-issues.ts'

const right = z.enum(Object.keys(permissions) as [Permission, ...Permission[]])
const Experiment = z.object({ name: z.string().trim().min(1).max(60), enabled: z.boolean() })
const detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))

export const AuditEntryLine = z.object({
  id: uuid,
  at: z.iso.datetime(),
  actor: z.string(),
  act: z.string(),
  alias: z.string(),
  detail,
})
export type AuditEntryLine = z.output<typeof AuditEntryLine>

/** A card in a list. */
export const CardLine = z.object({
  alias: z.string(),
  fullName: z.string(),
  companyName: z.string(),
  plan: z.enum(['FREE', 'PRO']),
  isTrial: z.boolean(),
  trialDays: z.number().int(),
  isPastDue: z.boolean().describe('A payment failed or is missing'),
  isOff: z.boolean(),
  isDisabled: z.boolean().describe('Taken down by an administrator'),
  isDemo: z.boolean(),
  picture: z.string().nullable().describe('Revision of the profile photo'),
  contacts: z.number().int(),
  views: z.number().int().describe('In the last 30 days'),
  createdAt: z.iso.datetime(),
  lastActiveAt: z.iso.datetime().nullable().describe('When an owner last used the site, to five minutes; null: not known'),
  owners: z.array(z.string()).describe('Their email addresses'),
})
export type CardLine = z.output<typeof CardLine>

export const AdminCard = CardLine.extend({
  emailAddress: z.string(),
  revision: z.number().int(),
  updatedAt: z.iso.datetime(),
  subscription: CardSubscription,
  choice: z.enum(planChoices).describe('The state of its plan, as setPlan takes it'),
  granted: z.array(right),
  revoked: z.array(right),
  rights: z.array(right).describe('The permissions that result from plan, granted and revoked'),
  experiments: z.array(Experiment),
  lastLogins: z
    .record(z.string(), z.object({ at: z.iso.datetime(), device: z.string(), method: z.enum(['password', 'link', 'passkey', 'provider']) }))
    .describe('The last login of each owner with a session'),
  layout: z.string().describe('Its name'),
  versions: z.array(z.string()).describe('Their names'),
  newContacts: z.number().int().describe('Not seen by an owner, counted up to 100'),
  earlierAliases: z.array(z.string()).describe('Addresses from before, which lead to the card'),
  connections: z.array(z.object({ name: z.string(), isOn: z.boolean() })),
  ownReviews: z.object({ count: z.number().int(), stars: z.number().nullable().describe('Their average; null: none has stars') }),
  cause: z.enum(takedownCauses).nullable().describe('The reason of the takedown that was chosen'),
  reason: z.string().describe('The reason of the takedown in words'),
  acts: z.array(AuditEntryLine).describe('The latest on this card'),
  pictures: z.object({ count: z.number().int(), bytes: z.number() }),
  reports: z
    .array(z.object({ id: uuid, at: z.iso.datetime(), kind: z.enum(abuseKinds), words: z.string() }))
    .describe('Open reports, oldest first, ten at most'),
  openReports: z.number().int(),
})
export type AdminCard = z.output<typeof AdminCard>

const BackupError = z.enum(backupErrors).nullable()
const Days = z.array(z.number().int())

const Health = z.object({
  version: z.string(),
  publicUrl: z.string(),
  phoneUrl: z.string().nullable().describe('What PUBLIC_URL could be for phones in the same network, if only this machine can open it'),
  database: z.object({
    isEmbedded: z.boolean(),
    version: z.string(),
    bytes: z.number(),
    migrations: z.number().int(),
    newest: z.string(),
    answerMs: z.number().describe('The duration of a test query'),
    connections: z.number().int(),
    connectionsMax: z.number().int(),
  }),
  servers: z.number().int(),
  backupAt: z.iso.datetime().nullable().describe('When the last backup finished; null: never'),
  backups: z.object({
    isScheduled: z.boolean().describe('BACKUP_TO is set'),
    proposal: z.string().describe('A folder for BACKUP_TO; it is made when it is chosen'),
    everyHours: z.number(),
    rehearsedAt: z.iso.datetime().nullable().describe('When the last good rehearsal finished; null: never'),
    latest: z.array(z.boolean()).max(14).describe('Whether each of the latest backups was good, the oldest first'),
    failed: BackupError.describe('Why the latest backup failed; null: it didn’t'),
    rehearsalFailed: BackupError.describe('Why the latest rehearsal failed; null: it didn’t'),
  }),
  storage: z.object({
    isWritable: z.boolean(),
    freeBytes: z.number().nullable(),
    totalBytes: z.number().nullable(),
    isAway: z.boolean().describe('The storage bucket doesn’t respond'),
  }),
  jobs: z.object({
    waiting: z.number().int(),
    active: z.number().int(),
    failing: z.number().int(),
    failed: z.number().int(),
    oldestSeconds: z.number().describe('How long the oldest due job has waited'),
  }),
  mail: z.object({
    isSent: z.boolean().describe('Through a mail server; otherwise stored in the outbox'),
    server: z.string().describe('Its host; empty if there is none'),
    waiting: z.number().int(),
    retrying: z.number().int().describe('Those of the waiting that the server has refused before'),
    failed: z.number().int(),
  }),
  reports: z.object({ open: z.number().int(), oldestAt: z.iso.datetime().nullable(), oldestAlias: z.string() }),
  billing: z.object({ failedEvents: z.number().int() }),
  trends: z
    .object({ cards: Days, contacts: Days, views: Days, accounts: Days })
    .describe('New rows by day in UTC, for fourteen days including today; cards without those of the demo'),
  counts: z.object({
    cards: z.number().int(),
    demoCards: z.number().int(),
    accounts: z.number().int(),
    contacts: z.number().int(),
    pictures: z.number().int(),
  }),
})
export type Health = z.output<typeof Health>

const Queue = z.object({
  name: z.string(),
  waiting: z.number().int(),
  active: z.number().int(),
  retrying: z.number().int(),
  failed: z.number().int(),
})
const FailingJob = z.object({
  id: uuid,
  queue: z.string(),
  state: z.enum(['retry', 'failed']),
  attempts: z.number().int(),
  queuedAt: z.iso.datetime(),
  nextAt: z.iso.datetime().nullable(),
  error: z.string(),
})
export type FailingJob = z.output<typeof FailingJob>
export type Queue = z.output<typeof Queue>

const mailId = z.string().regex(/^[\w-]{10,60}$/)
export const MailLine = z.object({ id: mailId, at: z.string(), to: z.string(), subject: z.string() })
export type MailLine = z.output<typeof MailLine>
export const OutboxMail = MailLine.extend({ from: z.string(), text: z.string(), attachments: z.array(z.string()) })
export type OutboxMail = z.output<typeof OutboxMail>

export const MailStep = z.object({
  step: z.enum(Object.keys(mailSteps) as [MailStepName, ...MailStepName[]]),
  values: z.record(z.string(), z.string()).describe('Host, address, or what the server answered'),
  record: z.object({ name: z.string(), value: z.string() }).optional().describe('The DNS record to add'),
})
export type MailStep = z.output<typeof MailStep>

export const RefusedMail = z.object({
  id: uuid,
  address: z.string(),
  alias: z.string().describe('The card that the last refused email was about; empty if none'),
  step: MailStep.describe('What the mail server answered last'),
  count: z.number().int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  isPaused: z.boolean().describe('No notifications are sent until it is cleared'),
})
export type RefusedMail = z.output<typeof RefusedMail>

export const ReservedAlias = z.object({ name: z.string(), reason: z.string() })
export type ReservedAlias = z.output<typeof ReservedAlias>

export const Invitation = z.object({
  id: uuid,
  note: z.string(),
  uses: z.number().int(),
  maxUses: z.number().int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isUsable: z.boolean().describe('Neither used up nor expired'),
})
export type Invitation = z.output<typeof Invitation>

const importIssue = { code: z.string().describe('Empty if there is only a message'), values: IssueValues, message: z.string() }
const FileIssue = z.object({ line: z.number().int().optional(), ...importIssue })
export type FileIssue = z.output<typeof FileIssue>
export const CardImport = z.object({
  id: uuid,
  name: z.string(),
  createdAt: z.iso.datetime(),
  actor: z.string(),
  takes: z.enum(importTakes),
  encoding: z.enum(importEncodings),
  state: z.enum(['arriving', 'checking', 'checked', 'importing', 'done', 'refused']),
  bytes: z.number().int(),
  lines: z.number().int().describe('Without the header; while checking, those read so far'),
  good: z.number().int(),
  broken: z.number().int(),
  made: z.number().int(),
  problem: z.string().describe('Why the file can’t be read'),
  problemIssues: z.array(FileIssue).describe('The same, by code'),
})
export type CardImport = z.output<typeof CardImport>
export const ImportIssue = z.object({ line: z.number().int(), field: z.string(), ...importIssue })
export type ImportIssue = z.output<typeof ImportIssue>

export const Webhook = z.object({
  id: z.string(),
  provider: z.string(),
  kind: z.string(),
  alias: z.string().describe('Empty: not about a card here, or not known yet'),
  state: z.enum(webhookStates),
  receivedAt: z.iso.datetime(),
  appliedAt: z.iso.datetime().nullable(),
  canRetry: z.boolean(),
})
export type Webhook = z.output<typeof Webhook>

export const Webhooks = z.object({
  provider: z.string().describe('Empty: no payment service is configured'),
  address: z.string().describe('The URL to register with the payment service'),
  failed: z.number().int(),
  waiting: z.number().int(),
  today: z.number().int().describe('Received in the last 24 hours'),
  lastAt: z.iso.datetime().nullable(),
  webhooks: z.array(Webhook),
  next: z.string().nullable().describe('Cursor of the next page'),
})
export type Webhooks = z.output<typeof Webhooks>

export const Backups = z.object({
  dataDir: z.string(),
  isEmbedded: z.boolean().describe('The database is the embedded one, in the data folder'),
  target: z.string().describe('BACKUP_TO; empty: no automatic backups'),
  proposal: z.string().describe('A folder for BACKUP_TO; it is made when it is chosen'),
  isEncrypted: z.boolean().describe('BACKUP_PASSPHRASE_FILE is set'),
  everyHours: z.number(),
  lastAt: z.iso.datetime().nullable().describe('When the last backup finished; null: never'),
  rehearsedAt: z.iso.datetime().nullable().describe('When the last good rehearsal finished; null: never'),
  nextAt: z.iso.datetime().nullable().describe('When the next backup is due'),
  nextRehearsalAt: z.iso.datetime().nullable().describe('When the next rehearsal is due; null: after the next backup'),
  runs: z
    .array(
      z.object({
        id: uuid,
        kind: z.enum(backupKinds),
        startedAt: z.iso.datetime(),
        endedAt: z.iso.datetime().nullable().describe('null: it is running, or its server was stopped'),
        isManual: z.boolean().describe('To a file that a person named'),
        file: z.string(),
        bytes: z.number(),
        error: BackupError,
        message: z.string().describe('The error in one line of English'),
        progress: z
          .object({
            step: z.enum(backupSteps),
            share: z.number().describe('Of the whole backup, 0 to 1'),
            databaseBytes: z.number().describe('Written of the database, as text'),
            images: z.number().int(),
            imagesTotal: z.number().int(),
          })
          .nullable()
          .describe('How far it is, or got; null: not a backup, or not started'),
      }),
    )
    .describe('Backups and rehearsals of the last year, newest first, 20 at most'),
  backups: z
    .array(
      z.object({
        file: z.string(),
        at: z.iso.datetime(),
        bytes: z.number(),
        state: z.enum(['present', 'changed', 'missing']).describe('Compared by size with the file on the server that answers'),
      }),
    )
    .describe('Recorded in this data folder, newest first, 20 at most'),
  acts: z.array(AuditEntryLine).describe('The latest backups and restores in the audit log'),
})
export type Backups = z.output<typeof Backups>

export const AdminSetting = z.object({
  name: z.string().describe('As its environment variable'),
  group: z.enum(settingGroups),
  kind: z.enum(['text', 'switch', 'choice', 'secret']),
  choices: z.array(z.string()).describe('All values, if they are few'),
  value: z.string().describe('What is saved; of a secret only how it ends'),
  source: z.enum(['default', 'environment', 'stored']),
  change: z.enum(['now', 'restart', 'environment']).describe('When a change takes effect; environment: only the variable changes it'),
  setAt: z.iso.datetime().nullable(),
  setBy: z.string().nullable().describe('The administrator’s name, or email'),
  running: z.string().nullable().describe('The value until the restart, if another one is saved'),
})
export type AdminSetting = z.output<typeof AdminSetting>

const AddressCheck = z.object({
  state: z.enum(addressStates),
  validTo: z.iso.datetime().nullable().describe('Until when the certificate is valid'),
  detail: z.string().describe('The status, the code of the error, or where it redirects'),
})
export type AddressCheck = z.output<typeof AddressCheck>

const by = { access: 'admin' } as const
const does = { ...by, output: done } as const
const ofCard = { alias: Alias }
const id = uuid
const cardFilters = {
  q: z.string().trim().max(100).optional(),
  plan: z.enum(planFilters).optional(),
  state: z.enum(stateFilters).optional(),
  active: z.enum(activeFilters).optional().describe('An owner last used the site within so many days, or longer ago'),
  demo: z.literal('on').optional().describe('With the demo cards'),
}
const failed = z.array(z.string()).describe('Cards that an error left as they were: try again')
const aliases = z.array(Alias).min(1).max(cardsPageSize)
const switched = { isDisabled: z.boolean(), ...takedownReason }
const hasReason = ({ isDisabled, cause, reason }: { isDisabled: boolean; cause?: string | undefined; reason: string }) =>
  !isDisabled || cause !== undefined || reason !== ''
const next = (what: string) => z.string().nullable().describe(`Where the next ${what} begin`)
const from = z.string().max(120).optional()

export const admin = {
  'admin.overview': endpoint('admin.overview', {
    ...by,
    summary: 'The health of the installation.',
    output: Health,
    problems: ['not-found'],
  }),
  'admin.alerts': endpoint('admin.alerts', {
    ...by,
    summary: 'Counts of pending and failing work, for the navigation.',
    output: z.object({
      openReports: z.number().int(),
      failedJobs: z.number().int(),
      failedWebhooks: z.number().int(),
      backupAt: z.iso.datetime().nullable(),
      backupEveryHours: z.number(),
      isBackupFailing: z.boolean().describe('The latest backup or rehearsal failed'),
    }),
    problems: ['not-found'],
  }),
  'admin.webhooks': endpoint('admin.webhooks', {
    ...by,
    summary: 'Webhooks of the payment service, newest first; all, or by type, id, card or state.',
    query: z.object({
      q: z.string().trim().max(100).optional(),
      state: z.enum(webhookStates).optional(),
      from: z.string().max(300).optional(),
    }),
    output: Webhooks,
    problems: ['not-found', 'input-invalid'],
  }),
  'admin.retryWebhook': endpoint('admin.retryWebhook', {
    ...does,
    summary: 'Applies a failed webhook again, in the background.',
    input: z.object({ id: z.string().min(1).max(255) }),
    problems: ['not-found'],
  }),
  'admin.backups': endpoint('admin.backups', {
    ...by,
    summary: 'The latest backups: date, size, and whether the file still exists.',
    output: Backups,
    problems: ['not-found'],
  }),
  'admin.backUp': endpoint('admin.backUp', {
    ...does,
    summary: 'Backs up to BACKUP_TO, in the background.',
    problems: ['not-found', 'conflict'],
  }),
  'admin.rehearseBackup': endpoint('admin.rehearseBackup', {
    ...does,
    summary: 'Restores the newest backup into a scratch database and compares it, in the background.',
    problems: ['not-found', 'conflict'],
  }),
  'admin.removeDemo': endpoint('admin.removeDemo', {
    ...does,
    summary: 'Removes the demo cards with their owners’ accounts, contacts and images, for good.',
    problems: ['not-found'],
  }),
  'admin.settings': endpoint('admin.settings', {
    ...by,
    summary: 'All settings: their values, what set them, and which wait for a restart. Never includes secrets.',
    output: z.object({ settings: z.array(AdminSetting) }),
    problems: ['not-found'],
  }),
  'admin.changeSettings': endpoint('admin.changeSettings', {
    ...does,
    summary: 'Changes settings, all or none. An empty value sets the default back. Requires a recent login.',
    input: z.object({
      settings: z
        .array(z.object({ name: z.string().max(60), value: z.string().max(2000) }))
        .min(1)
        .max(changeableSettings.length),
    }),
    problems: ['not-found', 'recent-login-required', 'input-invalid'],
    codes: Object.keys(settingIssues) as (keyof typeof settingIssues)[],
  }),
  'admin.cards': endpoint('admin.cards', {
    ...by,
    summary: 'Cards by part of their alias, name, company or email, or their owner’s email, by plan, state and last use; fifty a page.',
    query: z.object({
      ...cardFilters,
      aliases: z.string().max(cardAliasesMax).optional().describe('Only the cards with these aliases, separated by spaces'),
      sort: z.enum(cardSorts).optional().describe('Default: by name. A hyphen reverses the order'),
      page: z.coerce
        .number()
        .int()
        .min(1)
        .max(cardsCountedMax / cardsPageSize)
        .optional(),
    }),
    output: z.object({
      cards: z.array(CardLine),
      found: z.number().describe(`How many match, counted up to ${cardsCountedMax + 1}`),
      total: z.number().describe('How many there are, without demo cards, counted as far'),
      accounts: z.number().describe('How many accounts there are, counted as far'),
    }),
    problems: ['not-found', 'input-invalid'],
  }),
  'admin.exportCards': endpoint('admin.exportCards', {
    ...by,
    isLink: true,
    summary: 'Exports the cards that such a search finds, as CSV. Requires a recent login.',
    limit: { per: 'account', count: 10, windowSeconds: 60 },
    query: z.object(cardFilters),
    output: { media: ['text/csv'] },
    problems: ['not-found', 'recent-login-required', 'input-invalid'],
  }),
  'admin.createCard': endpoint('admin.createCard', {
    ...by,
    summary: 'Creates a card for an owner’s email, and their account if there is none.',
    input: z.object({
      ...ofCard,
      fullName: z.string().trim().min(1).max(120),
      owner: z.email(issueCode('emailWrong')).max(254),
      choice: z.enum(planChoices).optional().describe('Default: FREE'),
    }),
    output: z.object(ofCard),
    problems: ['not-found', 'conflict', 'input-invalid', 'plans-off'],
    codes: ['aliasReleased', 'aliasSystem'],
  }),
  'admin.card': endpoint('admin.card', {
    ...by,
    summary: 'One card: its plan, permissions, owners, and what administrators did.',
    params: z.object(ofCard),
    output: AdminCard,
    problems: ['card-not-found', 'not-found'],
  }),
  'admin.setPlan': endpoint('admin.setPlan', {
    ...does,
    summary: 'Sets a card’s plan and its state.',
    input: z.object({ ...ofCard, choice: z.enum(planChoices) }),
    problems: ['card-not-found', 'not-found', 'plans-off'],
  }),
  'admin.setPlans': endpoint('admin.setPlans', {
    ...by,
    summary: 'Sets the plan of several cards, as admin.setPlan does for one.',
    input: z.object({ aliases, choice: z.enum(planChoices) }),
    output: z.object({
      changed: z.array(z.string()),
      left: z.array(z.string()).describe('Cards whose plan a payment service manages, which stay as they are'),
      failed,
    }),
    problems: ['not-found', 'input-invalid', 'plans-off'],
  }),
  'admin.switchCards': endpoint('admin.switchCards', {
    ...by,
    summary: 'Takes several cards down for one reason, which their owners get by email, or restores them.',
    input: z.object({ aliases, ...switched }).refine(hasReason, { path: ['reason'], error: issueCode('reasonMissing') }),
    output: z.object({ changed: z.array(z.string()).describe('Without those that were so already'), failed }),
    problems: ['not-found', 'input-invalid'],
  }),
  'admin.setRights': endpoint('admin.setRights', {
    ...does,
    summary: 'Grants permissions beyond the plan, and revokes permissions.',
    input: z.object({ ...ofCard, granted: z.array(right).max(30), revoked: z.array(right).max(30) }),
    problems: ['card-not-found', 'not-found'],
  }),
  'admin.setExperiments': endpoint('admin.setExperiments', {
    ...does,
    summary: 'Sets a card’s experiments.',
    input: z.object({ ...ofCard, experiments: z.array(Experiment).max(40) }),
    problems: ['card-not-found', 'not-found', 'input-invalid'],
  }),
  'admin.switchCard': endpoint('admin.switchCard', {
    ...does,
    summary: 'Takes a card down, with a reason, or restores it.',
    input: z.object({ ...ofCard, ...switched }).refine(hasReason, { path: ['reason'], error: issueCode('reasonMissing') }),
    problems: ['card-not-found', 'not-found', 'input-invalid'],
  }),
  'admin.removeCard': endpoint('admin.removeCard', {
    ...does,
    summary: 'Deletes a card and all of its data permanently. Its owners’ accounts stay.',
    input: z
      .object({
        ...ofCard,
        word: z.string().trim().max(60).describe('The card’s alias again, to confirm'),
        reason: z.string().trim().min(1).max(300),
      })
      .refine(({ alias, word }) => alias.toLowerCase() === word.toLowerCase(), { path: ['word'], error: issueCode('confirmationWrong') }),
    problems: ['card-not-found', 'not-found', 'input-invalid'],
  }),
  'admin.reserved': endpoint('admin.reserved', {
    ...by,
    summary: 'Reserved aliases: no new card can use them.',
    query: z.object({ q: z.string().trim().max(60).optional(), from }),
    output: z.object({ names: z.array(ReservedAlias), next: next('names') }),
    problems: ['not-found'],
  }),
  'admin.reserve': endpoint('admin.reserve', {
    ...does,
    summary: 'Reserves an alias. A card that already has it keeps it.',
    input: z.object({ name: Alias, reason: z.string().trim().max(200).default('') }),
    problems: ['not-found', 'conflict', 'input-invalid'],
    codes: ['aliasSystem'],
  }),
  'admin.release': endpoint('admin.release', {
    ...does,
    summary: 'Releases a reserved alias.',
    input: z.object({ name: Alias }),
    problems: ['not-found'],
  }),
  'admin.invitations': endpoint('admin.invitations', {
    ...by,
    summary: 'Invitations to sign up, newest first.',
    query: z.object({ from: uuid.optional() }),
    output: z.object({ invitations: z.array(Invitation), next: next('invitations') }),
    problems: ['not-found'],
  }),
  'admin.invite': endpoint('admin.invite', {
    ...by,
    summary: 'Creates an invitation. Its link is in this response only.',
    input: z.object({
      note: z.string().trim().max(200).default(''),
      maxUses: z.int().min(1).max(invitationUsesMax).default(1),
      days: z.int().min(1).max(invitationDaysMax).default(7),
    }),
    output: z.object({ id, link: z.string() }),
    problems: ['not-found', 'input-invalid'],
  }),
  'admin.revokeInvitation': endpoint('admin.revokeInvitation', {
    ...does,
    summary: 'Revokes an invitation. Accounts made with it stay.',
    input: z.object({ id }),
    problems: ['not-found'],
  }),
  'admin.jobs': endpoint('admin.jobs', {
    ...by,
    summary: 'Job queues and failing jobs.',
    query: z.object({ from: uuid.optional() }),
    output: z.object({ queues: z.array(Queue), failing: z.array(FailingJob), next: next('failing jobs') }),
    problems: ['not-found'],
  }),
  'admin.retryJob': endpoint('admin.retryJob', {
    ...does,
    summary: 'Retries a failed job now.',
    input: z.object({ id }),
    problems: ['not-found'],
  }),
  'admin.outbox': endpoint('admin.outbox', {
    ...by,
    summary: 'Emails stored because no mail server is configured, newest first.',
    query: z.object({ from }),
    output: z.object({ isSent: z.boolean(), mails: z.array(MailLine), next: next('mails') }),
    problems: ['not-found'],
  }),
  'admin.mail': endpoint('admin.mail', {
    ...by,
    summary: 'A stored email as plain text. Its login links and codes need a recent login, and are left out once a mail server is set.',
    params: z.object({ id: mailId }),
    query: z.object({ links: z.literal('1').optional().describe('With login links and codes') }),
    output: OutboxMail,
    problems: ['not-found', 'recent-login-required', 'conflict'],
  }),
  'admin.checkAddress': endpoint('admin.checkAddress', {
    ...by,
    summary:
      'Checks from the server whether this installation answers at an address, before it becomes the public one. Needs a recent login.',
    limit: { per: 'account', count: 30, windowSeconds: 60 },
    input: z.object({ address: z.url({ protocol: /^https?$/ }).max(300) }),
    output: AddressCheck,
    problems: ['not-found', 'input-invalid', 'recent-login-required'],
  }),
  'admin.testMail': endpoint('admin.testMail', {
    ...by,
    summary: 'Sends a test email, and reports each step and the DNS records of the sender.',
    limit: { per: 'account', count: 10, windowSeconds: 600 },
    input: z.object({
      to: z.email(issueCode('emailWrong')).max(254),
      selector: z
        .string()
        .regex(/^[a-z\d]([\w.-]{0,60}[a-z\d])?$/i, issueCode('dkimSelectorInvalid'))
        .optional()
        .describe('The name of the DKIM key, if it is known'),
    }),
    output: z.object({ steps: z.array(MailStep) }),
    problems: ['not-found', 'input-invalid'],
  }),
  'admin.refusedMails': endpoint('admin.refusedMails', {
    ...by,
    summary: 'Addresses that the mail server refused permanently, by their first rejection, newest first.',
    query: z.object({ from: uuid.optional() }),
    output: z.object({ refused: z.array(RefusedMail), next: next('addresses') }),
    problems: ['not-found'],
  }),
  'admin.clearRefusedMail': endpoint('admin.clearRefusedMail', {
    ...does,
    summary: 'Forgets the rejections of an address and sends to it again.',
    input: z.object({ id }),
    problems: ['not-found'],
  }),
  'admin.auditLog': endpoint('admin.auditLog', {
    ...by,
    summary: 'The audit log, newest first; all of it, or by alias, administrator or action.',
    query: z.object({
      q: z.string().trim().max(120).optional(),
      alias: Alias.optional().describe('On this card only'),
      by: z.string().max(320).optional().describe('By this administrator only'),
      about: z.enum(auditTopics).optional(),
      days: z.enum(auditDays).optional().describe('Only entries of the last days, this many'),
      from: uuid.optional(),
    }),
    output: z.object({
      acts: z.array(AuditEntryLine),
      actors: z.array(z.string()).describe('Administrators who acted on the requested card'),
      next: next('acts'),
    }),
    problems: ['not-found'],
  }),
  'admin.imports': endpoint('admin.imports', {
    ...by,
    summary: 'Imports, newest first.',
    query: z.object({ from: uuid.optional() }),
    output: z.object({ imports: z.array(CardImport), next: next('imports') }),
    problems: ['not-found'],
  }),
  'admin.createImport': endpoint('admin.createImport', {
    ...by,
    summary: 'Starts an import. Upload its parts, then check it.',
    input: z.object({
      name: z.string().trim().min(1).max(200),
      takes: z.enum(importTakes),
      encoding: z.enum(importEncodings).default('utf-8'),
    }),
    output: z.object({ id }),
    problems: ['not-found', 'input-invalid'],
  }),
  'admin.addImportPart': endpoint('admin.addImportPart', {
    ...does,
    summary: 'Uploads the next part of the file, 150 KB at most.',
    limit: { per: 'account', count: 600, windowSeconds: 60 },
    input: z.object({ id, place: z.int().min(0).max(1000), data: z.base64().max(Math.ceil(importPartBytes / 3) * 4) }),
    problems: ['not-found', 'body-too-large', 'conflict'],
  }),
  'admin.checkImport': endpoint('admin.checkImport', {
    ...does,
    summary: 'Checks the whole file in the background. Creates nothing.',
    input: z.object({ id }),
    problems: ['not-found', 'conflict'],
  }),
  'admin.runImport': endpoint('admin.runImport', {
    ...does,
    summary: 'Creates the cards of a checked file, in the background.',
    input: z.object({ id }),
    problems: ['not-found', 'conflict'],
  }),
  'admin.readImport': endpoint('admin.readImport', {
    ...by,
    summary: 'The progress of an import, and its issues.',
    params: z.object({ id }),
    output: z.object({ import: CardImport, issues: z.array(ImportIssue) }),
    problems: ['not-found'],
  }),
  'admin.importReport': endpoint('admin.importReport', {
    ...by,
    isLink: true,
    summary: 'All issues as CSV.',
    params: z.object({ id }),
    output: { media: ['text/csv'] },
    problems: ['not-found'],
  }),
}
