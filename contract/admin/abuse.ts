import { z } from 'zod'
import { abuseKinds, abuseWordsMax, takedownCauses, takedownKinds, takedownReasonMax } from './abuse-choices.ts'
import { Alias } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'
import { done, uuid } from '../values.ts'
import { issueCode } from '../input-issues.ts'

const code = z.string().regex(/^[A-Za-z0-9]{8,20}$/)
const by = { access: 'admin' } as const

export const AbuseReport = z.object({
  id: uuid,
  at: z.iso.datetime(),
  alias: z.string(),
  kind: z.enum(abuseKinds),
  words: z.string(),
  linkCode: z.string(),
  isOwner: z.boolean().describe('Written by the owner of the card, signed in'),
  more: z.number().int().describe('Further reports of this kind while it was open: counted, but not stored'),
  closedAt: z.iso.datetime().nullable(),
})
export type AbuseReport = z.output<typeof AbuseReport>

export const takedownReason = {
  cause: z.enum(takedownCauses).optional().describe('The reason, emailed in the owner’s language'),
  reason: z.string().trim().max(takedownReasonMax).default('').describe('The reason in words, or what to add to the cause'),
}

export const ReportedCard = z.object({
  alias: z.string(),
  fullName: z.string(),
  revision: z.number().int(),
  isOff: z.boolean(),
  isDisabled: z.boolean().describe('Taken down by an administrator'),
  owners: z.array(z.string()),
  contacts: z.number().int(),
})
export type ReportedCard = z.output<typeof ReportedCard>

export const abuse = {
  'abuse.form': endpoint('abuse.form', {
    summary: 'The data of the form to report a card, which works without a script.',
    access: 'anyone',
    isUncached: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    params: z.object({ alias: Alias }),
    output: z.object({
      submissionId: uuid,
      seal: z.string(),
      alias: z.string(),
      name: z.string(),
      isOff: z.boolean().describe('If so, only its owner can submit the form, to appeal'),
      isOwner: z.boolean(),
    }),
    problems: ['card-not-found'],
  }),
  'abuse.report': endpoint('abuse.report', {
    summary: 'Reports a card, or one of its short links. Nothing about the reporter is stored.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: [
      { per: 'address', count: 10, windowSeconds: 600 },
      { per: 'card', count: 3, windowSeconds: 600 },
    ],
    input: z.object({
      alias: Alias,
      submissionId: uuid,
      seal: z.string().max(2000),
      kind: z.enum(abuseKinds),
      words: z.string().trim().max(abuseWordsMax).default(''),
      linkCode: z.union([z.literal(''), code]).default(''),
      website: z.string().max(300).default('').describe('A hidden field: only bots fill it in'),
    }),
    output: done,
    problems: ['card-not-found', 'captcha-missing', 'input-invalid', 'too-many-requests'],
    codes: ['reportTextMissing'],
  }),
  'admin.reports': endpoint('admin.reports', {
    ...by,
    summary: 'Reports: open ones, oldest first, or closed ones, newest first.',
    query: z.object({
      closed: z.literal('1').optional(),
      q: z.string().trim().max(100).optional().describe('The address of a card'),
      kind: z.enum(abuseKinds).optional(),
      from: uuid.optional(),
    }),
    output: z.object({
      reports: z.array(AbuseReport),
      cards: z.array(ReportedCard).describe('The cards of these reports'),
      open: z.number().int(),
      next: z.string().nullable(),
    }),
    problems: ['not-found'],
  }),
  'admin.closeReport': endpoint('admin.closeReport', {
    ...by,
    summary: 'Closes a report. What was taken down for it stays down.',
    input: z.object({ id: uuid }),
    output: done,
    problems: ['not-found'],
  }),
  'admin.takeDown': endpoint('admin.takeDown', {
    ...by,
    summary: 'Takes down a short link, a review or an image of a card, with a reason, or restores it. Its owner is notified.',
    input: z
      .object({
        alias: Alias,
        kind: z.enum(takedownKinds),
        what: z.string().trim().min(1).max(200).describe('A code, the key of a review, or the kind of a picture'),
        isDown: z.boolean(),
        ...takedownReason,
      })
      .refine(({ isDown, cause, reason }) => !isDown || cause || reason !== '', { path: ['reason'], error: issueCode('reasonMissing') }),
    output: done,
    problems: ['card-not-found', 'not-found', 'input-invalid'],
  }),
  'admin.blockedHosts': endpoint('admin.blockedHosts', {
    ...by,
    summary: 'Blocked hosts: no card or short link may lead to them.',
    query: z.object({ q: z.string().trim().max(253).optional(), from: z.string().max(253).optional() }),
    output: z.object({ hosts: z.array(z.object({ host: z.string(), reason: z.string() })), next: z.string().nullable() }),
    problems: ['not-found'],
  }),
  'admin.blockHost': endpoint('admin.blockHost', {
    ...by,
    summary: 'Blocks a host and its subdomains, or unblocks it.',
    input: z.object({ host: z.string().trim().min(3).max(300), isBlocked: z.boolean(), reason: z.string().trim().max(300).default('') }),
    output: done,
    problems: ['not-found', 'input-invalid'],
    codes: ['hostInvalid'],
  }),
}
