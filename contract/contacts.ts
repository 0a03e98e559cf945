import { z } from 'zod'
import { Alias, SuccessAnswer } from './cards/cards.ts'
import { contactFieldNames, contactOrders, matchingContactsMax, selectedContactsMax } from './contact-choices.ts'
import { tagLettersMax, tagsMax } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { visitSources } from './visit-sources.ts'
import { isPhone } from '#common/text/phone.ts'
import { moment, uuid } from './values.ts'
import { issueCode, type InputIssueCode } from './input-issues.ts'

/** A single line: control characters and line separators become spaces. */
const lineOr = (message?: string) =>
  z
    .string(message)
    .overwrite((typed) => typed.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())
    .max(200)
const line = lineOr()
/** One message for an empty and for a missing field. */
const required = (message: InputIssueCode) => lineOr(message).min(1, message)
const phone = line.refine((typed) => typed === '' || isPhone(typed), issueCode('phoneDigits'))
const timeZone = z.string().max(60).optional()
const ofCard = z.object({ alias: Alias.optional().describe('One of your cards; defaults to the first') })

/** The contact form. The four required fields have their own messages. */
export const ClientData = z.object({
  alias: Alias,
  subjectIdKey: z.string().max(80).default(''),
  submissionId: uuid.optional().describe('Idempotency key of the form: submitting twice creates one contact'),
  name: required('givenNameMissing'),
  lastName: required('familyNameMissing'),
  phoneNumber: required('phoneMissing').refine(isPhone, issueCode('phoneUnusable')),
  emailAddress: z
    .string(issueCode('emailMissing'))
    .trim()
    .min(1, issueCode('emailMissing'))
    .max(254)
    .pipe(z.email(issueCode('emailWrong'))),
  title: line.default(''),
  companyName: line.default(''),
  notes: z.string().trim().max(4000).default(''),
  tags: line.default('').describe('Ignored: the owner chooses the labels'),
  reCaptchaResponse: z.string().max(8000).default(''),
  reCaptchaAction: line.default(''),
  consentVersion: z.string().max(20).default('').describe('The version of the consent text above the button'),
  language: z.string().max(10).default('en'),
  consentAt: moment.optional().describe('When the visitor submitted, if the entry was sent later for lack of a connection'),
  wantsCard: z.boolean().default(false).describe('Whether to email the card to the visitor'),
  via: z.enum(visitSources).optional().describe('How the visitor came to the card: the `source` of the address they opened'),
  website: z.string().max(400).default('').describe('Honeypot: hidden from people, so only bots fill it in'),
})
export type ClientData = z.output<typeof ClientData>

export const OwnerNote = z.object({ Created: moment, Note: z.string().max(4000) })
export type OwnerNote = z.output<typeof OwnerNote>

const contactSources = ['form', 'hand', 'import'] as const

export const ConnectedClient = z.object({
  id: uuid,
  name: z.string(),
  fullName: z.string(),
  lastName: z.string(),
  dateCreated: z.iso.datetime(),
  isUndated: z.boolean().describe('Imported without a date: `dateCreated` is when it was imported'),
  emailAddress: z.string(),
  phoneNumber: z.string(),
  title: z.string(),
  companyName: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  tags: z.string().describe('Labels, separated by commas'),
  notes: z.string(),
  viewed: z.boolean(),
  isQuarantined: z
    .boolean()
    .describe('Held for review: part of a spam burst or probably submitted by a bot. Stored without a notification'),
  ownerNotes: z.string().describe('JSON: a list of {Created, Note}'),
  source: z.enum(contactSources).describe('From the card’s form, added by the owner, or imported by the owner from a file'),
  via: z
    .enum(visitSources)
    .nullable()
    .describe(
      'How the visitor came to the card: by its QR code, a link from sharing, a short link, or the email signature; null if unknown',
    ),
  revision: z.number().int().describe('Counts the edits of its fields'),
  editedAt: z.iso.datetime().nullable().describe('When the owner last edited its fields'),
  sent: z
    .partialRecord(z.enum(contactFieldNames), z.string())
    .nullable()
    .describe('What the visitor sent, for the fields that the owner changed; null without a change or a visitor'),
  consent: z.object({ wording: z.string(), version: z.string(), agreedAt: z.iso.datetime() }).nullable(),
})
export type ConnectedClient = z.output<typeof ConnectedClient>

