import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** A path on this site: one slash, then neither slash nor backslash, and nothing that cannot be seen. */
export const ReturnUrl = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\p{Cc}]*$/u, 'A return address is a path on this site.')

export const Claim = z.object({ type: z.string(), value: z.union([z.string(), z.number()]) })
export type Claim = z.output<typeof Claim>

/** Why nobody is signed in, for the page that asked. */
export const AuthenticationMessage = z.object({ Status: z.string(), Claims: z.array(Claim) })

const cardKey = z.object({ uId: z.string().max(80).optional().describe('The card’s key') })

export const accounts = {
  'accounts.user': endpoint('accounts.user', {
    summary: 'Who is signed in, as claims; 401 carries Status and Claims.',
    access: 'anyone',
    query: cardKey.extend({ slide: z.enum(['true', 'false']).optional() }),
    output: z.array(Claim),
    problems: ['not-signed-in', 'csrf-header-missing'],
  }),
  'accounts.login': endpoint('accounts.login', {
    summary: 'Begins a sign-in and comes back to a path on this site.',
    access: 'anyone',
    limit: { per: 'address', count: 30, windowSeconds: 60 },
    query: z.object({ returnUrl: ReturnUrl.optional(), prompt: z.string().max(40).optional() }),
    output: { status: 302 },
    problems: ['bad-request'],
  }),
  'accounts.silentLogin': endpoint('accounts.silentLogin', {
    summary: 'Framed by our own pages: posts {source: bff-silent-login, isLoggedIn} to them.',
    access: 'anyone',
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    query: cardKey,
    output: { media: ['text/html'] },
    problems: [],
  }),
  'accounts.logout': endpoint('accounts.logout', {
    summary: 'Ends the session named by sid and comes back to a path on this site.',
    access: 'anyone',
    query: z.object({ sid: z.string().max(120), returnUrl: ReturnUrl.optional() }),
    output: { status: 302 },
    problems: ['bad-request'],
  }),
}
