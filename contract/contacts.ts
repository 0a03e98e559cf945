import { z } from 'zod'
import { Alias, SuccessAnswer } from './cards/cards.ts'
import { endpoint } from './endpoint.ts'
import { moment, uuid } from './values.ts'

/** One line: what would break it, or cannot be seen, is a space. */
const lineOr = (message?: string) =>
  z
    .string(message)
    .overwrite((typed) => typed.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim())
    .max(200)
const line = lineOr()
/** The same words for a field that is empty and one that is not there. */
const required = (message: string) => lineOr(message).min(1, message)
const ofCard = z.object({ alias: Alias.optional().describe('Which of one’s own cards; the first where nothing is said') })

/** What a visitor leaves. The four required fields are checked in their own words. */
export const ClientData = z.object({
  alias: Alias,
  subjectIdKey: z.string().max(80).default(''),
  submissionId: uuid.optional().describe('Made once a form, so that a second press is the same contact'),
  name: required('Please enter your first name.'),
  lastName: required('Please enter your last name.'),
  phoneNumber: required('Please enter your phone number.').regex(/\d/, 'Please enter a valid phone number.'),
  emailAddress: z
    .string('Please enter your email.')
    .trim()
    .min(1, 'Please enter your email.')
    .max(254)
    .pipe(z.email('Please enter a valid email.')),
  title: line.default(''),
  companyName: line.default(''),
  notes: z.string().trim().max(4000).default(''),
  tags: line.default('').describe('Read and passed over: the labels are the owner’s to choose'),
  reCaptchaResponse: z.string().max(8000).default(''),
  reCaptchaAction: line.default(''),
  consentVersion: z.string().max(20).default('').describe('Which wording was shown above the button'),
  language: z.string().max(10).default('en'),
  consentAt: moment.optional().describe('When the button was pressed, where the entry had to wait for a connection'),
  wantsCard: z.boolean().default(false).describe('Asks for the card by mail'),
  website: z.string().max(400).default('').describe('Nobody sees this field: who fills it in is a machine'),
})
export type ClientData = z.output<typeof ClientData>

export const OwnerNote = z.object({ Created: moment, Note: z.string().max(4000) })
export type OwnerNote = z.output<typeof OwnerNote>

export const ConnectedClient = z.object({
  id: uuid,
  name: z.string(),
  fullName: z.string(),
  lastName: z.string(),
  dateCreated: z.iso.datetime(),
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
  isHeld: z.boolean().describe('It came in a flood, or a machine filled it in: kept, and not announced'),
  ownerNotes: z.string().describe('JSON text: a list of {Created, Note}'),
  consent: z.object({ wording: z.string(), version: z.string(), givenAt: z.iso.datetime() }).nullable(),
})
export type ConnectedClient = z.output<typeof ConnectedClient>

export const ClientSearch = ofCard.extend({
  SearchFor: z.string().max(200).default(''),
  tag: line.optional().describe('A label, in any letters, in place of the one in the path; empty for all'),
  ConnectedClientStatus: z.literal(1).optional().describe('1 asks for new contacts only'),
  daysBack: z.number().int().min(0).max(3660).optional(),
  daysBackEnd: z.number().int().min(0).max(3660).optional(),
  timeZone: z.string().max(60).optional().describe('Where the days of daysBack begin, as in America/New_York; UTC where nothing is said'),
  after: z
    .object({ dateCreated: moment, id: uuid })
    .optional()
    .describe('The last contact one has: the page begins behind it, whatever its number'),
})
export type ClientSearch = z.output<typeof ClientSearch>

export const ClientPage = z.object({
  results: z.array(ConnectedClient),
  metaData: z.object({
    totalCount: z
      .number()
      .int()
      .describe('How many match, of those one may see; new ones are counted to 100, and behind `after` nothing is counted: 0'),
    hiddenCount: z
      .number()
      .int()
      .describe('How many more the plan hides, of the card or of the days asked for (the last 14); the same whatever is searched for'),
    heldCount: z
      .number()
      .int()
      .describe('How many of the card are held and were never opened, counted to 100; 0 behind `after` and for a search'),
  }),
})
export type ClientPage = z.output<typeof ClientPage>

/** What an owner writes down about somebody. */
export const NewContact = ofCard.extend({
  submissionId: uuid,
  name: required('The first name field is required.'),
  lastName: line.default(''),
  phoneNumber: line.default(''),
  emailAddress: z.union([z.literal(''), z.string().trim().max(254).pipe(z.email('Please enter a valid email.'))]).default(''),
  title: line.default(''),
  companyName: line.default(''),
  address: line.default(''),
  city: line.default(''),
  state: line.default(''),
  zip: line.default(''),
  notes: z.string().trim().max(4000).default(''),
  tags: z.array(line.min(1).max(60)).max(20).default([]),
})
export type NewContact = z.output<typeof NewContact>

const oneContact = z.object({ id: uuid })

