import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Card, CustomReview, MenuItem } from '#contract/cards.ts'
import type { DraftChanges } from '#contract/drafts.ts'
import type { Permission } from '#contract/permissions.ts'
import type { StoredSettings } from '#contract/stored-card.ts'

const words = (name: string) => text(name).notNull().default('')
/** Columns that the database makes itself: the migration says how. */
const madeThere = sql`''`
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const rights = (name: string) => text(name).array().$type<Permission[]>().notNull().default([])

export const subjects = pgTable('subject', {
  id: uuid('id').primaryKey(),
  key: text('key').notNull(),
  alias: text('alias').notNull(),
  revision: bigint('revision', { mode: 'number' }).notNull().default(1),
  isDemo: boolean('is_demo').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),

  firstName: words('first_name'),
  lastName: words('last_name'),
  fullName: words('full_name'),
  title: words('title'),
  bio: words('bio'),
  companyName: words('company_name'),
  companyAddress: words('company_address'),
  companyCity: words('company_city'),
  companyState: words('company_state'),
  companyZip: words('company_zip'),
  companyCountry: words('company_country'),
  emailAddress: words('email_address'),
  phoneNumber: words('phone_number'),
  telPhoneNumber: words('tel_phone_number'),
  officePhoneNumber: words('office_phone_number'),
  directPhoneNumber: words('direct_phone_number'),
  profile: smallint('profile').$type<1 | 2>().notNull().default(1),

  grantedRights: rights('granted_rights'),
  revokedRights: rights('revoked_rights'),
  experiments: jsonb('experiments').$type<Card['experiments']>().notNull().default([]),
  tags: words('tags'),
  eCardEnabled: boolean('e_card_enabled').notNull().default(true),
  isCardDisabled: boolean('is_card_disabled').notNull().default(false),

  eCardTheme: text('e_card_theme').notNull().default('default'),
  eCardBackgroundColor: words('e_card_background_color'),
  eCardContactBackground: words('e_card_contact_background'),
  eCardContactColor: words('e_card_contact_color'),
  eCardTextColor: words('e_card_text_color'),
  eCardIconBackground: words('e_card_icon_background'),
  eCardIconColor: words('e_card_icon_color'),
  eCardHeaderIconColor: words('e_card_header_icon_color'),
  eCardBackgroundImage: words('e_card_background_image'),
  eCardCompanyLogoImage: words('e_card_company_logo_image'),
  previewBackgroundImage: words('preview_background_image'),
  previewCompanyLogo: words('preview_company_logo'),
  previewProfileImage: words('preview_profile_image'),

  menus: jsonb('menus').$type<MenuItem[]>().notNull().default([]),
  reviews: jsonb('reviews').$type<CustomReview[]>().notNull().default([]),
  reviewsTakenDown: jsonb('reviews_taken_down').$type<string[]>().notNull().default([]),
  settings: jsonb('settings').$type<StoredSettings>().notNull().default({}),
  applicationSettings: jsonb('application_settings').$type<Record<string, unknown>>().notNull().default({}),

  shareByEmailBody: words('share_by_email_body'),
  shareBySmsBody: words('share_by_sms_body'),
  reviewByEmailBody: words('review_by_email_body'),
  reviewBySmsBody: words('review_by_sms_body'),
  digitalBusinessCardMetaDescription: words('digital_business_card_meta_description'),
  digitalBusinessCardMetaKeywords: words('digital_business_card_meta_keywords'),
  zillowWebServicesId: words('zillow_web_services_id'),
  eCardGoogleAnalyticsUID: words('e_card_google_analytics_uid'),
  eCardFacebookPixelId: words('e_card_facebook_pixel_id'),
  gradeServiceTemplateId: integer('grade_service_template_id').notNull().default(1),

  hideProfileImageOnHomepage: boolean('hide_profile_image_on_homepage').notNull().default(false),
  hideProfileOnHomepage: boolean('hide_profile_on_homepage').notNull().default(false),
  showVideoOnHomepage: boolean('show_video_on_homepage').notNull().default(false),
  videoUrl: words('video_url'),
  videoPosterUrl: words('video_poster_url'),
  showVimeoVideoOnHomepage: boolean('show_vimeo_video_on_homepage').notNull().default(false),
  vimeoVideoId: words('vimeo_video_id'),
  showVideoOnDesktopHomepage: boolean('show_video_on_desktop_homepage').notNull().default(false),
  desktopVideoUrl: words('desktop_video_url'),
  desktopVideoPosterUrl: words('desktop_video_poster_url'),
  showVimeoVideoOnDesktopHomepage: boolean('show_vimeo_video_on_desktop_homepage').notNull().default(false),
  desktopVimeoVideoId: words('desktop_vimeo_video_id'),

  isListed: boolean('is_listed').notNull().default(true),
  showCustomReviews: boolean('show_custom_reviews').notNull().default(true),
  showZillowReviews: boolean('show_zillow_reviews').notNull().default(false),
  showRealtorReviews: boolean('show_realtor_reviews').notNull().default(false),
  showHomesReviews: boolean('show_homes_reviews').notNull().default(false),
  showFacebookReviews: boolean('show_facebook_reviews').notNull().default(false),
  showGoogleReviews: boolean('show_google_reviews').notNull().default(false),
  showBBBReviews: boolean('show_bbb_reviews').notNull().default(false),
  showRateMyAgentReviews: boolean('show_rate_my_agent_reviews').notNull().default(false),
  show55PlacesReviews: boolean('show_55_places_reviews').notNull().default(false),
  showExperienceManagementPlatformReviews: boolean('show_experience_management_platform_reviews').notNull().default(false),
})

