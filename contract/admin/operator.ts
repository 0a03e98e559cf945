import { z } from 'zod'
import { Alias, CardSubscription } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'
import { abuseKinds } from './abuse-choices.ts'
import {
  actDays,
  actTopics,
  cardSorts,
  importEncodings,
  importPartBytes,
  importTakes,
  planChoices,
  planFilters,
  stateFilters,
} from './operator-choices.ts'
import { permissions, type Permission } from '../permissions.ts'
import { uuid } from '../values.ts'

const right = z.enum(Object.keys(permissions) as [Permission, ...Permission[]])
const Experiment = z.object({ name: z.string().trim().min(1).max(60), enabled: z.boolean() })
const detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))

export const ActLine = z.object({
  id: uuid,
  at: z.iso.datetime(),
  actor: z.string(),
  act: z.string(),
  alias: z.string(),
  detail,
})
export type ActLine = z.output<typeof ActLine>

/** One of many cards, as a list shows it. */
export const CardLine = z.object({
  alias: z.string(),
  fullName: z.string(),
  companyName: z.string(),
  plan: z.enum(['FREE', 'PRO']),
  isTrial: z.boolean(),
  trialDays: z.number().int(),
  isPastDue: z.boolean().describe('A payment failed or is missing'),
  isOff: z.boolean(),
  isDisabled: z.boolean().describe('Taken down by an operator'),
  isDemo: z.boolean(),
  picture: z.string().nullable().describe('Revision of the profile photo'),
  contacts: z.number().int(),
  views: z.number().int().describe('In the last 30 days'),
  createdAt: z.iso.datetime(),
})
export type CardLine = z.output<typeof CardLine>

export const OperatorCard = CardLine.extend({
  emailAddress: z.string(),
  revision: z.number().int(),
  updatedAt: z.iso.datetime(),
  subscription: CardSubscription,
  choice: z.enum(planChoices).describe('The state of its plan, as it would be chosen'),
  granted: z.array(right),
  revoked: z.array(right),
  rights: z.array(right).describe('What follows from plan, granted and revoked'),
  experiments: z.array(Experiment),
  owners: z.array(z.string()),
  lastLogins: z.record(z.string(), z.iso.datetime()).describe('Of owners whose session still lasts: when they logged in last'),
  reason: z.string().describe('Why it was taken down, in the words of who did it'),
  acts: z.array(ActLine).describe('The newest on this card'),
  pictures: z.object({ count: z.number().int(), bytes: z.number() }),
  reports: z
    .array(z.object({ id: uuid, at: z.iso.datetime(), kind: z.enum(abuseKinds), words: z.string() }))
    .describe('Open ones, the oldest first, ten at most'),
  openReports: z.number().int(),
})
export type OperatorCard = z.output<typeof OperatorCard>

const Days = z.array(z.number().int())

