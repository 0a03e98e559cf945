/** Every problem an endpoint can answer with (RFC 9457), by name. People read `title`; each has a page in docs/problems/. */
export const problems = {
  'bad-request': { status: 400, title: 'We couldn’t understand this request.' },
  'key-invalid': { status: 401, title: 'Send a valid API key: Authorization: Bearer carte_…' },
  'not-logged-in': { status: 401, title: 'Not authenticated.' },
  'login-failed': { status: 401, title: 'Incorrect email or password.' },
  'recent-login-required': { status: 401, title: 'Please log in again to continue.' },
  'link-used': { status: 410, title: 'This link has already been used or has expired. Request a new one.' },
  'not-allowed': { status: 403, title: 'You don’t have permission to do this.' },
  'scope-missing': { status: 403, title: 'The API key doesn’t have the scope for this.' },
  'sign-up-invited': { status: 403, title: 'This site is by invitation. Ask its administrator for a link.' },
  'sign-up-domain': {
    status: 403,
    title: 'This site accepts sign-ups from certain email domains only. Use your work email, or ask its administrator for an invitation.',
  },
  'sign-up-off': { status: 403, title: 'This site doesn’t accept sign-ups.' },
  'csrf-header-missing': { status: 403, title: 'Reload the page and try again. What you typed is kept.' },
  'not-found': { status: 404, title: 'Not found.' },
  'card-not-found': { status: 404, title: 'Card not found.' },
  'page-not-found': { status: 404, title: 'Page not found.' },
  'method-not-allowed': { status: 405, title: 'This address doesn’t support that method.' },
  'request-too-slow': { status: 408, title: 'The request took too long to arrive. Try again.' },
  'contacts-closed': { status: 409, title: 'This card isn’t accepting new contacts right now.' },
  'card-limit': { status: 409, title: 'You’ve reached your card limit.' },
  'connection-limit': { status: 409, title: 'A card can have at most 20 connections. Remove one first.' },
  'access-key-limit': { status: 409, title: 'A card can have at most 20 API keys. Revoke one first.' },
  'idempotency-key-running': { status: 409, title: 'A request with this idempotency key is still running. Try again in a moment.' },
  'account-deletion-pending': { status: 409, title: 'Your account is scheduled for deletion. Cancel that on the Privacy page first.' },
  'already-subscribed': { status: 409, title: 'This card already has a subscription. Reload the page to see it.' },
  'plans-off': { status: 409, title: 'This installation has no plans. Every card has everything.' },
  'not-subscribed': { status: 409, title: 'This card has no subscription to change.' },
  conflict: { status: 409, title: 'Someone else changed this in the meantime.' },
  gone: { status: 410, title: 'This link has been turned off.' },
  'invitation-used': { status: 410, title: 'This invitation has been used or has expired. Ask the administrator for a new one.' },
  'setup-link-used': { status: 410, title: 'This setup link no longer works. On the server, run npm run carte -- setup-link.' },
  'push-subscription-ended': { status: 410, title: 'This device is no longer subscribed. Turn notifications off and on again.' },
  'body-too-large': { status: 413, title: 'This request is too large.' },
  'address-too-long': { status: 414, title: 'This address is too long.' },
  'wrong-content-type': { status: 415, title: 'Send this as JSON.' },
  'picture-type-unsupported': { status: 415, title: 'This type of file isn’t supported.' },
  'captcha-missing': { status: 422, title: 'Please complete the captcha challenge.' },
  'input-invalid': { status: 422, title: 'Correct the errors!' },
  'import-unreadable': { status: 422, title: 'We couldn’t find a card in this.' },
  'idempotency-key-reused': { status: 422, title: 'This idempotency key was used for a different request.' },
  'picture-unreadable': { status: 422, title: 'We couldn’t read that image.' },
  'picture-too-small': { status: 422, title: 'The image is too small (at least 16 × 16 pixels).' },
  'picture-too-many-pixels': { status: 422, title: 'The image is too large (40 megapixels max).' },
  'too-many-requests': { status: 429, title: 'Too many requests. Try again in a moment.' },
  'headers-too-large': { status: 431, title: 'The request headers are too large.' },
  unexpected: { status: 500, title: 'Something went wrong on our end. Nothing was saved.' },
  unavailable: { status: 503, title: 'The service is temporarily unavailable. Try again in a moment.' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemName = keyof typeof problems

export type IssueValues = Readonly<Record<string, string | number>>

/** What’s wrong: a stable code with the values of its sentence, and that sentence in English. */
export type Issue = { message: string; code: string; values?: IssueValues }
/** What’s wrong with a field of the input. */
export type FieldIssue = Issue & { path: string }

/** RFC 9457. `type` is stable: programs compare it. */
export type ProblemBody = {
  type: `/problems/${ProblemName}`
  title: string
  status: number
  detail?: string
  /** Of `detail`. */
  code?: string
  values?: IssueValues
  issues?: FieldIssue[]
  requestId?: string
}
