import { z } from 'zod'
import { importLinksMax, importPhotoLettersMax } from './card-imports.ts'
import { Alias, SuccessAnswer } from './cards.ts'
import { DraftFields, DraftService } from './drafts.ts'
import { endpoint } from '../endpoint.ts'
import { formatPhone, isPhone } from '#common/text/phone.ts'
import { uuid } from '../values.ts'
import { issueCode } from '../input-issues.ts'

/** Whether an address is available, and why not. */
export const AliasState = z.object({
  state: z.enum(['free', 'taken', 'reserved', 'refused', 'invalid']),
  reason: z
    .enum(['', 'word', 'letters', 'close'])
    .describe('Why it’s refused: a profane word, lookalike letters, or too close to another alias'),
  alias: z.string().describe('As it would appear in the address'),
  suggestions: z.array(z.string()).max(4).describe('Available alternatives'),
})
export type AliasState = z.output<typeof AliasState>

/** How many cards an account can create. */
export const ownCardsMax = 5

/** An alias as typed, before validation. */
const typedAlias = z.string().trim().min(1, issueCode('aliasEmpty')).max(120)
const line = z.string().trim().max(200).default('')

/** What an import adds to a new card. It becomes a draft: visitors see it once it’s published. */
const Imported = z.object({
  fields: DraftFields.pick({
    bio: true,
    companyAddress: true,
    companyCity: true,
    companyState: true,
    companyZip: true,
    companyCountry: true,
  }),
  links: z.array(DraftService.pick({ gradeServiceId: true, directLink: true })).max(importLinksMax),
  photo: z
    .string()
    .max(importPhotoLettersMax)
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, issueCode('photoInvalid')),
})
export type Imported = z.output<typeof Imported>

export const NewCard = z.object({
  submissionId: uuid.describe('Idempotency key: repeating it creates no second card'),
  alias: typedAlias,
  fullName: z.string().trim().min(1, issueCode('accountNameMissing')).max(200),
  title: line,
  companyName: line,
  phoneNumber: line.refine((typed) => typed === '' || isPhone(typed), issueCode('phoneDigits')).overwrite(formatPhone),
  emailAddress: z.union([z.literal(''), z.email(issueCode('emailWrong')).max(254)]).default(''),
  profile: z
    .union([z.literal(1), z.literal(2)])
    .default(1)
    .describe('1 single, 2 team'),
  imported: Imported.optional(),
})
export type NewCard = z.output<typeof NewCard>

const named = z.object({ alias: Alias })

export const aliases = {
  'cards.aliasState': endpoint('cards.aliasState', {
    summary: 'Checks whether an address is available and suggests others.',
    access: 'owner',
    limit: { per: 'address', count: 30, windowSeconds: 60 },
    params: z.object({ alias: z.string().max(120) }),
    query: z.object({ name: z.string().max(200).optional().describe('The card’s name, which suggestions are made from') }),
    output: AliasState,
    problems: ['not-logged-in', 'too-many-requests'],
  }),
  'cards.create': endpoint('cards.create', {
    summary: 'Creates a card. An account’s first card starts with a trial, the others on FREE. A repeated submission creates it once.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 3600 },
    input: NewCard,
    output: z.object({ alias: z.string(), isWhole: z.boolean().describe('False if the imported photo couldn’t be stored') }),
    problems: ['not-logged-in', 'conflict', 'card-limit', 'account-deletion-pending', 'input-invalid', 'too-many-requests'],
    codes: [
      'aliasReleased',
      'aliasSystem',
      'addressTaken',
      'addressReserved',
      'addressNotAllowed',
      'addressLookalike',
      'addressTooSimilar',
      'aliasInvalid',
      'submissionUsed',
    ],
  }),
  'cards.submitted': endpoint('cards.submitted', {
    summary: 'Returns the card that a submission of yours created.',
    access: 'owner',
    params: NewCard.pick({ submissionId: true }),
    output: z.object({ alias: z.string().nullable().describe('Null if it created none') }),
    problems: ['not-logged-in'],
  }),
  'cards.claimable': endpoint('cards.claimable', {
    summary: 'Returns a card without an owner. A card with an owner answers like a missing one.',
    access: 'anyone',
    isUncached: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    params: named,
    output: z.object({ alias: z.string(), fullName: z.string() }),
    problems: ['card-not-found', 'too-many-requests'],
  }),
  'cards.requestClaimCode': endpoint('cards.requestClaimCode', {
    summary: 'Sends a claim code to the card’s email address. The response doesn’t reveal whether it has one.',
    access: 'owner',
    limit: [
      { per: 'account', count: 10, windowSeconds: 3600 },
      { per: 'card', count: 2, windowSeconds: 60 },
    ],
    input: named,
    output: SuccessAnswer,
    problems: ['not-logged-in', 'card-not-found', 'too-many-requests'],
  }),
  'cards.claim': endpoint('cards.claim', {
    summary: 'Claims a card without an owner, with a code.',
    access: 'owner',
    limit: [
      { per: 'account', count: 20, windowSeconds: 3600 },
      { per: 'card', count: 5, windowSeconds: 60 },
    ],
    input: named.extend({ code: z.string().trim().min(1, issueCode('codeMissing')).max(40) }),
    output: z.object({ alias: z.string() }),
    problems: ['not-logged-in', 'card-not-found', 'account-deletion-pending', 'input-invalid', 'too-many-requests'],
    codes: ['cardCodeWrong'],
  }),
}
