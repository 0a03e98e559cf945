import { z } from 'zod'
import { abuseKinds, abuseWordsMax, takenKinds } from './abuse-choices.ts'
import { Alias } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'
import { uuid } from '../values.ts'

const code = z.string().regex(/^[A-Za-z0-9]{8,20}$/)
const by = { access: 'operator' } as const
const done = z.object({ success: z.literal(1), message: z.string() })

export const AbuseReport = z.object({
  id: uuid,
  at: z.iso.datetime(),
  alias: z.string(),
  kind: z.enum(abuseKinds),
  words: z.string(),
  linkCode: z.string(),
  isOwner: z.boolean().describe('Written by the owner of the card, signed in'),
  more: z.number().int().describe('How many more of this kind came to the card while it was open: counted, and not kept'),
  closedAt: z.iso.datetime().nullable(),
})
export type AbuseReport = z.output<typeof AbuseReport>

export const abuse = {
  'abuse.form': endpoint('abuse.form', {
    summary: 'What the form to report a card carries. It works without a script.',
    access: 'anyone',
    isFresh: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    params: z.object({ alias: Alias }),
    output: z.object({
      submissionId: uuid,
      seal: z.string(),
      alias: z.string(),
      name: z.string(),
      isOff: z.boolean().describe('Only its owner has something to say about it: an objection'),
      isOwner: z.boolean(),
    }),
    problems: ['card-not-found'],
  }),
  'abuse.report': endpoint('abuse.report', {
    summary: 'Somebody reports a card, or one of its short links. Nothing is kept of who does.',
    access: 'anyone',
    isOurs: true,
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
      website: z.string().max(300).default('').describe('Nobody sees this field: who fills it in is a machine'),
    }),
    output: done,
    problems: ['card-not-found', 'captcha-missing', 'input-invalid', 'too-many-requests'],
  }),
  'operator.reports': endpoint('operator.reports', {
    ...by,
    summary: 'What was reported: open ones, the oldest first, or those that were closed, the newest first.',
    query: z.object({ closed: z.literal('1').optional(), from: uuid.optional() }),
    output: z.object({ reports: z.array(AbuseReport), open: z.number().int(), next: z.string().nullable() }),
    problems: ['not-found'],
  }),
  'operator.closeReport': endpoint('operator.closeReport', {
    ...by,
    summary: 'Closes a report. What was taken down for it stays down.',
    input: z.object({ id: uuid }),
    output: done,
    problems: ['not-found'],
  }),
  'operator.takeDown': endpoint('operator.takeDown', {
    ...by,
    summary: 'Takes a short link, a review or a picture of a card down, with a reason, or puts it up again. Its owner is told.',
    input: z
      .object({
        alias: Alias,
        kind: z.enum(takenKinds),
        what: z.string().trim().min(1).max(200).describe('A code, the key of a review, or the kind of a picture'),
        isDown: z.boolean(),
        reason: z.string().trim().max(300).default(''),
      })
      .refine(({ isDown, reason }) => !isDown || reason !== '', { path: ['reason'], error: 'Enter a reason.' }),
    output: done,
    problems: ['card-not-found', 'not-found', 'input-invalid'],
  }),
  'operator.blockedHosts': endpoint('operator.blockedHosts', {
    ...by,
    summary: 'Hosts that no card and no short link leads to.',
    query: z.object({ from: z.string().max(253).optional() }),
    output: z.object({ hosts: z.array(z.object({ host: z.string(), reason: z.string() })), next: z.string().nullable() }),
    problems: ['not-found'],
  }),
  'operator.blockHost': endpoint('operator.blockHost', {
    ...by,
    summary: 'Blocks a host and all under it, or lets it go.',
    input: z.object({ host: z.string().trim().min(3).max(300), isBlocked: z.boolean(), reason: z.string().trim().max(300).default('') }),
    output: done,
    problems: ['not-found', 'input-invalid'],
  }),
}
