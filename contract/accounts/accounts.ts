import { z } from 'zod'
import { SuccessAnswer } from '../cards/cards.ts'
import { passwordRule } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { loginReasons } from './login-reasons.ts'
import { isWayBack } from '../way-back.ts'
import { uuid } from '../values.ts'

export const ReturnUrl = z.string().max(2000).refine(isWayBack, 'A return address is a path on this site.')

export const Claim = z.object({ type: z.string(), value: z.union([z.string(), z.number()]) })
export type Claim = z.output<typeof Claim>

/** Why nobody is signed in, for the page that asked. */
export const AuthenticationMessage = z.object({ Status: z.string(), Claims: z.array(Claim) })
export type AuthenticationMessage = z.output<typeof AuthenticationMessage>

const cardKey = z.object({ uId: z.string().max(80).optional().describe('The card’s key') })

const email = z.string().trim().toLowerCase().pipe(z.email('Please enter a valid email.').max(254))
const newPassword = z
  .string()
  .max(200)
  .regex(passwordRule, 'At least 8 characters, with an uppercase letter, a lowercase letter and a number.')

/** Why a password that keeps the rule is not taken all the same. */
export const passwordFaults = {
  common: 'This password is too common. Try three or four random words.',
  told: 'This password is too easy to guess. Don’t use your name, address or card name.',
} as const

const token = z.string().regex(/^[\w-]{20,120}$/)
const returnUrl = ReturnUrl.optional()

/** Where a sign-in leads: a path on this site. */
export const SignedIn = SuccessAnswer.extend({ returnUrl: ReturnUrl })

const Passkey = z.object({ id: uuid, name: z.string(), createdAt: z.iso.datetime(), usedAt: z.iso.datetime().nullable() })

