/**
 * Every refusal the product can give, by name. `title` is what a person reads; what is logged is written elsewhere.
 * Each has a page in docs/problems/ saying what to do about it.
 */
export const problems = {
  'bad-request': { status: 400, title: 'This request could not be understood.' },
  'not-signed-in': { status: 401, title: 'Not authenticated.' },
  'sign-in-refused': { status: 401, title: 'That e-mail and password do not go together.' },
  'sign-in-again': { status: 401, title: 'Please log in again to continue.' },
  'link-used': { status: 410, title: 'This link has been used, or its time is over. Ask for a new one.' },
  'not-allowed': { status: 403, title: 'This is not yours to do.' },
  'csrf-header-missing': { status: 403, title: 'Reload the page and try again; your text stays.' },
  'not-found': { status: 404, title: 'There is nothing at this address.' },
  'card-not-found': { status: 404, title: 'Nobody lives at this address.' },
  'page-not-found': { status: 404, title: 'There is no such page.' },
  'method-not-allowed': { status: 405, title: 'This address does not take that method.' },
  'request-too-slow': { status: 408, title: 'This took too long to arrive.' },
  'contacts-closed': { status: 409, title: 'This card takes no contacts just now.' },
  'card-limit': { status: 409, title: 'You have as many cards as one account can hold.' },
  'account-leaving': { status: 409, title: 'Your account is about to be deleted. Keep it first, on its privacy page.' },
  'already-subscribed': { status: 409, title: 'This card has its subscription already. Reload the page to see it.' },
  'not-subscribed': { status: 409, title: 'This card has no subscription that could be changed.' },
  conflict: { status: 409, title: 'Someone changed this meanwhile.' },
  gone: { status: 410, title: 'This link has been switched off.' },
  'subscription-over': { status: 410, title: 'Nothing reaches this device any more. Turn notifications off and on again.' },
  'body-too-large': { status: 413, title: 'That is more than we take at once.' },
  'address-too-long': { status: 414, title: 'This address is too long.' },
  'wrong-content-type': { status: 415, title: 'Send this as JSON.' },
  'picture-type-unsupported': { status: 415, title: 'We cannot take this kind of file as a picture.' },
  'captcha-missing': { status: 422, title: 'Please complete the captcha challenge.' },
  'input-invalid': { status: 422, title: 'Correct the errors!' },
  'picture-unreadable': { status: 422, title: 'We could not read that picture.' },
  'picture-too-small': { status: 422, title: 'It is too small (at least 16 pixels each way).' },
  'picture-too-many-pixels': { status: 422, title: 'It has too many pixels (at most 40 million).' },
  'too-many-requests': { status: 429, title: 'Too many at once. Try again in a moment.' },
  'headers-too-large': { status: 431, title: 'This request carries too much before its body.' },
  unexpected: { status: 500, title: 'This is our fault. Nothing was saved.' },
  'not-built-yet': { status: 501, title: 'This part is not built yet.' },
  unavailable: { status: 503, title: 'We cannot answer this just now. Try again in a moment.' },
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
