import { z } from 'zod'
import { SuccessAnswer } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'

const OwnCardFate = z.object({
  alias: z.string(),
  fullName: z.string(),
  isShared: z.boolean().describe('Somebody else owns it too: it stays when this account goes'),
})

export const Privacy = z.object({
  email: z.string(),
  isFresh: z.boolean().describe('Signed in so shortly ago that what cannot be undone may be asked for'),
  cards: z.array(OwnCardFate),
  leaving: z.object({ askedAt: z.iso.datetime(), goesAt: z.iso.datetime() }).nullable(),
  visitEventMonths: z.number().int().describe('How long each visit is kept one by one; 0: only counted'),
})
export type Privacy = z.output<typeof Privacy>

export const privacy = {
  'privacy.read': endpoint('privacy.read', {
    summary: 'What becomes of one’s account and cards, and whether they are about to go.',
    access: 'owner',
    output: Privacy,
    problems: ['not-signed-in'],
  }),
  'privacy.archive': endpoint('privacy.archive', {
    summary: 'Everything about oneself and one’s cards in one archive, which another installation can import. Shortly after a sign-in.',
    access: 'owner',
    isLink: true,
    limit: { per: 'account', count: 10, windowSeconds: 3600 },
    output: { media: ['application/gzip'] },
    problems: ['not-signed-in', 'sign-in-again', 'too-many-requests'],
  }),
  'privacy.leave': endpoint('privacy.leave', {
    summary: 'Asks for the account to be erased. One’s cards go off at once; everything goes when the days of grace are over.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 60 },
    input: z.object({ confirm: z.string().trim().max(254).describe('One’s e-mail address, or the address of one’s card, typed by hand') }),
    output: SuccessAnswer.extend({ goesAt: z.iso.datetime() }),
    problems: ['not-signed-in', 'sign-in-again', 'conflict', 'input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
  'privacy.keep': endpoint('privacy.keep', {
    summary: 'Takes that back: by who is signed in, or by the link that was mailed.',
    access: 'anyone',
    isOurs: true,
    limit: { per: 'address', count: 30, windowSeconds: 60 },
    input: z.object({
      token: z
        .string()
        .regex(/^[\w-]{20,120}$/)
        .optional(),
    }),
    output: SuccessAnswer,
    problems: ['not-signed-in', 'link-used', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
}
