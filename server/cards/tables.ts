import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/database/columns.ts'
import { flagColumns, initialOf, textColumns, type FlagColumn, type TextColumn } from '#contract/cards/card-fields.ts'
import type { LinkReason } from '#contract/cards/broken-links.ts'
import type { Card, CustomReview, MenuItem } from '#contract/cards/cards.ts'
import type { DraftChanges } from '#contract/cards/drafts.ts'
import type { Permission } from '#contract/permissions.ts'
import type { StoredSettings } from '#contract/cards/stored-card.ts'

const words = (name: string, initial = '') => text(name).notNull().default(initial)
/** Generated columns; the migration defines the expression. */
const generated = sql`''`
const rights = (name: string) => text(name).array().$type<Permission[]>().notNull().default([])

const flag = (name: string, initial: boolean) => boolean(name).notNull().default(initial)

/** eCardTheme is e_card_theme, showBBBReviews show_bbb_reviews, show55PlacesReviews show_55_places_reviews. */
const snake = (name: string) => name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[a-z])(?=\d)|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase()

/** The text and flag columns of the table of fields. */
const plain = Object.fromEntries([
  ...textColumns.map((name) => [name, words(snake(name), initialOf(name) as string)]),
  ...flagColumns.map((name) => [name, flag(snake(name), initialOf(name) as boolean)]),
]) as Record<TextColumn, ReturnType<typeof words>> & Record<FlagColumn, ReturnType<typeof flag>>

export const subjects = pgTable('subject', {
  id: uuid('id').primaryKey(),
  key: text('key').notNull(),
  alias: text('alias').notNull(),
  revision: bigint('revision', { mode: 'number' }).notNull().default(1),
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),

  ...plain,
  profile: smallint('profile').$type<1 | 2>().notNull().default(1),
  grantedRights: rights('granted_rights'),
  revokedRights: rights('revoked_rights'),
  experiments: jsonb('experiments').$type<Card['experiments']>().notNull().default([]),
  menus: jsonb('menus').$type<MenuItem[]>().notNull().default([]),
  reviews: jsonb('reviews').$type<CustomReview[]>().notNull().default([]),
  reviewsTakenDown: jsonb('reviews_taken_down').$type<string[]>().notNull().default([]),
  settings: jsonb('settings').$type<StoredSettings>().notNull().default({}),
  applicationSettings: jsonb('application_settings').$type<Record<string, unknown>>().notNull().default({}),
  gradeServiceTemplateId: integer('grade_service_template_id').notNull().default(1),
})

export type Subject = typeof subjects.$inferSelect

/** Hosts that cards and short links can't link to. */
export const blockedHosts = pgTable('blocked_host', {
  host: text('host').primaryKey(),
  note: words('note'),
  createdAt: moment('created_at').notNull(),
})
export type BlockedHost = typeof blockedHosts.$inferSelect

/** The directory from alias to subject. */
export const aliases = pgTable('alias', {
  name: text('name').primaryKey(),
  subjectId: uuid('subject_id').notNull(),
  skeleton: text('skeleton').notNull().generatedAlwaysAs(generated),
})

/** The directory from the provider's name of a card's reviews to the card. */
export const reviewNames = pgTable('review_name', { subjectId: uuid('subject_id').primaryKey(), name: text('name').notNull() })

/** Aliases that an administrator has reserved. */
export const reservedAliases = pgTable('reserved_alias', {
  name: text('name').primaryKey(),
  skeleton: text('skeleton').notNull().generatedAlwaysAs(generated),
  note: words('note'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Idempotency keys of “Create card”. */
export const cardSubmissions = pgTable('card_submission', {
  subjectId: uuid('subject_id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  submissionId: uuid('submission_id').notNull(),
  submittedHash: bytes('submitted_hash'),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** Single-use codes for claiming a card without an owner. */
export const claimCodes = pgTable(
  'claim_code',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    codeHash: text('code_hash').notNull(),
    issuedBy: text('given_by').$type<'operator' | 'mail'>().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  ({ subjectId, id }) => [primaryKey({ columns: [subjectId, id] })],
)
export type ClaimCode = typeof claimCodes.$inferSelect

export const claimTries = pgTable(
  'claim_try',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    accountId: uuid('account_id').notNull(),
    triedAt: moment('tried_at').notNull(),
  },
  ({ subjectId, id }) => [primaryKey({ columns: [subjectId, id] })],
)

export const subjectVersions = pgTable(
  'subject_version',
  {
    subjectId: uuid('subject_id').notNull(),
    name: text('name').notNull(),
    overrides: jsonb('overrides').$type<Partial<Subject>>().notNull().default({}),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  ({ subjectId, name }) => [primaryKey({ columns: [subjectId, name] })],
)

export const gradeServices = pgTable('grade_service', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  cssClass: words('css_class'),
  icon: words('icon'),
  searchUrl: words('search_url'),
  capabilities: integer('capabilities').notNull().default(0),
  weight: integer('weight').notNull(),
})

export const subjectServices = pgTable(
  'subject_service',
  {
    subjectId: uuid('subject_id').notNull(),
    gradeServiceId: integer('grade_service_id').notNull(),
    directLink: words('direct_link'),
    shortReviewLink: words('short_review_link'),
    shortLink: words('short_link'),
    capabilities: integer('capabilities'),
    weight: integer('weight'),
    ignoreService: boolean('ignore_service').notNull().default(false),
  },
  ({ subjectId, gradeServiceId }) => [primaryKey({ columns: [subjectId, gradeServiceId] })],
)

export const subjectComponents = pgTable(
  'subject_component',
  {
    subjectId: uuid('subject_id').notNull(),
    gradeServiceId: integer('grade_service_id').notNull(),
    gradeComponentId: integer('grade_component_id').notNull(),
    currentValue: words('current_value'),
  },
  ({ subjectId, gradeServiceId, gradeComponentId }) => [primaryKey({ columns: [subjectId, gradeServiceId, gradeComponentId] })],
)

/** Aliases of deleted cards that can't be reused yet, as hashes. */
export const releasedAliases = pgTable('resting_alias', {
  nameHash: bytes('name_hash').primaryKey(),
  until: moment('until').notNull(),
})

/** Unpublished changes to a card, finished or not. */
export const cardDrafts = pgTable('card_draft', {
  subjectId: uuid('subject_id').primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
  fields: jsonb('fields').$type<DraftChanges>().notNull().default({}),
  savedAt: moment('saved_at'),
  savedBy: uuid('saved_by'),
  saveHash: text('save_hash'),
})

export type Draft = typeof cardDrafts.$inferSelect

/** Links of a card that the nightly check couldn't open. */
export const linkFailures = pgTable(
  'link_failure',
  {
    subjectId: uuid('subject_id').notNull(),
    linkHash: bytes('link_hash').notNull(),
    reason: text('reason').$type<LinkReason>().notNull(),
    tries: integer('tries').notNull(),
    since: moment('since').notNull(),
    triedAt: moment('tried_at').notNull(),
  },
  ({ subjectId, linkHash }) => [primaryKey({ columns: [subjectId, linkHash] })],
)

export type LinkFailure = typeof linkFailures.$inferSelect
