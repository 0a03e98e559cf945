import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const links = {
  'links.shorten': endpoint('links.shorten', {
    summary: 'Creates a short link to one of the card’s pages and returns it as plain text.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: { per: 'address', count: 10, windowSeconds: 60 },
    query: z.object({ longUrl: z.url().max(2000), profile: z.string().max(120).optional(), from: z.string().max(120).optional() }),
    output: { media: ['text/plain'] },
    problems: ['input-invalid', 'too-many-requests'],
    codes: ['linkNotOfCard'],
  }),
  'links.follow': endpoint('links.follow', {
    summary: 'Redirects to the long address and counts the click.',
    access: 'anyone',
    params: z.object({
      code: z
        .string()
        .regex(/^[A-Za-z0-9]{8,20}\+?$/)
        .describe('With a trailing plus, redirects to the link’s preview page'),
    }),
    output: { status: 302 },
    problems: ['not-found', 'gone'],
  }),
  'links.preview': endpoint('links.preview', {
    summary: 'Returns the destination of a short link, for its preview page.',
    access: 'anyone',
    isUncached: true,
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    params: z.object({ code: z.string().regex(/^[A-Za-z0-9]{8,20}$/) }),
    output: z.object({
      code: z.string(),
      state: z.enum(['own', 'card-off', 'not-own', 'blocked', 'switched-off']),
      longUrl: z.string().describe('Empty if the link no longer works'),
      alias: z.string(),
      name: z.string(),
    }),
    problems: ['not-found'],
  }),
}
