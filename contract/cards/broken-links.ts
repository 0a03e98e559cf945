import { z } from 'zod'
import { Alias } from './cards.ts'
import { endpoint } from '../endpoint.ts'

export const LinkReason = z
  .enum(['not-found', 'gone', 'no-host', 'no-tls'])
  .describe('The page is not there (404), it is gone (410), its host does not exist, its host has no valid certificate')
export type LinkReason = z.output<typeof LinkReason>

export const BrokenLink = z.object({
  title: z.string().describe('As the card names the link'),
  url: z.string(),
  since: z.iso.datetime().describe('When it was first found not to open'),
  reason: LinkReason,
})
export type BrokenLink = z.output<typeof BrokenLink>

export const brokenLinks = {
  'cards.brokenLinks': endpoint('cards.brokenLinks', {
    summary: 'Links on one’s own card that did not open on two nights, the longest broken first.',
    access: 'owner',
    params: z.object({ alias: Alias }),
    output: z.array(BrokenLink),
    problems: ['not-signed-in', 'card-not-found'],
  }),
}