export const contacts = {
  'contacts.submit': endpoint('contacts.submit', {
    summary: 'A visitor leaves their details.',
    access: 'anyone',
    limit: [
      { per: 'address', count: 120, windowSeconds: 60 },
      { per: 'card', count: 5, windowSeconds: 60 },
      { per: 'card', count: 30, windowSeconds: 3600 },
    ],
    input: ClientData,
    output: SuccessAnswer,
    problems: ['card-not-found', 'contacts-closed', 'captcha-missing', 'conflict', 'input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
  'contacts.challenge': endpoint('contacts.challenge', {
    summary: 'What a browser has to work out before it leaves somebody’s details. With another captcha: which one, and its site key.',
    access: 'anyone',
    isFresh: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    query: z.object({ alias: Alias, action: z.string().max(80).default('') }),
    output: z.union([
      z.object({ kind: z.literal('proof-of-work'), challenge: z.looseObject({ signature: z.string() }) }),
      z.object({ kind: z.enum(['recaptcha', 'turnstile']), siteKey: z.string(), script: z.string() }),
    ]),
    problems: ['card-not-found'],
  }),
  'contacts.form': endpoint('contacts.form', {
    summary: 'What the form on its own page carries, so that it works without a script: a key for the submission and a sealed moment.',
    access: 'anyone',
    isFresh: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    params: z.object({ alias: Alias }),
    output: z.object({ submissionId: uuid, seal: z.string() }),
    problems: ['card-not-found'],
  }),
  'contacts.search': endpoint('contacts.search', {
    summary: 'One’s own contacts by name or company; the free plan sees the last five.',
    access: 'owner',
    limit: { per: 'account', count: 240, windowSeconds: 60 },
    params: z.object({
      page: z.coerce.number().int().min(1).max(1_000_000),
      pageSize: z.coerce.number().int().min(1).max(100),
      tag: line.describe('none for all. A label that a path cannot hold goes into the body'),
    }),
    input: ClientSearch,
    output: ClientPage,
    problems: ['not-signed-in', 'card-not-found'],
  }),
  'contacts.read': endpoint('contacts.read', {
    summary: 'One contact.',
    access: 'owner',
    params: oneContact,
    output: ConnectedClient,
    problems: ['not-signed-in', 'not-found'],
  }),
  'contacts.setViewed': endpoint('contacts.setViewed', {
    summary: 'Marks a contact as seen.',
    access: 'owner',
    input: z.object({ clientId: uuid }),
    output: SuccessAnswer,
    problems: ['not-signed-in', 'not-found'],
    refusesWith: 'success-flag',
  }),
  'contacts.export': endpoint('contacts.export', {
    summary: 'One contact as a .vcf file named after the person.',
    access: 'owner',
    params: oneContact,
    output: { media: ['text/vcard'] },
    problems: ['not-signed-in', 'not-found'],
  }),
  'contacts.download': endpoint('contacts.download', {
    summary: 'The same file by a plain link, for apps on a home screen that cannot save what a script fetched.',
    access: 'owner',
    isLink: true,
    params: oneContact,
    output: { media: ['text/vcard'] },
    problems: ['not-signed-in', 'not-found'],
  }),
  'contacts.updateNotes': endpoint('contacts.updateNotes', {
    summary: 'Writes the owner’s notes on a contact. Notes that are there already stay: the list is added to.',
    access: 'owner',
    input: z.object({ connectedClientId: uuid, notes: z.array(OwnerNote).max(500) }),
    output: SuccessAnswer,
    problems: ['not-signed-in', 'not-found', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
  'contacts.labels': endpoint('contacts.labels', {
    summary: 'The labels of one’s own card.',
    access: 'owner',
    query: ofCard,
    output: z.array(z.string()),
    problems: ['not-signed-in', 'card-not-found'],
  }),
  'contacts.setTags': endpoint('contacts.setTags', {
    summary: 'Puts labels on a contact in place of those it has.',
    access: 'owner',
    input: z.object({ clientId: uuid, tags: z.array(line.min(1).max(60)).max(20) }),
    output: SuccessAnswer,
    problems: ['not-signed-in', 'not-allowed', 'not-found', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
  'contacts.create': endpoint('contacts.create', {
    summary: 'Writes down a contact by hand.',
    access: 'owner',
    limit: { per: 'account', count: 60, windowSeconds: 60 },
    input: NewContact,
    output: SuccessAnswer.extend({ id: uuid }),
    problems: ['not-signed-in', 'card-not-found', 'conflict', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
  'contacts.erase': endpoint('contacts.erase', {
    summary: 'Removes a contact and all that belongs to it, for good.',
    access: 'owner',
    input: z.object({ clientId: uuid }),
    output: SuccessAnswer,
    problems: ['not-signed-in', 'not-found'],
    refusesWith: 'success-flag',
  }),
  'contacts.exportAll': endpoint('contacts.exportAll', {
    summary: 'All contacts one may see as one file: .csv for a table, .vcf for a phone. Shortly after a sign-in.',
    access: 'owner',
    isLink: true,
    limit: { per: 'account', count: 10, windowSeconds: 60 },
    params: z.object({ format: z.enum(['csv', 'vcf']) }),
    query: ofCard,
    output: { media: ['text/csv', 'text/vcard'] },
    problems: ['not-signed-in', 'card-not-found', 'sign-in-again'],
  }),
}
