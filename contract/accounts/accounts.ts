import { z } from 'zod'
import { SuccessAnswer } from '../cards/cards.ts'
import { passwordRule } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { loginReasons } from './login-reasons.ts'
import { isReturnPath } from '../return-path.ts'
import { uuid } from '../values.ts'
import { issueCode } from '../input-issues.ts'

export const ReturnUrl = z.string().max(2000).refine(isReturnPath, issueCode('returnPathInvalid'))

export const Claim = z.object({ type: z.string(), value: z.union([z.string(), z.number()]) })
export type Claim = z.output<typeof Claim>

/** Why the caller isn't logged in, for the requesting page. */
export const AuthenticationMessage = z.object({ Status: z.string(), Claims: z.array(Claim) })
export type AuthenticationMessage = z.output<typeof AuthenticationMessage>

const cardKey = z.object({ uId: z.string().max(80).optional().describe('The card’s key') })

const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email(issueCode('emailWrong')).max(254))
const personName = z.string().trim().min(1, issueCode('accountNameMissing')).max(120)
const newPassword = z.string().max(200).regex(passwordRule, issueCode('passwordWeak'))

const token = z.string().regex(/^[\w-]{20,120}$/)
const returnUrl = ReturnUrl.optional()

/** The response to a sign-in: the path on this site to continue at. */
export const SignedIn = SuccessAnswer.extend({ returnUrl: ReturnUrl })

const Passkey = z.object({ id: uuid, name: z.string(), createdAt: z.iso.datetime(), usedAt: z.iso.datetime().nullable() })