export type Subject = typeof subjects.$inferSelect

/** Hosts that no card and no short link leads to. */
export const blockedHosts = pgTable('blocked_host', {
  host: text('host').primaryKey(),
  note: words('note'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
export type BlockedHost = typeof blockedHosts.$inferSelect

/** The directory from alias to subject. */
export const aliases = pgTable('alias', {
  name: text('name').primaryKey(),
  subjectId: uuid('subject_id').notNull(),
  skeleton: text('skeleton').notNull().generatedAlwaysAs(madeThere),
})

/** Addresses that the operator keeps for somebody. */
export const reservedAliases = pgTable('reserved_alias', {
  name: text('name').primaryKey(),
  skeleton: text('skeleton').notNull().generatedAlwaysAs(madeThere),
  note: words('note'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Which press of “Create” a card came from. */
export const cardSubmissions = pgTable('card_submission', {
  subjectId: uuid('subject_id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  submissionId: uuid('submission_id').notNull(),
  submittedHash: bytes('submitted_hash'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** What opens a card that has no owner, once. */
export const claimCodes = pgTable(
  'claim_code',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    codeHash: text('code_hash').notNull(),
    givenBy: text('given_by').$type<'operator' | 'mail'>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
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
    triedAt: timestamp('tried_at', { withTimezone: true }).notNull(),
  },
  ({ subjectId, id }) => [primaryKey({ columns: [subjectId, id] })],
)

export const subjectVersions = pgTable(
  'subject_version',
  {
    subjectId: uuid('subject_id').notNull(),
    name: text('name').notNull(),
    overrides: jsonb('overrides').$type<Partial<Subject>>().notNull().default({}),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
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

/** Addresses that were somebody's and are nobody's yet, by a hash of each. */
export const restingAliases = pgTable('resting_alias', {
  nameHash: bytes('name_hash').primaryKey(),
  until: timestamp('until', { withTimezone: true }).notNull(),
})

/** What differs from the published card, finished or not. */
export const cardDrafts = pgTable('card_draft', {
  subjectId: uuid('subject_id').primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
  fields: jsonb('fields').$type<DraftChanges>().notNull().default({}),
  savedAt: timestamp('saved_at', { withTimezone: true }),
  savedBy: uuid('saved_by'),
  saveHash: text('save_hash'),
})

export type Draft = typeof cardDrafts.$inferSelect