export const ClientSearch = ofCard.extend({
  SearchFor: z.string().max(200).default(''),
  tag: line.optional().describe('A label in any characters, replacing the one in the path; empty for all'),
  ConnectedClientStatus: z.literal(1).optional().describe('1 returns new contacts only'),
  daysBack: z.number().int().min(0).max(3660).optional(),
  daysBackEnd: z.number().int().min(0).max(3660).optional(),
  withoutImported: z.boolean().optional().describe('Leaves out contacts that the owner imported'),
  withoutQuarantined: z.boolean().optional().describe('Leaves out contacts that are held for review'),
  withDigest: z.boolean().optional().describe(`Returns a digest of those that match, and counts up to ${matchingContactsMax} of them`),
  countUpTo: z.number().int().min(1).max(matchingContactsMax).optional().describe('With search words, counts up to this many that match'),
  timeZone: timeZone.describe('Time zone of daysBack, such as America/New_York; defaults to UTC'),
  after: z
    .object({
      dateCreated: moment,
      id: uuid,
      isUndated: z.boolean().optional(),
      fullName: z.string().max(800).optional(),
      companyName: z.string().max(400).optional(),
    })
    .optional()
    .describe(
      'Cursor: the last contact of the previous page, with `isUndated` (without it, all are by date), and its names if sorted by them; the page number is ignored',
    ),
  sort: z
    .enum(contactOrders)
    .optional()
    .describe('Defaults to the newest first, with those imported without a date last; by company, those without one are last'),
})
export type ClientSearch = z.output<typeof ClientSearch>

export const ClientPage = z.object({
  results: z.array(ConnectedClient),
  metaData: z.object({
    totalCount: z
      .number()
      .int()
      .describe('Visible contacts that match, up to `countUpTo`. New contacts are counted up to 100; 0 with `after`'),
    hiddenCount: z
      .number()
      .int()
      .describe('Contacts that the plan hides, on the card or in the requested days (14 at most); independent of the search'),
    quarantinedCount: z
      .number()
      .int()
      .describe('Unopened contacts that are held for review, counted up to 100; 0 with `after` or a search'),
    digest: z.string().optional().describe('Of the ids of those that match, with `withDigest`: another set of contacts has another digest'),
  }),
})
export type ClientPage = z.output<typeof ClientPage>

const email = z.union([
  z.literal(''),
  z
    .string()
    .trim()
    .max(254)
    .pipe(z.email(issueCode('emailWrong'))),
])
const prose = z.string().trim().max(4000)
const tags = z.array(line.min(1).max(tagLettersMax)).max(tagsMax)

/** Edited fields; others stay. */
export const ContactEdit = z
  .object({
    name: required('fieldRequired'),
    lastName: line,
    phoneNumber: phone,
    emailAddress: email,
    title: line,
    companyName: line,
    address: line,
    city: line,
    state: line,
    zip: line,
    notes: prose,
  })
  .partial()
export type ContactEdit = z.output<typeof ContactEdit>

/** A contact that an owner adds by hand. */
export const NewContact = ofCard.extend({
  submissionId: uuid,
  name: required('fieldRequired'),
  lastName: line.default(''),
  phoneNumber: phone.default(''),
  emailAddress: email.default(''),
  title: line.default(''),
  companyName: line.default(''),
  address: line.default(''),
  city: line.default(''),
  state: line.default(''),
  zip: line.default(''),
  notes: prose.default(''),
  tags: tags.default([]),
})
export type NewContact = z.output<typeof NewContact>

const oneContact = z.object({ id: uuid })
const clientIds = z.array(uuid).min(1, issueCode('contactsMissing')).max(selectedContactsMax, issueCode('contactsTooMany'))

/** All contacts that a search finds, without those held for review. */
export const MatchingContacts = ofCard.extend({
  SearchFor: z.string().max(200).default(''),
  tag: line.default('').describe('A label; empty for all'),
  sort: z.enum(contactOrders).optional().describe(`Of more than ${matchingContactsMax}, only the first in this order`),
  count: z.number().int().min(1).max(matchingContactsMax).describe('How many they are'),
  digest: z
    .string()
    .min(1)
    .max(60)
    .describe(
      'From `contacts.search` with the same search, `withoutQuarantined` and `withDigest`. If others match by now, nothing is changed',
    ),
})
export type MatchingContacts = z.output<typeof MatchingContacts>