export const OwnSession = z.object({
  id: uuid,
  device: z.string().describe('Browser and system, from the user agent'),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  isThisOne: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

/** The login methods of this installation and of this account. */
export const LoginMethods = z.object({ usesIdentityProvider: z.boolean(), hasPassword: z.boolean(), passkeys: z.array(Passkey) })
export type LoginMethods = z.output<typeof LoginMethods>

/** The mail server's last permanent rejection of the account's email address. */
const MailRejection = z.object({
  answer: z.string().describe('What the mail server answered'),
  lastAt: z.iso.datetime(),
  isPaused: z.boolean().describe('No notifications are sent until it is cleared'),
})
export type MailRejection = z.output<typeof MailRejection>

/** The account behind the caller's cards. */
export const AccountDetails = z.object({
  name: z.string(),
  email: z.string(),
  usesIdentityProvider: z.boolean(),
  hasPassword: z.boolean(),
  isLoginRecent: z.boolean().describe('Logged in recently enough to set a first password or request another email'),
  newEmail: z.string().nullable().describe('Requested, until its emailed link is used'),
  sendsMail: z.boolean().describe('False: without a mail server, emails are files in the server’s outbox'),
})
export type AccountDetails = z.output<typeof AccountDetails>

const perCaller = { per: 'address', count: 30, windowSeconds: 60 } as const
const hour = 3600
const day = 86_400
/** Far fewer per client than per mailbox, so that one client can't lock an owner out. Known browsers have limits of their own. */
const passwordLimits = [
  perCaller,
  { per: 'email', count: 5, windowSeconds: 60 },
  { per: 'email', count: 20, windowSeconds: hour },
  { per: 'mailbox', count: 100, windowSeconds: hour },
  { per: 'known', count: 5, windowSeconds: 60 },
  { per: 'known', count: 20, windowSeconds: hour },
] as const
/** Guesses of a logged-in caller, such as someone at an unlocked device. */
const ownPasswordLimits = [
  perCaller,
  { per: 'account', count: 5, windowSeconds: 60 },
  { per: 'account', count: 20, windowSeconds: hour },
] as const
/** Shared by every kind of mail. Counted whether or not there is an account, so that limits don't reveal it. */
const mailLimits = [
  perCaller,
  { per: 'address', count: 300, windowSeconds: day, sharedAs: 'mails' },
  { per: 'email', count: 2, windowSeconds: 60, sharedAs: 'mails' },
  { per: 'email', count: 5, windowSeconds: day, sharedAs: 'mails' },
  { per: 'mailbox', count: 20, windowSeconds: day, sharedAs: 'mails' },
  { per: 'known', count: 2, windowSeconds: 60, sharedAs: 'mails' },
  { per: 'known', count: 8, windowSeconds: day, sharedAs: 'mails' },
] as const
/** Of another address than the caller's own, so that known browsers have no quota of their own. */
const newEmailLimits = [...mailLimits.filter(({ per }) => per !== 'known'), { per: 'account', count: 10, windowSeconds: day }] as const
/** Tokens can't be guessed; the separate limit for known browsers protects owners who share a client address with an attacker. */
const linkLimits = [perCaller, { per: 'known', count: 10, windowSeconds: 60 }] as const

/** What the page of a mailed link does with it. */
const LinkKind = z.enum(['login', 'password', 'email'])
export type LinkKind = z.output<typeof LinkKind>

/** As in an administrator's link. Other text is an unknown invitation. */
const invitation = z.string().max(200).optional()
export const setupCode = z.string().trim().max(300).describe('What follows # in the setup link; the whole link works too')
const signUpProblems = ['sign-up-invited', 'sign-up-domain', 'sign-up-off', 'invitation-used'] as const

/** A WebAuthn response as the browser returns it; the library that verifies it checks its parts. */
const PasskeyAnswer = z.looseObject({ id: z.string().max(2000), type: z.literal('public-key') })

export const accounts = {
  'accounts.user': endpoint('accounts.user', {
    summary: 'Who is signed in, as claims; 401 carries Status and Claims.',
    access: 'anyone',
    sameOriginOnly: true,
    query: cardKey.extend({ slide: z.enum(['true', 'false']).optional() }),
    output: z.array(Claim),
    problems: ['not-logged-in', 'csrf-header-missing'],
  }),
  'accounts.login': endpoint('accounts.login', {
    summary: 'Starts a login and redirects back to a path on this site.',
    access: 'anyone',
    limit: perCaller,
    query: z.object({
      returnUrl,
      prompt: z
        .string()
        .max(40)
        .optional()
        .describe('`login` asks for a new login even if the caller is logged in; other values are ignored'),
      why: z
        .string()
        .max(40)
        .optional()
        .describe(`The action that requires a recent login: one of ${loginReasons.join(', ')}`),
      invitation,
    }),
    output: { status: 302 },
    problems: ['input-invalid', 'unavailable'],
  }),
  'accounts.setUp': endpoint('accounts.setUp', {
    summary:
      'Creates the first administrator by the setup link, with a password or a passkey, and logs in. An account with this email is taken over.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: perCaller,
    input: z.object({
      setupCode,
      name: personName,
      email,
      password: newPassword.optional(),
      passkey: z
        .object({ userId: z.string().max(100), answer: PasskeyAnswer })
        .optional()
        .describe(
          'What a device answered to the options of accounts.newSetupPasskey, and the `user.id` in them. Used instead of a password',
        ),
    }),
    output: SignedIn,
    problems: ['not-found', 'setup-link-used', 'input-invalid', 'too-many-requests'],
    codes: ['common', 'personal', 'passkeyUnreadable'],
    errorFormat: 'success-flag',
  }),
  'accounts.newSetupPasskey': endpoint('accounts.newSetupPasskey', {
    summary: 'The options with which a device creates the first administrator’s passkey, by the setup link. Creates no account.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: perCaller,
    input: z.object({ setupCode, name: personName, email }),
    output: z.looseObject({ challenge: z.string(), user: z.looseObject({ id: z.string() }) }),
    problems: ['not-found', 'setup-link-used', 'input-invalid', 'too-many-requests'],
  }),
  'accounts.startSetup': endpoint('accounts.startSetup', {
    summary: 'Starts a login at the identity provider that makes the person the first administrator; returns its address.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: perCaller,
    input: z.object({ setupCode, returnUrl }),
    output: z.object({ address: z.url() }),
    problems: ['not-found', 'setup-link-used', 'input-invalid', 'unavailable', 'too-many-requests'],
  }),
  'accounts.silentLogin': endpoint('accounts.silentLogin', {
    summary: 'For an iframe on this site’s pages: posts {source: bff-silent-login, isLoggedIn} to them.',
    access: 'anyone',
    limit: { per: 'address', count: 60, windowSeconds: 60 },
    query: cardKey,
    output: { media: ['text/html'] },
    problems: [],
  }),
  'accounts.silentLoginCallback': endpoint('accounts.silentLoginCallback', {
    summary: 'Where the identity provider redirects the iframe of a silent login.',
    access: 'anyone',
    output: { media: ['text/html'] },
    problems: [],
  }),
  'accounts.callback': endpoint('accounts.callback', {
    summary: 'Where the identity provider redirects after a login.',
    access: 'anyone',
    limit: perCaller,
    output: { status: 302 },
    problems: ['not-found'],
  }),
  'accounts.logout': endpoint('accounts.logout', {
    summary: 'Ends the session named by sid and redirects to a path on this site.',
    access: 'anyone',
    query: z.object({ sid: z.string().max(120).default(''), returnUrl }),
    output: { status: 302 },
    problems: ['bad-request', 'input-invalid'],
  }),
  'accounts.backchannel': endpoint('accounts.backchannel', {
    summary: 'The identity provider reports a logout (OpenID Connect back-channel logout).',
    access: 'anyone',
    rawBody: { types: ['application/x-www-form-urlencoded'], bytesMax: 16_000 },
    output: { status: 200 },
    problems: ['bad-request', 'not-found', 'body-too-large'],
  }),
  'accounts.signIn': endpoint('accounts.signIn', {
    summary: 'Logs in with email and password.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: passwordLimits,
    input: z.object({ email, password: z.string().min(1, issueCode('passwordMissing')).max(200), returnUrl }),
    output: SignedIn,
    problems: ['login-failed', 'input-invalid', 'too-many-requests'],
    errorFormat: 'success-flag',
  }),
  'accounts.signUp': endpoint('accounts.signUp', {
    summary: 'Requests an account. The response is the same if there is one already; the email differs.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: mailLimits,
    input: z.object({
      name: personName,
      email,
      returnUrl,
      invitation,
    }),
    output: SuccessAnswer,
    problems: [...signUpProblems, 'input-invalid', 'too-many-requests'],
    errorFormat: 'success-flag',
  }),
  'accounts.signUpState': endpoint('accounts.signUpState', {
    summary: 'Whether an invitation can be used, and for how long the setup link can.',
    access: 'anyone',
    limit: perCaller,
    query: z.object({ invitation }),
    output: z.object({
      invitation: z.enum(['none', 'valid', 'invalid']),
      setupMinutesLeft: z.int().nullable().describe('Null if there is no setup link that can be used'),
    }),
    problems: ['input-invalid'],
  }),
  'accounts.requestLink': endpoint('accounts.requestLink', {
    summary: 'Requests a one-time login link by email. The response is the same whether or not there is an account.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: mailLimits,
    input: z.object({ email, returnUrl }),
    output: SuccessAnswer,
    problems: ['input-invalid', 'too-many-requests'],
    errorFormat: 'success-flag',
  }),
  'accounts.requestReset': endpoint('accounts.requestReset', {
    summary: 'Requests a link to choose a new password.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: mailLimits,
    input: z.object({ email }),
    output: SuccessAnswer,
    problems: ['input-invalid', 'too-many-requests'],
    errorFormat: 'success-flag',
  }),
  'accounts.checkLink': endpoint('accounts.checkLink', {
    summary: 'Whether an emailed link can still be used, without using it. The same for used, expired and unknown ones.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: perCaller,
    input: z.object({ kind: LinkKind, token }),
    output: z.object({ isValid: z.boolean() }),
    problems: ['input-invalid', 'too-many-requests'],
  }),
  'accounts.useLink': endpoint('accounts.useLink', {
    summary:
      'Uses an emailed link once: logs in, or creates the account that was signed up for, and verifies its email. A reset link is rejected.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: linkLimits,
    input: z.object({ token }),
    output: SignedIn,
    problems: ['link-used', ...signUpProblems, 'input-invalid', 'too-many-requests'],
    errorFormat: 'success-flag',
  }),
  'accounts.resetPassword': endpoint('accounts.resetPassword', {
    summary:
      'Uses an emailed link once to choose a password, for a reset or a new account; ends every session of the account and starts one here. A login link is rejected.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: linkLimits,
    input: z.object({ token, password: newPassword }),
    output: SignedIn.extend({ passkeys: z.array(Passkey).describe('Passkeys that also open this account') }),
    problems: ['link-used', ...signUpProblems, 'input-invalid', 'too-many-requests'],
    codes: ['common', 'personal'],
    errorFormat: 'success-flag',
  }),
  'accounts.passkeyChallenge': endpoint('accounts.passkeyChallenge', {
    summary: 'The challenge for a passkey login without a user name.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: perCaller,
    input: z.object({}),
    output: z.looseObject({ challenge: z.string() }),
    problems: [],
  }),
  'accounts.passkeySignIn': endpoint('accounts.passkeySignIn', {
    summary: 'Logs in with a passkey.',
    access: 'anyone',
    sameOriginOnly: true,
    limit: perCaller,
    input: z.object({ answer: PasskeyAnswer, returnUrl }),
    output: SignedIn,
    problems: ['login-failed', 'input-invalid'],
    errorFormat: 'success-flag',
  }),
  'accounts.details': endpoint('accounts.details', {
    summary: 'The name and email of the caller’s account, and how its password can be changed.',
    access: 'owner',
    output: AccountDetails,
    problems: ['not-logged-in'],
  }),
  'accounts.rename': endpoint('accounts.rename', {
    summary: 'Changes the name of the account. Cards keep theirs.',
    access: 'owner',
    input: z.object({ name: personName }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'input-invalid'],
    errorFormat: 'success-flag',
  }),
  'accounts.changePassword': endpoint('accounts.changePassword', {
    summary:
      'Changes the password with the current one, or sets the first one after a recent login. Ends every other session of the account, invalidates its emailed links, and emails the owner.',
    access: 'owner',
    limit: ownPasswordLimits,
    input: z.object({
      current: z.string().max(200).describe('The current password; ignored if the account has none'),
      password: newPassword,
    }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'recent-login-required', 'not-found', 'input-invalid', 'too-many-requests'],
    codes: ['common', 'personal', 'passwordWrong'],
    errorFormat: 'success-flag',
  }),
  'accounts.requestEmailChange': endpoint('accounts.requestEmailChange', {
    summary:
      'Requests another email for the account: a link is sent there and a notice to the current one, which stays until the link is used. Replaces an earlier request. The response is the same whether or not the address has an account. Requires a recent login.',
    access: 'owner',
    limit: newEmailLimits,
    input: z.object({ email }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'recent-login-required', 'not-found', 'sign-up-domain', 'input-invalid', 'too-many-requests'],
    codes: ['unchanged'],
    errorFormat: 'success-flag',
  }),
  'accounts.cancelEmailChange': endpoint('accounts.cancelEmailChange', {
    summary: 'Cancels the requested change of the email; its link stops working.',
    access: 'owner',
    input: z.strictObject({}),
    output: SuccessAnswer,
    problems: ['not-logged-in'],
    errorFormat: 'success-flag',
  }),
  'accounts.confirmEmail': endpoint('accounts.confirmEmail', {
    summary: 'Changes the email by the link that was sent to the new one, once. Only a session of the same account can.',
    access: 'owner',
    limit: { per: 'account', count: 30, windowSeconds: 60 },
    input: z.object({ token }),
    output: SuccessAnswer.extend({ email: z.string() }),
    problems: ['not-logged-in', 'not-found', 'link-used', 'input-invalid', 'too-many-requests'],
    errorFormat: 'success-flag',
  }),
  'accounts.loginMethods': endpoint('accounts.loginMethods', {
    summary: 'How this account can log in.',
    access: 'owner',
    output: LoginMethods,
    problems: ['not-logged-in'],
  }),
  'accounts.mailRejection': endpoint('accounts.mailRejection', {
    summary: 'Whether the mail server refuses emails to the caller’s own address.',
    access: 'owner',
    output: z.object({ rejection: MailRejection.nullable() }),
    problems: ['not-logged-in'],
  }),
  'accounts.clearMailRejection': endpoint('accounts.clearMailRejection', {
    summary: 'Sends notifications to the caller’s own address again.',
    access: 'owner',
    input: z.strictObject({}),
    output: SuccessAnswer,
    problems: ['not-logged-in'],
    errorFormat: 'success-flag',
  }),
  'accounts.newPasskey': endpoint('accounts.newPasskey', {
    summary: 'The options with which a device creates a passkey for this account.',
    access: 'owner',
    input: z.object({}),
    output: z.looseObject({ challenge: z.string() }),
    problems: ['not-logged-in', 'recent-login-required'],
  }),
  'accounts.addPasskey': endpoint('accounts.addPasskey', {
    summary: 'Adds a passkey that a device created.',
    access: 'owner',
    input: z.object({ answer: PasskeyAnswer, name: z.string().trim().max(60).default('') }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'recent-login-required', 'input-invalid'],
    codes: ['passkeyUnreadable', 'passkeysTooMany'],
    errorFormat: 'success-flag',
  }),
  'accounts.removePasskey': endpoint('accounts.removePasskey', {
    summary: 'Removes a passkey.',
    access: 'owner',
    input: z.object({ id: uuid }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'recent-login-required', 'not-found'],
    errorFormat: 'success-flag',
  }),
  'accounts.sessions': endpoint('accounts.sessions', {
    summary: 'The caller’s active sessions.',
    access: 'owner',
    output: z.array(OwnSession),
    problems: ['not-logged-in'],
  }),
  'accounts.endSession': endpoint('accounts.endSession', {
    summary: 'Ends one of the caller’s sessions, or all but the current one.',
    access: 'owner',
    input: z.object({ id: z.union([uuid, z.literal('others')]) }),
    output: SuccessAnswer,
    problems: ['not-logged-in', 'not-found'],
    errorFormat: 'success-flag',
  }),
}