const Health = z.object({
  version: z.string(),
  publicUrl: z.string(),
  database: z.object({
    isEmbedded: z.boolean(),
    version: z.string(),
    bytes: z.number(),
    migrations: z.number().int(),
    newest: z.string(),
    answerMs: z.number().describe('How long it took to answer just now'),
    connections: z.number().int(),
    connectionsMax: z.number().int(),
  }),
  servers: z.number().int(),
  backupAt: z.iso.datetime().nullable().describe('When the last backup by command was finished; null: never'),
  storage: z.object({
    isWritable: z.boolean(),
    freeBytes: z.number().nullable(),
    totalBytes: z.number().nullable(),
    isAway: z.boolean().describe('Pictures live in a bucket, and it does not answer'),
  }),
  jobs: z.object({
    waiting: z.number().int(),
    active: z.number().int(),
    troubled: z.number().int(),
    failed: z.number().int(),
    oldestSeconds: z.number().describe('How long the oldest of those that could run has waited'),
  }),
  mail: z.object({
    isSent: z.boolean().describe('By a mail server; else kept in the outbox'),
    server: z.string().describe('Its host; empty where there is none'),
    waiting: z.number().int(),
    failed: z.number().int(),
  }),
  reports: z.object({ open: z.number().int(), oldestAt: z.iso.datetime().nullable(), oldestAlias: z.string() }),
  billing: z.object({ failedEvents: z.number().int() }),
  trends: z
    .object({ cards: Days, contacts: Days, views: Days, accounts: Days })
    .describe('New ones by day, UTC: fourteen days, the last one is today'),
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
const TroubledJob = z.object({
  id: uuid,
  queue: z.string(),
  state: z.enum(['retry', 'failed']),
  attempts: z.number().int(),
  askedAt: z.iso.datetime(),
  nextAt: z.iso.datetime().nullable(),
  error: z.string(),
})
export type TroubledJob = z.output<typeof TroubledJob>
export type Queue = z.output<typeof Queue>

const mailId = z.string().regex(/^[\w-]{10,60}$/)
export const MailLine = z.object({ id: mailId, at: z.string(), to: z.string(), subject: z.string() })
export type MailLine = z.output<typeof MailLine>
export const OutboxMail = MailLine.extend({ from: z.string(), text: z.string(), attachments: z.array(z.string()) })
export type OutboxMail = z.output<typeof OutboxMail>

export const ReservedAlias = z.object({ name: z.string(), reason: z.string() })
export type ReservedAlias = z.output<typeof ReservedAlias>

export const CardImport = z.object({
  id: uuid,
  name: z.string(),
  createdAt: z.iso.datetime(),
  actor: z.string(),
  takes: z.enum(importTakes),
  encoding: z.enum(importEncodings),
  state: z.enum(['arriving', 'checking', 'checked', 'importing', 'done', 'refused']),
  bytes: z.number().int(),
  lines: z.number().int().describe('Read so far, without the first'),
  good: z.number().int(),
  broken: z.number().int(),
  made: z.number().int(),
  problem: z.string().describe('Why nothing of the file can be read'),
})
export type CardImport = z.output<typeof CardImport>
export const ImportFault = z.object({ line: z.number().int(), field: z.string(), message: z.string() })
export type ImportFault = z.output<typeof ImportFault>

const by = { access: 'operator' } as const
const done = z.object({ success: z.literal(1), message: z.string() })
const does = { ...by, output: done } as const
const ofCard = { alias: Alias }
const id = uuid
const next = (what: string) => z.string().nullable().describe(`Where the next ${what} begin`)
const from = z.string().max(120).optional()

export const operator = {
  'operator.overview': endpoint('operator.overview', {
    ...by,
    summary: 'How the installation is.',
    output: Health,
    problems: ['not-found'],
  }),
  'operator.cards': endpoint('operator.cards', {
    ...by,
    summary: 'Cards by a part of their alias, name, company or e-mail, or by their owner’s, by plan and by state; fifty at a time.',
    query: z.object({
      q: z.string().trim().max(100).optional(),
      plan: z.enum(planFilters).optional(),
      state: z.enum(stateFilters).optional(),
      sort: z.enum(cardSorts).optional().describe('By address unless it says otherwise; a hyphen turns it around'),
      from,
    }),
    output: z.object({ cards: z.array(CardLine), next: next('cards') }),
    problems: ['not-found', 'input-invalid'],
  }),
  'operator.card': endpoint('operator.card', {
    ...by,
    summary: 'One card: its plan, what it may do, whose it is, what operators did.',
    params: z.object(ofCard),
    output: OperatorCard,
    problems: ['card-not-found', 'not-found'],
  }),
  'operator.setPlan': endpoint('operator.setPlan', {
    ...does,
    summary: 'Puts a card on a plan, in a state of it.',
    input: z.object({ ...ofCard, choice: z.enum(planChoices) }),
    problems: ['card-not-found', 'not-found'],
  }),
  'operator.setRights': endpoint('operator.setRights', {
    ...does,
    summary: 'Grants rights beside the plan’s, and takes rights away.',
    input: z.object({ ...ofCard, granted: z.array(right).max(30), revoked: z.array(right).max(30) }),
    problems: ['card-not-found', 'not-found'],
  }),
  'operator.setExperiments': endpoint('operator.setExperiments', {
    ...does,
    summary: 'Says which experiments a card takes part in.',
    input: z.object({ ...ofCard, experiments: z.array(Experiment).max(40) }),
    problems: ['card-not-found', 'not-found', 'input-invalid'],
  }),
  'operator.switchCard': endpoint('operator.switchCard', {
    ...does,
    summary: 'Takes a card down, with a reason, or puts it up again.',
    input: z
      .object({ ...ofCard, isDisabled: z.boolean(), reason: z.string().trim().max(300).default('') })
      .refine(({ isDisabled, reason }) => !isDisabled || reason !== '', { path: ['reason'], error: 'Enter a reason.' }),
    problems: ['card-not-found', 'not-found', 'input-invalid'],
  }),
  'operator.removeCard': endpoint('operator.removeCard', {
    ...does,
    summary: 'Deletes a card with everything that belongs to it, for good. The accounts of its owners stay.',
    input: z
      .object({
        ...ofCard,
        word: z.string().trim().max(60).describe('The card’s alias once more'),
        reason: z.string().trim().min(1).max(300),
      })
      .refine(({ alias, word }) => alias.toLowerCase() === word.toLowerCase(), { path: ['word'], error: 'Type the card’s address.' }),
    problems: ['card-not-found', 'not-found', 'input-invalid'],
  }),
  'operator.reserved': endpoint('operator.reserved', {
    ...by,
    summary: 'Names nobody can have as an alias.',
    query: z.object({ from }),
    output: z.object({ names: z.array(ReservedAlias), next: next('names') }),
    problems: ['not-found'],
  }),
  'operator.reserve': endpoint('operator.reserve', {
    ...does,
    summary: 'Keeps a name from being anybody’s alias. A card that has it already keeps it.',
    input: z.object({ name: Alias, reason: z.string().trim().max(200).default('') }),
    problems: ['not-found', 'input-invalid'],
  }),
  'operator.release': endpoint('operator.release', {
    ...does,
    summary: 'Lets a reserved name go.',
    input: z.object({ name: Alias }),
    problems: ['not-found'],
  }),
  'operator.jobs': endpoint('operator.jobs', {
    ...by,
    summary: 'Work in the background: how much waits, and what went wrong.',
    query: z.object({ from: uuid.optional() }),
    output: z.object({ queues: z.array(Queue), troubled: z.array(TroubledJob), next: next('troubled jobs') }),
    problems: ['not-found'],
  }),
  'operator.retryJob': endpoint('operator.retryJob', {
    ...does,
    summary: 'Tries a job that went wrong again, now.',
    input: z.object({ id }),
    problems: ['not-found'],
  }),
  'operator.outbox': endpoint('operator.outbox', {
    ...by,
    summary: 'Mails kept here because no mail server is set, newest first.',
    query: z.object({ from }),
    output: z.object({ isSent: z.boolean(), mails: z.array(MailLine), next: next('mails') }),
    problems: ['not-found'],
  }),
  'operator.mail': endpoint('operator.mail', {
    ...by,
    summary: 'One of them as plain text. Ways to sign in are left out of it.',
    params: z.object({ id: mailId }),
    output: OutboxMail,
    problems: ['not-found'],
  }),
  'operator.acts': endpoint('operator.acts', {
    ...by,
    summary: 'What operators did, newest first; all, or by an alias, an operator or an act.',
    query: z.object({
      q: z.string().trim().max(120).optional(),
      alias: Alias.optional().describe('On this card only'),
      by: z.string().max(320).optional().describe('By this operator only'),
      about: z.enum(actTopics).optional(),
      days: z.enum(actDays).optional().describe('In so many days up to now'),
      from: uuid.optional(),
    }),
    output: z.object({
      acts: z.array(ActLine),
      actors: z.array(z.string()).describe('Who did something on the card that was asked for'),
      next: next('acts'),
    }),
    problems: ['not-found'],
  }),
  'operator.imports': endpoint('operator.imports', {
    ...by,
    summary: 'Files of cards that were brought here, newest first.',
    query: z.object({ from: uuid.optional() }),
    output: z.object({ imports: z.array(CardImport), next: next('imports') }),
    problems: ['not-found'],
  }),
  'operator.createImport': endpoint('operator.createImport', {
    ...by,
    summary: 'Begins to bring a file of cards. Its bytes follow in parts; then it is checked.',
    input: z.object({
      name: z.string().trim().min(1).max(200),
      takes: z.enum(importTakes),
      encoding: z.enum(importEncodings).default('utf-8'),
    }),
    output: z.object({ id }),
    problems: ['not-found', 'input-invalid'],
  }),
  'operator.addImportPart': endpoint('operator.addImportPart', {
    ...does,
    summary: 'The next bytes of the file, at most 150 KB of them.',
    limit: { per: 'account', count: 600, windowSeconds: 60 },
    input: z.object({ id, place: z.int().min(0).max(1000), data: z.base64().max(Math.ceil(importPartBytes / 3) * 4) }),
    problems: ['not-found', 'body-too-large', 'conflict'],
  }),
  'operator.checkImport': endpoint('operator.checkImport', {
    ...does,
    summary: 'Reads the whole file against what is here, in the background. Nothing is made.',
    input: z.object({ id }),
    problems: ['not-found', 'conflict'],
  }),
  'operator.runImport': endpoint('operator.runImport', {
    ...does,
    summary: 'Makes the cards of a file that was checked, in the background.',
    input: z.object({ id }),
    problems: ['not-found', 'conflict'],
  }),
  'operator.readImport': endpoint('operator.readImport', {
    ...by,
    summary: 'How far an import is, and what is wrong with its lines.',
    params: z.object({ id }),
    output: z.object({ import: CardImport, faults: z.array(ImportFault) }),
    problems: ['not-found'],
  }),
  'operator.importReport': endpoint('operator.importReport', {
    ...by,
    isLink: true,
    summary: 'Every broken line as a table.',
    params: z.object({ id }),
    output: { media: ['text/csv'] },
    problems: ['not-found'],
  }),
}