const someTags = tags.default([])
const tagChanges = { tags: someTags.describe('Labels to add'), removedTags: someTags.describe('Labels to remove, unless they are added') }
const refusedCount = z.number().int().describe('Those that would have too many labels')
const counted = SuccessAnswer.extend({ count: z.number().int() })

export const contacts = {
  'contacts.submit': endpoint('contacts.submit', {
    summary: 'Submits the contact form of a card.',
    access: 'anyone',
    limit: [
      { per: 'address', count: 120, windowSeconds: 60 },
      { per: 'card', count: 5, windowSeconds: 60 },
      { per: 'card', count: 30, windowSeconds: 3600 },
    ],
    input: ClientData,
    output: SuccessAnswer,
    problems: ['card-not-found', 'contacts-closed', 'captcha-missing', 'conflict', 'input-invalid', 'too-many-requests'],
    codes: ['captchaMissing', 'contactsClosed', 'consentVersionUnknown'],
    errorFormat: 'success-flag',
  }),
  'contacts.challenge': endpoint('contacts.challenge', {
    summary: 'Returns the proof-of-work challenge to solve before submitting, or the configured captcha with its site key.',
    access: 'anyone',
    isUncached: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    query: z.object({ alias: Alias, action: z.string().max(80).default('') }),
    output: z.union([
      z.object({ kind: z.literal('proof-of-work'), challenge: z.looseObject({ signature: z.string() }) }),
      z.object({ kind: z.enum(['recaptcha', 'turnstile']), siteKey: z.string(), script: z.string() }),
    ]),
    problems: ['card-not-found'],
  }),
  'contacts.form': endpoint('contacts.form', {
    summary: 'Returns the hidden fields of the form without script: an idempotency key and a sealed timestamp.',
    access: 'anyone',
    isUncached: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    params: z.object({ alias: Alias }),
    output: z.object({ submissionId: uuid, seal: z.string() }),
    problems: ['card-not-found'],
  }),
  'contacts.search': endpoint('contacts.search', {
    summary: 'Searches your contacts by name, company, email or phone number. The free plan includes the last five.',
    access: 'owner',
    limit: { per: 'account', count: 240, windowSeconds: 60 },
    params: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000),
      pageSize: z.coerce.number().int().min(1).max(100),
      tag: line.describe('A label, or none for all. A label that can’t be in a path goes into the body'),
    }),
    input: ClientSearch,
    output: ClientPage,
    problems: ['not-logged-in', 'card-not-found'],
    codes: ['timeZoneUnknown'],
  }),
  'contacts.read': endpoint('contacts.read', {
    summary: 'Returns a contact.',
    access: 'owner',
    params: oneContact,
    output: ConnectedClient,
    problems: ['not-logged-in', 'not-found'],
  }),
  'contacts.setViewed': endpoint('contacts.setViewed', {
    summary: 'Marks a contact as viewed.',
    access: 'owner',
    input: z.object({ clientId: uuid }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'not-found'],
    errorFormat: 'success-flag',
  }),
  'contacts.release': endpoint('contacts.release', {
    summary: 'Marks a contact that is held for review as not spam, and sends it to your connections.',
    access: 'owner',
    input: z.object({ clientId: uuid }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'not-found'],
    errorFormat: 'success-flag',
  }),
  'contacts.export': endpoint('contacts.export', {
    summary: 'Returns a contact as a .vcf file named after the person.',
    access: 'owner',
    params: oneContact,
    output: { media: ['text/vcard'] },
    problems: ['not-logged-in', 'not-found'],
  }),
  'contacts.download': endpoint('contacts.download', {
    summary: 'Returns the same file by a plain link, for home screen apps that can’t save a file from a script.',
    access: 'owner',
    isLink: true,
    params: oneContact,
    output: { media: ['text/vcard'] },
    problems: ['not-logged-in', 'not-found'],
  }),
  'contacts.updateNotes': endpoint('contacts.updateNotes', {
    summary: 'Adds the owner’s notes to a contact. Existing notes stay.',
    access: 'owner',
    input: z.object({ connectedClientId: uuid, notes: z.array(OwnerNote).max(500) }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'not-found', 'input-invalid'],
    codes: ['notesTooMany'],
    errorFormat: 'success-flag',
  }),
  'contacts.labels': endpoint('contacts.labels', {
    summary: 'Lists the labels of your card.',
    access: 'owner',
    query: ofCard,
    output: z.array(z.string()),
    problems: ['not-logged-in', 'card-not-found'],
  }),
  'contacts.setTags': endpoint('contacts.setTags', {
    summary: 'Replaces the labels of a contact.',
    access: 'owner',
    input: z.object({ clientId: uuid, tags }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'not-allowed', 'not-found', 'input-invalid'],
    codes: ['labelsTooMany'],
    errorFormat: 'success-flag',
  }),
  'contacts.create': endpoint('contacts.create', {
    summary: 'Adds a contact manually.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 60 },
    input: NewContact,
    output: SuccessAnswer.extend({ id: uuid }),
    problems: ['not-logged-in', 'card-not-found', 'conflict', 'input-invalid'],
    codes: ['labelsTooMany'],
    errorFormat: 'success-flag',
  }),
  'contacts.change': endpoint('contacts.change', {
    summary: 'Edits the fields of a contact. What the visitor sent stays readable. Answers 409 if it was edited since that revision.',
    access: 'owner',
    input: z.object({ clientId: uuid, revision: z.int32(), fields: ContactEdit }),
    output: ConnectedClient,
    problems: ['not-logged-in', 'not-found', 'conflict', 'input-invalid'],
  }),
  'contacts.erase': endpoint('contacts.erase', {
    summary: 'Permanently deletes a contact and everything that belongs to it.',
    access: 'owner',
    input: z.object({ clientId: uuid }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'not-found'],
    errorFormat: 'success-flag',
  }),
  'contacts.labelSeveral': endpoint('contacts.labelSeveral', {
    summary: 'Adds labels to several contacts and removes others, and returns how many contacts there were.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 60 },
    input: z.object({ clientIds, ...tagChanges }),
    output: counted.extend({ refused: refusedCount }),
    problems: ['not-logged-in', 'not-allowed', 'not-found', 'input-invalid'],
    codes: ['labelMissing'],
    errorFormat: 'success-flag',
  }),
  'contacts.eraseSeveral': endpoint('contacts.eraseSeveral', {
    summary: 'Permanently deletes several contacts and everything that belongs to them, and returns how many there were.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 60 },
    input: z.object({ clientIds }),
    output: counted,
    problems: ['not-logged-in', 'not-found', 'input-invalid'],
    errorFormat: 'success-flag',
  }),
  'contacts.labelMatching': endpoint('contacts.labelMatching', {
    summary: 'Adds labels to all contacts that a search finds and removes others, and returns how many contacts there were.',
    access: 'owner',
    limit: { per: 'account', count: 10, windowSeconds: 60 },
    input: MatchingContacts.extend(tagChanges),
    output: counted.extend({ refused: refusedCount }),
    problems: ['not-logged-in', 'card-not-found', 'not-allowed', 'not-found', 'conflict', 'input-invalid'],
    codes: ['labelMissing'],
    errorFormat: 'success-flag',
  }),
  'contacts.eraseMatching': endpoint('contacts.eraseMatching', {
    summary: 'Permanently deletes all contacts that a search finds, and returns how many there were.',
    access: 'owner',
    limit: { per: 'account', count: 10, windowSeconds: 60 },
    input: MatchingContacts,
    output: counted,
    problems: ['not-logged-in', 'card-not-found', 'not-found', 'conflict', 'input-invalid'],
    errorFormat: 'success-flag',
  }),
  'contacts.exportAll': endpoint('contacts.exportAll', {
    summary: 'Exports all visible contacts as .csv for spreadsheets or .vcf for phones. Requires a recent login.',
    access: 'owner',
    isLink: true,
    limit: { per: 'account', count: 10, windowSeconds: 60 },
    params: z.object({ format: z.enum(['csv', 'vcf']) }),
    query: ofCard.extend({ timeZone: timeZone.describe('Time zone of the dates in a .csv, such as America/New_York; defaults to UTC') }),
    output: { media: ['text/csv', 'text/vcard'] },
    problems: ['not-logged-in', 'card-not-found', 'recent-login-required', 'input-invalid'],
    codes: ['timeZoneUnknown'],
  }),
}