export const OwnSession = z.object({
  id: uuid,
  device: z.string().describe('Browser and system, as far as they say'),
  signedInAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  isThisOne: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

/** How one can sign in at this installation, and what of it this account has. */
export const Ways = z.object({ isOutside: z.boolean(), hasPassword: z.boolean(), passkeys: z.array(Passkey) })
export type Ways = z.output<typeof Ways>

const perCaller = { per: 'address', count: 30, windowSeconds: 60 } as const
const hour = 3600
const day = 86_400
/** Far less for one caller than for the mailbox: nobody alone keeps others out. What is left is for who was in before. */
const guesses = [
  perCaller,
  { per: 'email', count: 5, windowSeconds: 60 },
  { per: 'email', count: 20, windowSeconds: hour },
  { per: 'mailbox', count: 100, windowSeconds: hour },
  { per: 'known', count: 5, windowSeconds: 60 },
  { per: 'known', count: 20, windowSeconds: hour },
] as const
/** Whatever the mail is for. Counted alike whether there is an account: nobody learns it from a refusal. */
const mails = [
  perCaller,
  { per: 'address', count: 300, windowSeconds: day, sharedAs: 'mails' },
  { per: 'email', count: 2, windowSeconds: 60, sharedAs: 'mails' },
  { per: 'email', count: 5, windowSeconds: day, sharedAs: 'mails' },
  { per: 'mailbox', count: 20, windowSeconds: day, sharedAs: 'mails' },
  { per: 'known', count: 2, windowSeconds: 60, sharedAs: 'mails' },
  { per: 'known', count: 8, windowSeconds: day, sharedAs: 'mails' },
] as const
/** A token is not guessed; but on one line with whoever tries, its owner is not kept waiting either. */
const presses = [perCaller, { per: 'known', count: 10, windowSeconds: 60 }] as const

/** What a passkey says, as the browser's own interface words it; the library that checks it knows its parts. */
const PasskeyAnswer = z.looseObject({ id: z.string().max(2000), type: z.literal('public-key') })

export const accounts = {
  'accounts.user': endpoint('accounts.user', {
    summary: 'Who is signed in, as claims; 401 carries Status and Claims.',
    access: 'anyone',
    isOurs: true,
    query: cardKey.extend({ slide: z.enum(['true', 'false']).optional() }),
    output: z.array(Claim),
    problems: ['not-signed-in', 'csrf-header-missing'],
  }),
  'accounts.login': endpoint('accounts.login', {
    summary: 'Begins a sign-in and comes back to a path on this site.',
    access: 'anyone',
    limit: perCaller,
    query: z.object({
      returnUrl,
      prompt: z.string().max(40).optional().describe('`login` asks anew whoever is signed in; no other word has a meaning'),
      why: z
        .string()
        .max(40)
        .optional()
        .describe(`What a fresh login is asked for: one of ${loginReasons.join(', ')}`),
    }),
    output: { status: 302 },
    problems: ['input-invalid', 'unavailable'],
  }),
  'accounts.silentLogin': endpoint('accounts.silentLogin', {
    summary: 'Framed by our own pages: posts {source: bff-silent-login, isLoggedIn} to them.',
    access: 'anyone',
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    query: cardKey,
    output: { media: ['text/html'] },
    problems: [],
  }),
  'accounts.silentLoginCallback': endpoint('accounts.silentLoginCallback', {
    summary: 'Where an outside provider sends the frame of a silent login.',
    access: 'anyone',
    output: { media: ['text/html'] },
    problems: [],
  }),
  'accounts.callback': endpoint('accounts.callback', {
    summary: 'Where an outside provider sends who signed in there.',
    access: 'anyone',
    limit: perCaller,
    output: { status: 302 },
    problems: ['not-found'],
  }),
  'accounts.logout': endpoint('accounts.logout', {
    summary: 'Ends the session named by sid and comes back to a path on this site.',
    access: 'anyone',
    query: z.object({ sid: z.string().max(120).default(''), returnUrl }),
    output: { status: 302 },
    problems: ['bad-request', 'input-invalid'],
  }),
  'accounts.backchannel': endpoint('accounts.backchannel', {
    summary: 'An outside provider says that somebody signed out there (OpenID Connect back-channel logout).',
    access: 'anyone',
    takes: { types: ['application/x-www-form-urlencoded'], bytesMax: 16_000 },
    output: { status: 200 },
    problems: ['bad-request', 'not-found', 'body-too-large'],
  }),
  'accounts.signIn': endpoint('accounts.signIn', {
    summary: 'Signs in with e-mail and password.',
    access: 'anyone',
    isOurs: true,
    limit: guesses,
    input: z.object({ email, password: z.string().min(1, 'Please enter your password.').max(200), returnUrl }),
    output: SignedIn,
    problems: ['sign-in-refused', 'input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
  'accounts.signUp': endpoint('accounts.signUp', {
    summary: 'Asks for an account. The answer is the same whether there is one already: the mail tells.',
    access: 'anyone',
    isOurs: true,
    limit: mails,
    input: z.object({ name: z.string().trim().min(1, 'Please enter your name.').max(120), email, returnUrl }),
    output: SuccessAnswer,
    problems: ['input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
  'accounts.requestLink': endpoint('accounts.requestLink', {
    summary: 'Asks for a one-time sign-in link by mail. The answer is the same whether there is an account.',
    access: 'anyone',
    isOurs: true,
    limit: mails,
    input: z.object({ email, returnUrl }),
    output: SuccessAnswer,
    problems: ['input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
  'accounts.requestReset': endpoint('accounts.requestReset', {
    summary: 'Asks for a link that lets one choose a new password.',
    access: 'anyone',
    isOurs: true,
    limit: mails,
    input: z.object({ email }),
    output: SuccessAnswer,
    problems: ['input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
  'accounts.useLink': endpoint('accounts.useLink', {
    summary:
      'Uses a mailed link once: logs in, or makes the account that was signed up for, and verifies its email. A link that resets a password is refused.',
    access: 'anyone',
    isOurs: true,
    limit: presses,
    input: z.object({ token }),
    output: SignedIn,
    problems: ['link-used', 'input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
  'accounts.resetPassword': endpoint('accounts.resetPassword', {
    summary:
      'Uses a mailed link once to choose a password, for a reset or a new account; ends every session of the account and begins one here. A login link is refused.',
    access: 'anyone',
    isOurs: true,
    limit: presses,
    input: z.object({ token, password: newPassword }),
    output: SignedIn.extend({ passkeys: z.array(Passkey).describe('What opens this account beside the new password') }),
    problems: ['link-used', 'input-invalid', 'too-many-requests'],
    refusesWith: 'success-flag',
  }),
  'accounts.passkeyChallenge': endpoint('accounts.passkeyChallenge', {
    summary: 'What a passkey is to sign, for a sign-in without a name.',
    access: 'anyone',
    isOurs: true,
    limit: perCaller,
    input: z.object({}),
    output: z.looseObject({ challenge: z.string() }),
    problems: [],
  }),
  'accounts.passkeySignIn': endpoint('accounts.passkeySignIn', {
    summary: 'Signs in with a passkey.',
    access: 'anyone',
    isOurs: true,
    limit: perCaller,
    input: z.object({ answer: PasskeyAnswer, returnUrl }),
    output: SignedIn,
    problems: ['sign-in-refused', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
  'accounts.ways': endpoint('accounts.ways', {
    summary: 'How this account can sign in.',
    access: 'owner',
    output: Ways,
    problems: ['not-signed-in'],
  }),
  'accounts.newPasskey': endpoint('accounts.newPasskey', {
    summary: 'What a device needs to make a passkey for this account.',
    access: 'owner',
    input: z.object({}),
    output: z.looseObject({ challenge: z.string() }),
    problems: ['not-signed-in', 'sign-in-again'],
  }),
  'accounts.addPasskey': endpoint('accounts.addPasskey', {
    summary: 'Keeps a passkey that a device made.',
    access: 'owner',
    input: z.object({ answer: PasskeyAnswer, name: z.string().trim().max(60).default('') }),
    output: SuccessAnswer,
    problems: ['not-signed-in', 'sign-in-again', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
  'accounts.removePasskey': endpoint('accounts.removePasskey', {
    summary: 'Forgets a passkey.',
    access: 'owner',
    input: z.object({ id: uuid }),
    output: SuccessAnswer,
    problems: ['not-signed-in', 'sign-in-again', 'not-found'],
    refusesWith: 'success-flag',
  }),
  'accounts.sessions': endpoint('accounts.sessions', {
    summary: 'Where one is signed in.',
    access: 'owner',
    output: z.array(OwnSession),
    problems: ['not-signed-in'],
  }),
  'accounts.endSession': endpoint('accounts.endSession', {
    summary: 'Ends one of one’s own sessions, or all but this one.',
    access: 'owner',
    input: z.object({ id: z.union([uuid, z.literal('others')]) }),
    output: SuccessAnswer,
    problems: ['not-signed-in', 'not-found'],
    refusesWith: 'success-flag',
  }),
}
