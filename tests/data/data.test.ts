import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  ApplicationSettings,
  Card,
  CardSettings,
  CardSubscription,
  CustomReview,
  GradeComponent,
  GradeService,
  HomepageSetting,
  Location,
  MenuItem,
} from '#contract/cards/cards.ts'
import { AuthenticationMessage, Claim } from '#contract/accounts/accounts.ts'
import { Plan, PostalAddress, Subscriber, SubscriptionListItem } from '#contract/billing/billing.ts'
import { ClientData, ConnectedClient, OwnerNote } from '#contract/contacts.ts'
import { NotificationSubscription, NotificationTopic } from '#contract/push.ts'
import { Story, StoryGroup, TourStep, VersionInfo } from '#contract/cards/releases.ts'
import { AgentReview, LenderReview } from '#contract/cards/reviews.ts'
import { ReportRow } from '#contract/visits.ts'
import { theApp } from '../harness/app.ts'

const app = await theApp()

const words = (text: string) => text.trim().split(/\s+/)

/** The entities of both specifications, field by field, with the schema of each. */
const entities: [string, z.ZodObject, string[]][] = [
  [
    'subject',
    Card,
    words(`id key alias firstName lastName fullName title bio companyName companyAddress companyCity companyState companyZip companyCountry
    phoneNumber telPhoneNumber officePhoneNumber directPhoneNumber emailAddress profile permissions experiments eCardEnabled isCardDisabled eCardTheme
    eCardBackgroundColor eCardContactBackground eCardContactColor eCardTextColor eCardIconBackground eCardIconColor eCardHeaderIconColor
    eCardBackgroundImage eCardCompanyLogoImage previewBackgroundImage previewCompanyLogo previewProfileImage stringVersion menus reviews settings
    shareByEmailBody shareBySmsBody reviewByEmailBody reviewBySmsBody digitalBusinessCardMetaDescription digitalBusinessCardMetaKeywords
    zillowWebServicesId eCardGoogleAnalyticsUID eCardFacebookPixelId gradeServiceTemplateId hideProfileImageOnHomepage hideProfileOnHomepage
    showVideoOnHomepage videoUrl videoPosterUrl showVimeoVideoOnHomepage vimeoVideoId showVideoOnDesktopHomepage desktopVideoUrl desktopVideoPosterUrl
    showVimeoVideoOnDesktopHomepage desktopVimeoVideoId showCustomReviews showZillowReviews showRealtorReviews showHomesReviews showFacebookReviews
    showGoogleReviews showBBBReviews showRateMyAgentReviews show55PlacesReviews showExperienceManagementPlatformReviews`),
  ],
  [
    'card settings',
    CardSettings,
    words(
      'homepageSettings connectClientsSetting iconPack licenseNumber tagLine skipLoginPrompt {product}MobileLayoutAlign {product}MobileFontSize triggerAction QRCode location',
    ),
  ],
  ['location', Location, words('lat lng address')],
  ['homepage setting', HomepageSetting, words('Key Label Value Weight')],
  ['menu item', MenuItem, words('key version type show route cssClass label weight seoTitle seoDescription seoKeywords editable')],
  ['custom review', CustomReview, words('key source stars date title review reviewer show weight')],
  ['agent review', AgentReview, words('reviewURL rating ratingText reviewDate reviewer reviewerLink reviewSummary description')],
  [
    'lender review',
    LenderReview,
    words(
      'created rating title content reviewerName serviceProvided loanPurpose closeDateSatisfaction interestRateSatisfaction closingCostsSatisfaction loanProgram loanType details',
    ),
  ],
  [
    'subject grade service',
    GradeService,
    words(
      'gradeServiceId serviceName directLink gradeServiceCssClassName shortReviewLink shortLink serviceCapabilities weight ignoreService gradeServiceFontAwesomeIcon gradeServiceSearchUrl',
    ),
  ],
  ['component', GradeComponent, words('gradeServiceId gradeComponentId currentValue')],
  [
    'application settings',
    ApplicationSettings,
    words('services claimTags emailBody smsBody reviewMeEmailBody reviewMeSmsBody reviewLinkGradeComponentId anyPermission'),
  ],
  [
    'subscription',
    CardSubscription,
    words('isFreemium isTrial isUnpaid isDunning isDeactivated isActive isInError missingCreditCard trialDays freemiumPlanName'),
  ],
  ['subscription list item', SubscriptionListItem, words('subscription_id name')],
  ['plan', Plan, words('plan_code name quantity price')],
  ['subscriber', Subscriber, words('customer plan redirect_url')],
  [
    'customer',
    Subscriber.shape.customer,
    words('first_name last_name display_name email company_name phone mobile billing_address shipping_address'),
  ],
  ['address', PostalAddress, words('attention street city state country zip fax')],
  [
    'connected client',
    ConnectedClient,
    words('id name fullName lastName dateCreated emailAddress phoneNumber companyName tags notes viewed ownerNotes'),
  ],
  ['owner note', OwnerNote, words('Created Note')],
  [
    'client data form',
    ClientData,
    words('alias subjectIdKey name lastName phoneNumber emailAddress title companyName notes tags reCaptchaResponse reCaptchaAction'),
  ],
  ['notification topic', NotificationTopic, words('topic active')],
  ['notification subscription', NotificationSubscription, words('token device enabled subjectId key topics')],
  ['story group', StoryGroup, words('storyId updateTitle stories')],
  ['story', Story, words('title content url size isPro')],
  ['version info', VersionInfo, words('versionNumber version date versionHistory versionUpdates updates')],
  ['claim', Claim, words('type value')],
  ['authentication message', AuthenticationMessage, words('Status Claims')],
  ['report row', ReportRow, words('dimensionValues metricValues')],
  ['tour step', TourStep, words('target title content')],
]

