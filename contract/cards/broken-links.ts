import { z } from 'zod'
import { Alias } from './cards.ts'
import { endpoint } from '../endpoint.ts'

export const LinkReason = z
  .enum(['not-found', 'gone', 'no-host', 'no-tls'])
  .describe('not-found: 404; gone: 410; no-host: the host doesn’t exist; no-tls: the certificate isn’t valid')
export type LinkReason = z.output<typeof LinkReason>

export const BrokenLink = z.object({
  title: z.string().describe('The link’s name on the card'),
  url: z.string(),
  since: z.iso.datetime().describe('When it was first found broken'),
  reason: LinkReason,
})
export type BrokenLink = z.output<typeof BrokenLink>

export const brokenLinks = {
  'cards.brokenLinks': endpoint('cards.brokenLinks', {
    summary: 'Lists links on your card that failed on two nights, the longest broken first.',
    access: 'owner',
    params: z.object({ alias: Alias }),
    output: z.array(BrokenLink),
    problems: ['not-logged-in', 'card-not-found'],
  }),
}
