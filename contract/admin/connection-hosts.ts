import { z } from 'zod'
import { noAnswerReasons } from '../connection-choices.ts'
import { endpoint } from '../endpoint.ts'
import { done } from '../values.ts'

const by = { access: 'admin' } as const

export const ConnectionHosts = z.object({
  waiting: z.number().int().describe('Jobs that send an event, now or later'),
  overdueSeconds: z.number().describe('How long the oldest that is due has waited'),
  failing: z
    .array(
      z.object({
        host: z.string().describe('With its port, unless that is the default'),
        connections: z.number().int(),
        waiting: z.number().int().describe('Deliveries'),
        since: z.iso.datetime().describe('Since when nothing has arrived'),
        lastAt: z.iso.datetime().nullable().describe('The last attempt, with its answer'),
        status: z.number().int().nullable(),
        answer: z.string(),
        reason: z.enum(noAnswerReasons).nullable().describe('Why there was no answer'),
      }),
    )
    .describe('Hosts with connections that fail, those with the most waiting deliveries first, 50 at most'),
  off: z
    .array(z.object({ host: z.string(), reason: z.string(), offAt: z.iso.datetime(), connections: z.number().int() }))
    .describe('Hosts that an administrator switched off, newest first'),
})
export type ConnectionHosts = z.output<typeof ConnectionHosts>

export const connectionHosts = {
  'admin.connections': endpoint('admin.connections', {
    ...by,
    summary: 'Deliveries to connections of all cards: what waits, hosts that fail, and hosts that are switched off.',
    output: ConnectionHosts,
    problems: ['not-found'],
  }),
  'admin.switchHost': endpoint('admin.switchHost', {
    ...by,
    summary: 'Stops sending to a host for all cards and mails their owners, or allows it again.',
    input: z.object({
      host: z.string().trim().min(1).max(300),
      isOff: z.boolean(),
      reason: z.string().trim().max(300).default(''),
      sendMissed: z.boolean().default(true).describe('When allowing it: also send what its connections missed within 30 days'),
    }),
    output: done,
    problems: ['not-found', 'input-invalid'],
    codes: ['hostInvalid'],
  }),
}
