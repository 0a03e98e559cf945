import type { Endpoint } from '#contract/endpoint.ts'
import { appPaths, reservedSegments } from '#contract/pages.ts'
import { drawPage, withCookies, type Asked, type PageDeps } from './draw-page.ts'
import { pageUrl } from './page-address.ts'
import type { RawCall } from '../calls/parse-call.ts'
import { problem } from '../problems/problem.ts'
import { readBytes } from '../calls/read-body.ts'
import { readWithCaller } from '../calls/read-with-caller.ts'
import { refuseCaller, refuseFlooded } from '../limits/refuse-flood.ts'
import { refuseForeign } from '../security/refuse-forgery.ts'
import { withinPageLimits } from './within-page-limits.ts'

const formBytesMax = 64 * 1024

/**
 * What other apps share with this one comes from the system, under no origin. It changes nothing: it only fills in a form
 * that its owner reads and sends.
 */
const sharedTo = new RegExp(`^/([^/]+)/${appPaths.shared}/?$`)
const sharedBytesMax = 1024 * 1024

/** Pictures of stories and tables of cards come with the admin's forms. Nobody else's forms are that large. */
const adminForm = /^\/admin\//
const adminBytesMax = 21 * 1024 * 1024

/**
 * A form sent to a page, with or without a script. Its calls are held to their limits as if they had come by themselves,
 * and a form of another site is refused.
 */
export async function answerForm(deps: PageDeps, request: Request, first: Asked): Promise<Response> {
  const url = pageUrl(request)
  const isShared = takesShared(url.pathname)
  if (!isShared || request.headers.get('origin') !== 'null') refuseForeign(request)
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type))
    throw problem('wrong-content-type', { detail: 'Send this as a form.' })
  const headers = new Headers(request.headers)
  // What stands before us may be known by another name; that the form is ours was just seen.
  headers.set('origin', new URL(deps.publicUrl).origin)
  const isAdmin = adminForm.test(url.pathname) && first.caller.kind === 'owner' && first.caller.isOperator
  const bytesMax = isShared ? sharedBytesMax : isAdmin ? adminBytesMax : formBytesMax
  // A person shared it, not a program: the page says what was wrong.
  if (isShared && Number(headers.get('content-length') ?? 0) > bytesMax)
    return new Response(null, { status: 303, headers: { location: `${url.pathname}?problem=large` } })
  const read = () => readBytes(request, bytesMax)
  const { body, caller } = await readWithCaller(first.caller, () => deps.callerOf(request), read)
  const asked = { ...first, caller }
  await refuseBrokenForm(body, type)
  const plain = new Request(deps.publicUrl + url.pathname + url.search, { method: 'POST', headers, body })
  const gate = async (endpoint: Endpoint, parts: RawCall) => {
    if (endpoint.method !== 'POST') return
    const held = await refuseCaller(endpoint, deps.limits, asked, () => deps.knownOf(request))
    await refuseFlooded(endpoint, deps.limits, asked, parts, held)
  }
  const { answer, cookies } = await withinPageLimits(deps, url, asked, () => drawPage(deps, plain, asked, gate))
  return withCookies(new Response(new Uint8Array(answer.body), answer), cookies)
}

/** Only a card does; any other page's forms come from its own. */
function takesShared(path: string): boolean {
  const alias = sharedTo.exec(path)?.[1]
  return alias !== undefined && !reservedSegments.has(alias.toLowerCase())
}

/** Parts that do not hold together are found before a page is asked to read them. */
async function refuseBrokenForm(body: Buffer<ArrayBuffer>, type: string): Promise<void> {
  if (!/^multipart/i.test(type)) return
  await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw problem('bad-request', { detail: 'The form does not hold together.' })
  })
}
