import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
    params: z.object({ code: z.string().regex(/^[A-Za-z0-9]{8,20}$/) }),
    output: { status: 302 },
    problems: ['not-found', 'gone'],
  }),
}
