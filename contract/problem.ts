/**
 * Every refusal the product can give, by name. `title` is what a person reads; what is logged is written elsewhere.
 * Each has a page in docs/problems/ saying what to do about it.
 */
export const problems = {
  'bad-request': { status: 400, title: 'This request could not be understood.' },
  'not-signed-in': { status: 401, title: 'Not authenticated.' },
  'sign-in-refused': { status: 401, title: 'That email and password don’t match.' },
  'sign-in-again': { status: 401, title: 'Please log in again to continue.' },
  'link-used': { status: 410, title: 'This link has already been used or has expired. Request a new one.' },
  'not-allowed': { status: 403, title: 'You don’t have permission to do this.' },
  'csrf-header-missing': { status: 403, title: 'Reload the page and try again; your text stays.' },
  'not-found': { status: 404, title: 'There is nothing at this address.' },
  'card-not-found': { status: 404, title: 'Card not found.' },
  'page-not-found': { status: 404, title: 'Page not found.' },
  'method-not-allowed': { status: 405, title: 'This address does not take that method.' },
  'request-too-slow': { status: 408, title: 'This took too long to arrive.' },
  'contacts-closed': { status: 409, title: 'This card isn’t accepting new contacts right now.' },
  'card-limit': { status: 409, title: 'You’ve reached your card limit.' },
  'account-leaving': { status: 409, title: 'Your account is scheduled for deletion. Cancel that on the Privacy page first.' },
  'already-subscribed': { status: 409, title: 'This card already has a subscription. Reload the page to see it.' },
  'not-subscribed': { status: 409, title: 'This card has no subscription to change.' },
  conflict: { status: 409, title: 'Someone else changed this in the meantime.' },
  gone: { status: 410, title: 'This link has been switched off.' },
  'subscription-over': { status: 410, title: 'This device is no longer subscribed. Turn notifications off and on again.' },
  'body-too-large': { status: 413, title: 'This request is too large.' },
  'address-too-long': { status: 414, title: 'This address is too long.' },
  'wrong-content-type': { status: 415, title: 'Send this as JSON.' },
  'picture-type-unsupported': { status: 415, title: 'This type of file isn’t supported.' },
  'captcha-missing': { status: 422, title: 'Please complete the captcha challenge.' },
  'input-invalid': { status: 422, title: 'Correct the errors!' },
  'picture-unreadable': { status: 422, title: 'We couldn’t read that image.' },
  'picture-too-small': { status: 422, title: 'The image is too small (at least 16 × 16 pixels).' },
  'picture-too-many-pixels': { status: 422, title: 'The image is too large (40 megapixels max).' },
  'too-many-requests': { status: 429, title: 'Too many requests. Try again in a moment.' },
  'headers-too-large': { status: 431, title: 'The request headers are too large.' },
  unexpected: { status: 500, title: 'Something went wrong on our end. Nothing was saved.' },
  unavailable: { status: 503, title: 'We can’t answer right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemName = keyof typeof problems

/** A field of the input and what is wrong with it, in words for the person who typed it. */
export type FieldFault = { path: string; message: string }

/** RFC 9457. `type` is stable and what programs compare; never use instanceof across the two builds. */
export type ProblemBody = {
  type: `/problems/${ProblemName}`
  title: string
  status: number
  detail?: string
  faults?: FieldFault[]
  requestId?: string
}
