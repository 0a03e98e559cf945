import { z } from 'zod'
import { Alias, SuccessAnswer } from './cards.ts'
import { endpoint } from './endpoint.ts'

const line = z.string().trim().max(200)

/** What a visitor leaves. The four required fields are checked in their own words. */
export const ClientData = z.object({
  alias: Alias,
  subjectIdKey: z.string().max(80),
  submissionId: z.uuid().optional().describe('Made once a form, so that a second press is the same contact'),
  name: line.min(1, 'Please enter your first name.'),
  lastName: line.min(1, 'Please enter your last name.'),
  phoneNumber: line.min(1, 'Please enter your phone.'),
  emailAddress: z.email('Please enter a valid email.').max(254),
  title: line.default(''),
  companyName: line.default(''),
  notes: z.string().trim().max(4000).default(''),
  tags: line.default(''),
  reCaptchaResponse: z.string().max(8000).default(''),
  reCaptchaAction: line.default(''),
})
export type ClientData = z.output<typeof ClientData>

export const OwnerNote = z.object({ Created: z.iso.datetime(), Note: z.string().max(4000) })

export const ConnectedClient = z.object({
  id: z.uuid(),
  name: z.string(),
  fullName: z.string(),
  lastName: z.string(),
  dateCreated: z.iso.datetime(),
  emailAddress: z.string(),
  phoneNumber: z.string(),
  companyName: z.string(),
  tags: z.string().describe('Labels, separated by commas'),
  notes: z.string(),
  viewed: z.boolean(),
  ownerNotes: z.string().describe('JSON text: a list of {Created, Note}'),
})
export type ConnectedClient = z.output<typeof ConnectedClient>

export const ClientSearch = z.object({
  SearchFor: z.string().max(200).default(''),
  ConnectedClientStatus: z.literal(1).optional().describe('1 asks for new contacts only'),
  daysBack: z.number().int().min(0).max(3660).optional(),
  daysBackEnd: z.number().int().min(0).max(3660).optional(),
})

export const ClientPage = z.object({ results: z.array(ConnectedClient), metaData: z.object({ totalCount: z.number().int() }) })

const oneContact = z.object({ id: z.uuid() })

export const contacts = {
  'contacts.submit': endpoint('contacts.submit', {
    summary: 'A visitor leaves their details.',
    access: 'anyone',
    limit: { per: 'card', count: 5, windowSeconds: 60 },
    input: ClientData,
    output: SuccessAnswer,
    problems: ['card-not-found', 'input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
  'contacts.search': endpoint('contacts.search', {
    summary: 'One’s own contacts by name or company; the free plan sees the last five.',
    access: 'owner',
    limit: { per: 'account', count: 120, windowSeconds: 60 },
    params: z.object({
      page: z.coerce.number().int().min(1),
      pageSize: z.coerce.number().int().min(1).max(100),
      tag: line.describe('none for all'),
    }),
    input: ClientSearch,
    output: ClientPage,
    problems: ['not-signed-in'],
  }),
  'contacts.setViewed': endpoint('contacts.setViewed', {
    summary: 'Marks a contact as seen.',
    access: 'owner',
    input: z.object({ clientId: z.uuid() }),
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
    params: oneContact,
    output: { media: ['text/vcard'] },
    problems: ['not-signed-in', 'not-found'],
  }),
  'contacts.updateNotes': endpoint('contacts.updateNotes', {
    summary: 'Writes the owner’s notes on a contact.',
    access: 'owner',
    input: z.object({ connectedClientId: z.uuid(), notes: z.array(OwnerNote).max(500) }),
    output: SuccessAnswer,
    problems: ['not-signed-in', 'not-found', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
}
