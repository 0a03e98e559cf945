import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const links = {
  'links.shorten': endpoint('links.shorten', {
    summary: 'A short link to one of the card’s own addresses, as plain text.',
    access: 'anyone',
    isOurs: true,
    limit: { per: 'address', count: 10, windowSeconds: 60 },
    query: z.object({ longUrl: z.url().max(2000), profile: z.string().max(120).optional(), from: z.string().max(120).optional() }),
    output: { media: ['text/plain'] },
    problems: ['input-invalid', 'too-many-requests'],
  }),
  'links.follow': endpoint('links.follow', {
    summary: 'Leads to the long address and counts the visit.',
    access: 'anyone',
    params: z.object({
      code: z
        .string()
        .regex(/^[A-Za-z0-9]{8,20}\+?$/)
        .describe('With a plus behind it one is shown where it leads'),
    }),
    output: { status: 302 },
    problems: ['not-found', 'gone'],
  }),
  'links.look': endpoint('links.look', {
    summary: 'Where a short link leads, for somebody who wants to know before they go.',
    access: 'anyone',
    isFresh: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    params: z.object({ code: z.string().regex(/^[A-Za-z0-9]{8,20}$/) }),
    output: z.object({
      code: z.string(),
      state: z.enum(['own', 'card-off', 'not-own', 'blocked', 'switched-off']),
      longUrl: z.string().describe('Empty where it leads nowhere any more'),
      alias: z.string(),
      name: z.string(),
    }),
    problems: ['not-found'],
  }),
}
