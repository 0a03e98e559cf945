import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, moment } from '#server/database/columns.ts'
import type { Rejection } from '#server/integrations/mail/recipient-refused.ts'

export const accounts = pgTable('account', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull().default(''),
  isAdmin: boolean('is_operator').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  emailVerifiedAt: moment('email_verified_at'),
  passwordHash: text('password_hash'),
  language: text('language').notNull().default(''),
  browserEpoch: integer('browser_epoch').notNull().default(0),
})
export type Account = typeof accounts.$inferSelect

export const memberships = pgTable(
  'membership',
  {
    subjectId: uuid('subject_id').notNull(),
    accountId: uuid('account_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  ({ subjectId, accountId }) => [primaryKey({ columns: [subjectId, accountId] })],
)

const linkPurposes = ['sign-in', 'sign-up', 'reset'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** What lets a person sign up where not everyone can: an invitation, or the setup link, as the hash of its code. */
export type Admission = { invitationId?: string; setupHash?: string }

/** What a person entered when they signed up. Unverified until the link is used. */
export type SignUp = { email: string; name: string; language: string; admission?: Admission }

export const signInLinks = pgTable('sign_in_link', {
  tokenHash: bytes('token_hash').primaryKey(),
  accountId: uuid('account_id'),
  purpose: text('purpose').$type<LinkPurpose>().notNull().default('sign-in'),
  returnUrl: text('return_url').notNull().default('/'),
  signUp: jsonb('sign_up').$type<SignUp>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  isMadeByAdmin: boolean('is_operators').notNull().default(false),
})
export type Link = typeof signInLinks.$inferSelect

/** A requested change of an account's email; `tokenHash` is null until the link is mailed. */
export const emailChanges = pgTable('email_change', {
  accountId: uuid('account_id').primaryKey(),
  newEmail: text('new_email').notNull(),
  tokenHash: bytes('token_hash'),
  requestedAt: moment('requested_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
export type EmailChange = typeof emailChanges.$inferSelect

export type LoginMethod = 'password' | 'link' | 'passkey' | 'provider'

export const sessions = pgTable('session', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  tokenHash: bytes('token_hash').notNull(),
  previousHash: bytes('before_hash'),
  exchangedAt: moment('exchanged_at').notNull(),
  signedInAt: moment('signed_in_at').notNull(),
  lastUsedAt: moment('seen_at').notNull(),
  endsAt: moment('ends_at').notNull(),
  device: text('device').notNull().default(''),
  loginMethod: text('way').$type<LoginMethod>().notNull(),
  issuer: text('issuer'),
  providerSubject: text('provider_subject'),
  providerSid: text('provider_sid'),
  idToken: text('id_token'),
})
export type Session = typeof sessions.$inferSelect

export const passkeys = pgTable(
  'passkey',
  {
    accountId: uuid('account_id').notNull(),
    id: uuid('id').notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: bytes('public_key').notNull(),
    signCount: bigint('sign_count', { mode: 'number' }).notNull().default(0),
    transports: text('transports').array().notNull().default([]),
    name: text('name').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    usedAt: moment('used_at'),
    isBackupEligible: boolean('is_backup_eligible'),
  },
  ({ accountId, id }) => [primaryKey({ columns: [accountId, id] })],
)
export type Passkey = typeof passkeys.$inferSelect

export const identities = pgTable(
  'account_identity',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    accountId: uuid('account_id').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  ({ issuer, subject }) => [primaryKey({ columns: [issuer, subject] })],
)

/** An address that the mail server refused permanently. `recentAt` are the last three times, the latest first. */
export const refusedRecipients = pgTable('refused_recipient', {
  id: uuid('id').primaryKey(),
  address: text('address').notNull(),
  /** The card that the last refused mail was about. */
  subjectId: uuid('subject_id'),
  step: text('step').$type<Rejection['step']>().notNull(),
  answer: text('answer').notNull(),
  firstAt: moment('first_at').notNull(),
  lastAt: moment('last_at').notNull(),
  count: integer('count').notNull().default(1),
  recentAt: moment('recent_at').array().notNull(),
  /** Since then no notifications are sent to it. */
  pausedAt: moment('paused_at'),
})
export type RefusedRecipient = typeof refusedRecipients.$inferSelect

export const invitations = pgTable('invitation', {
  id: uuid('id').primaryKey(),
  tokenHash: bytes('token_hash').notNull(),
  note: text('note').notNull().default(''),
  maxUses: integer('max_uses').notNull(),
  uses: integer('uses').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
export type Invitation = typeof invitations.$inferSelect
