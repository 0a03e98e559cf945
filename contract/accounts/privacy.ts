import { z } from 'zod'
import { SuccessAnswer } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'

const OwnCardFate = z.object({
  alias: z.string(),
  fullName: z.string(),
  isShared: z.boolean().describe('It has another owner too, so it stays when this account is deleted'),
})

export const Privacy = z.object({
  email: z.string(),
  isLoginRecent: z.boolean().describe('Logged in recently enough for actions that can’t be undone'),
  cards: z.array(OwnCardFate),
  deletion: z.object({ requestedAt: z.iso.datetime(), deletesAt: z.iso.datetime() }).nullable(),
  sendsMail: z.boolean().describe('False: without a mail server, emails are stored for some days'),
  visitEventMonths: z.number().int().describe('How long single visits are stored; 0: only counts are'),
})
export type Privacy = z.output<typeof Privacy>

export const privacy = {
  'privacy.read': endpoint('privacy.read', {
    summary: 'What deletion would do to the caller’s account and cards, and whether it is scheduled.',
    access: 'owner',
    output: Privacy,
    problems: ['not-logged-in'],
  }),
  'privacy.archive': endpoint('privacy.archive', {
    summary: 'All data of the caller and their cards in one archive, which another installation can import. Requires a recent login.',
    access: 'owner',
    isLink: true,
    limit: { per: 'account', count: 10, windowSeconds: 3600 },
    output: { media: ['application/gzip'] },
    problems: ['not-logged-in', 'recent-login-required', 'too-many-requests'],
  }),
  'privacy.requestDeletion': endpoint('privacy.requestDeletion', {
    summary: 'Schedules deletion of the account. Its cards go offline immediately; everything is deleted after the grace period.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 60 },
    input: z.object({ confirm: z.string().trim().max(254).describe('The caller’s email, or the address of one of their cards') }),
    output: SuccessAnswer.extend({ deletesAt: z.iso.datetime() }),
    problems: ['not-logged-in', 'recent-login-required', 'conflict', 'input-invalid', 'too-many-requests'],
    codes: ['accountConfirmationWrong'],
    errorFormat: 'success-flag',
  }),
  'privacy.cancelDeletion': endpoint('privacy.cancelDeletion', {
    summary: 'Cancels the deletion: by the logged-in owner, or by the emailed link.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: { per: 'address', count: 30, windowSeconds: 60 },
    input: z.object({
      token: z
        .string()
        .regex(/^[\w-]{20,120}$/)
        .optional(),
    }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'link-used', 'input-invalid'],
    errorFormat: 'success-flag',
  }),
}