/** Private fields of a card. */
const privateColumns = ['subject.tags', 'subject.application_settings', 'subscription.customer_id', 'subscription.subscription_id']

const columnsOf = async () => {
  const { rows } = await app.deps.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public'`,
  )
  return new Set(rows.map(({ table, column }) => `${table}.${column}`))
}

describe('DATA-1', () => {
  test.each(entities)('%s: every field has its stated name in the contract', (_, schema, fields) => {
    expect(fields.filter((field) => !(field in schema.shape))).toEqual([])
  })

  test('each single-valued field of a card is a column', async () => {
    const columns = await columnsOf()
    const computed = ['permissions', 'stringVersion', 'pictures']
    const snake = (field: string) =>
      field.replace(/[A-Z]+(?![a-z])|[A-Z]|(?<=[a-z])\d+/g, (part) => `_${part.toLowerCase()}`).replace('55_places', '55_places')
    const homeless = Object.keys(Card.shape).filter((field) => !computed.includes(field) && !columns.has(`subject.${snake(field)}`))
    expect(homeless).toEqual([])
  })

  test('private fields are stored, and are not in the public card', async () => {
    const columns = await columnsOf()
    expect(privateColumns.filter((column) => !columns.has(column))).toEqual([])
    expect(['tags', 'customerId', 'subscriptionId', 'applicationSettings'].filter((field) => field in Card.shape)).toEqual([])
  })

  test('the 35 services of the specification are in the catalog', async () => {
    const { rows } = await app.deps.pool.query<{ name: string }>('select name from grade_service order by id')
    expect(rows.map(({ name }) => name)).toEqual([
      'Google Search by Name',
      'Agent Page',
      'Google Business',
      'Facebook',
      'Facebook Business',
      'Instagram',
      'Linked In',
      'Twitter',
      'YouTube',
      'Pinterest',
      'Zillow',
      'Trulia',
      'Realtor',
      'StreetEasy',
      'Website',
      'Homes',
      'Vimeo',
      'Relola',
      'Active Rain',
      'Yelp',
      'Next Door',
      'Homelight',
      'Alignable',
      'Vls Homes',
      'What is Your Home Worth',
      'Whatsapp',
      'Experience Management Platform',
      '55 Places',
      'Production Data',
      'Blog',
      'LoopNet',
      'Fair Housing Act',
      'Better Business Bureau',
      'Rate My Agent',
      'TikTok',
    ])
  })

  test('the primary key of a card’s tables begins with the card', async () => {
    const { rows } = await app.deps.pool.query<{ table: string; first: string }>(`
      select c.relname as table, a.attname as first from pg_index i
      join pg_class c on c.oid = i.indrelid and c.relkind in ('r', 'p') and not c.relispartition
      join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indisprimary and c.relnamespace = 'public'::regnamespace
        and exists (select from pg_attribute s where s.attrelid = c.oid and s.attname = 'subject_id')`)
    const directories = ['access_key', 'alias', 'short_link', 'billing_event', 'operator_act', 'refused_recipient', 'notice']
    expect(rows.filter(({ table, first }) => first !== 'subject_id' && !directories.includes(table))).toEqual([])
    expect(rows.length).toBeGreaterThan(15)
  })
})
