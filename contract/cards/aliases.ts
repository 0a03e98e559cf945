import { z } from 'zod'
import { Alias, SuccessAnswer } from './cards.ts'
import { endpoint } from '../endpoint.ts'
import { uuid } from '../values.ts'

/** What can be said of an address that somebody would like to have. */
export const AliasState = z.object({
  state: z.enum(['free', 'taken', 'reserved', 'refused', 'invalid']),
  why: z
    .enum(['', 'word', 'letters', 'close'])
    .describe('Why it is refused: its words, letters that only look like ours, or too close to another'),
  alias: z.string().describe('As it would stand in the address'),
  suggestions: z.array(z.string()).max(4).describe('Others that are free'),
})
export type AliasState = z.output<typeof AliasState>

/** How many cards one account makes for itself. */
export const ownCardsMax = 5

/** What is typed for an address, before it is known to be one. */
const wish = z.string().trim().min(1, 'Please choose an address.').max(120)
const line = z.string().trim().max(200).default('')

export const NewCard = z.object({
  submissionId: uuid.describe('Sent again, it makes no second card'),
  alias: wish,
  fullName: z.string().trim().min(1, 'Please enter your name.').max(200),
  title: line,
  companyName: line,
  phoneNumber: line,
  emailAddress: z.union([z.literal(''), z.email('Please enter a valid email.').max(254)]).default(''),
  profile: z
    .union([z.literal(1), z.literal(2)])
    .default(1)
    .describe('1 single, 2 team'),
})
export type NewCard = z.output<typeof NewCard>

const named = z.object({ alias: Alias })

export const aliases = {
  'cards.aliasState': endpoint('cards.aliasState', {
    summary: 'Whether an address can be had, and which others can.',
    access: 'owner',
    limit: { per: 'address', count: 30, windowSeconds: 60 },
    params: z.object({ alias: z.string().max(120) }),
    query: z.object({ name: z.string().max(200).optional().describe('Whose card it is to be: suggestions are made of it') }),
    output: AliasState,
    problems: ['not-signed-in', 'too-many-requests'],
  }),
  'cards.create': endpoint('cards.create', {
    summary: 'Makes a card. The account’s first card begins with a trial, further ones on FREE. The same submission makes it once.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 3600 },
    input: NewCard,
    output: z.object({ alias: z.string() }),
    problems: ['not-signed-in', 'conflict', 'card-limit', 'account-leaving', 'input-invalid', 'too-many-requests'],
  }),
  'cards.claimable': endpoint('cards.claimable', {
    summary: 'A card that has no owner yet. One that has looks like one that is not there.',
    access: 'anyone',
    isFresh: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    params: named,
    output: z.object({ alias: z.string(), fullName: z.string() }),
    problems: ['card-not-found', 'too-many-requests'],
  }),
  'cards.requestClaimCode': endpoint('cards.requestClaimCode', {
    summary: 'Asks for a code to the card’s own e-mail address. The answer does not say whether it has one.',
    access: 'owner',
    limit: [
      { per: 'account', count: 10, windowSeconds: 3600 },
      { per: 'card', count: 2, windowSeconds: 60 },
    ],
    input: named,
    output: SuccessAnswer,
    problems: ['not-signed-in', 'card-not-found', 'too-many-requests'],
  }),
  'cards.claim': endpoint('cards.claim', {
    summary: 'Makes a card that has no owner one’s own, with a code.',
    access: 'owner',
    limit: [
      { per: 'account', count: 20, windowSeconds: 3600 },
      { per: 'card', count: 5, windowSeconds: 60 },
    ],
    input: named.extend({ code: z.string().trim().min(1, 'Please enter the code.').max(40) }),
    output: z.object({ alias: z.string() }),
    problems: ['not-signed-in', 'card-not-found', 'account-leaving', 'input-invalid', 'too-many-requests'],
  }),
}
