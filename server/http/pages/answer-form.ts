import type { Endpoint } from '#contract/endpoint.ts'
import { contactImportMax } from '#contract/constants.ts'
import { appPaths, ownerPages, reservedSegments } from '#contract/pages.ts'
import { uncachedResponse } from '../cache/cached-response.ts'
import { knownPageHeaders, readPageHeaders } from './card-language.ts'
import { renderPage, withCookies, type PageContext, type PageDeps } from './render-page.ts'
import { pageUrl } from './page-address.ts'
import type { Caller } from '../calls/mount.ts'
import type { RawCall } from '../calls/parse-call.ts'
import { problem } from '../problems/problem.ts'
import { readBytes } from '../calls/read-body.ts'
import { readWithCaller } from '../calls/read-with-caller.ts'
import { limitByCaller, limitByTarget } from '../limits/limit-calls.ts'
import { checkOrigin } from '../security/check-csrf.ts'
import { withinPageLimits } from './within-page-limits.ts'

const formBytesMax = 64 * 1024

/**
 * The operating system posts what other apps share, without an origin. It changes nothing: it only fills in a form that the
 * owner reads and sends.
 */
const sharePath = new RegExp(`^/([^/]+)/${appPaths.shared}/?$`)

const isOwner = ({ kind }: Caller) => kind === 'owner'

/**
 * Forms that carry a file, and how large they may be; all others are small. A person whose file is too large reads so on the page,
 * which gets `?problem=large`.
 */
const fileForms = [
  { path: /^\/admin\//, bytesMax: 21 * 1024 * 1024, isFor: (caller: Caller) => caller.kind === 'owner' && caller.isAdmin },
  { path: /^\/account\/new(\/|$)/, bytesMax: 8 * 1024 * 1024, isFor: isOwner, isReported: true },
  {
    path: new RegExp(`^/[^/]+/${ownerPages.contactImport}$`),
    bytesMax: contactImportMax.bytes + formBytesMax,
    isFor: isOwner,
    isReported: true,
  },
  { path: sharePath, bytesMax: 1024 * 1024, isFor: () => true, isReported: true },
]

/**
 * A form posted to a page, with or without a script. Its calls count against their rate limits like API calls, and a form from
 * another site is refused.
 */
export async function answerForm(deps: PageDeps, request: Request, first: PageContext): Promise<Response> {
  const url = pageUrl(request)
  const isShared = takesShared(url.pathname)
  if (!isShared || request.headers.get('origin') !== 'null') checkOrigin(request)
  const type = request.headers.get('content-type') ?? ''
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(type))
    throw problem('wrong-content-type', { detail: 'Send this as a form.' })
  const file = fileForms.find(({ path, isFor }) => path.test(url.pathname) && isFor(first.caller))
  const bytesMax = file?.bytesMax ?? formBytesMax
  if (file?.isReported && Number(request.headers.get('content-length') ?? 0) > bytesMax)
    return new Response(null, { status: 303, headers: { location: `${url.pathname}?problem=large` } })
  return deps.largeBodies(first.caller, { request, bytesMax }, () => answerBody(deps, request, first, { url, type, bytesMax }))
}

type Form = { url: URL; type: string; bytesMax: number }

async function answerBody(deps: PageDeps, request: Request, first: PageContext, { url, type, bytesMax }: Form): Promise<Response> {
  const read = () => readBytes(request, bytesMax)
  const { body, caller } = await readWithCaller(first.caller, () => deps.callerOf(request), read, deps.slowBodyMs)
  const context = { ...first, caller }
  await checkFormBody(body, type)
  const gate = async (endpoint: Endpoint, parts: RawCall) => {
    if (endpoint.method !== 'POST') return
    const knownBrowser = await limitByCaller(endpoint, deps.limits, context, () => deps.knownOf(request))
    await limitByTarget(endpoint, deps.limits, context, parts, knownBrowser)
  }
  const render = async () => {
    const headers = new Headers(knownPageHeaders(deps, url, request) ?? (await readPageHeaders(deps, url, request, context)))
    // A proxy may use another host name. The origin was checked before.
    headers.set('origin', new URL(deps.publicUrl).origin)
    return renderPage(deps, new Request(deps.publicUrl + url.pathname + url.search, { method: 'POST', headers, body }), context, gate)
  }
  const { answer, cookies } = await withinPageLimits(deps, url, context, render)
  return withCookies(await uncachedResponse(answer, request), cookies)
}

/** True for a card's share page; other pages accept forms from this site only. */
function takesShared(path: string): boolean {
  const alias = sharePath.exec(path)?.[1]
  return alias !== undefined && !reservedSegments.has(alias.toLowerCase())
}

/** Checks that a multipart body can be parsed, before a page reads it. */
async function checkFormBody(body: Buffer<ArrayBuffer>, type: string): Promise<void> {
  if (!/^multipart/i.test(type)) return
  await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw problem('bad-request', { detail: 'The form cannot be read.' })
  })
}
