import { escapeHtml } from '#server/common/escape-html.ts'
import { requestLanguage } from '#common/request-language.ts'
import { linkPreviewHref, noDataPath, unknownLinkCode } from '#contract/pages.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { translateTo } from '#server/common/messages.ts'
import { uncachedResponse } from '../cache/cached-response.ts'
import { answerPage } from './answer-page.ts'
import { overloadPage } from './overload-page.ts'
import { renderPage, type PageContext, type PageDeps } from './render-page.ts'
import { plainPage } from './html.ts'
import { loginFirstPage } from './login-first-page.ts'
import type { ProblemError } from '../problems/problem.ts'

/** Addresses for programs, some of which accept text/html too. A GET of /mcp may be a card’s. */
const isForPrograms = (method: string, path: string) => /^\/api\/v1(\/|$)/.test(path) || (method === 'POST' && /^\/mcp\/?$/.test(path))

/** True for a navigation in a browser, which gets a page; programs get a problem document. */
export function isNavigation({ method, headers, url }: Request): boolean {
  if (isForPrograms(method, new URL(url).pathname)) return false
  const mode = headers.get('sec-fetch-mode')
  return /^(GET|HEAD|POST)$/.test(method) && /text\/html/.test(headers.get('accept') ?? '') && (mode ?? 'navigate') === 'navigate'
}

type Client = Omit<PageContext, 'caller'>

/** The page for a navigation that failed, with the status of its error. */
export async function errorPage(deps: PageDeps, request: Request, error: ProblemError, client: Client): Promise<Response> {
  const { status } = error.problem
  if (status === 429) return busyPage(request, error.retryAfterSeconds ?? 60)
  if (status >= 500) return request.method === 'POST' ? notSavedPage(request, status) : brokenPage(deps, request, error, client)
  const isForPrograms = error.problem.type === '/problems/csrf-header-missing'
  if (status === 401 && request.method !== 'POST') return loginFirstPage(request, error)
  if ((status === 403 && !isForPrograms) || request.method === 'POST') return plainErrorPage(error)
  // A wrong address, in any part of the product. Unknown short links share one page, whatever their code.
  const path = new URL(request.url).pathname.startsWith('/s/') ? linkPreviewHref(unknownLinkCode) : noDataPath
  const context = { ...client, caller: { kind: 'visitor' }, dependsOn: 'installation:product' } as const
  const lost = await answerPage(deps, pageAt(deps, path, request), context)
  const headers = new Headers(lost.headers)
  headers.set('cache-control', 'no-store')
  headers.delete('etag')
  return new Response(lost.body, { status, headers })
}

/** For a 429: a person who follows a link can’t read JSON. */
function busyPage(request: Request, seconds: number): Response {
  return tryAgainPage(request, { title: 'serverPage.wait', body: 'serverPage.busy.body', status: 429, seconds })
}

/** The error page of the address that failed: rendered there, with every call refused. */
async function brokenPage(deps: PageDeps, request: Request, error: ProblemError, client: Client): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { status } = error.problem
  const plain = pageAt(deps, pathname + search, request)
  const refuse = () => Promise.reject(error)
  const { answer } = await renderPage(deps, plain, { ...client, caller: { kind: 'visitor' } }, refuse)
  const seconds = error.retryAfterSeconds ?? 2
  // An address that is no page. Without calls, "not found" says nothing about what is there.
  if (answer.status >= 400 && answer.status < 500)
    return tryAgainPage(request, { title: 'failed.title', body: 'serverPage.outage.body', status, seconds })
  const isBroken = answer.status >= 500
  const headers = isBroken && status === 503 ? { ...answer.headers, 'retry-after': String(seconds) } : answer.headers
  return uncachedResponse({ ...answer, status: isBroken ? status : answer.status, headers }, request)
}

type TryAgain = { title: MessageKey; body: MessageKey; status: number; seconds: number }

/** A plain page with a link to the same address. */
function tryAgainPage(request: Request, { title, body, status, seconds }: TryAgain): Response {
  const language = requestLanguage(request)
  const t = translateTo(language)
  const { pathname, search } = new URL(request.url)
  const link = `<a href="${escapeHtml(pathname + search)}">${escapeHtml(t('failed.again'))}</a>`
  const html = `<h1>${escapeHtml(t(title))}</h1><p>${escapeHtml(t(body, { seconds }))}</p><p>${link}</p>`
  const page = plainPage({ title: t(title), body: html, status, language })
  if (status !== 500) page.headers.set('retry-after', String(seconds))
  page.headers.set('cache-control', 'no-store')
  return page
}

/** Without If-None-Match: an error page is never answered with 304, nor with the empty body of one. */
function pageAt({ publicUrl }: PageDeps, path: string, request: Request): Request {
  const headers = new Headers(request.headers)
  headers.delete('if-none-match')
  return new Request(publicUrl + path, { headers })
}

function notSavedPage({ headers }: Request, status: number): Response {
  const { type, body } = overloadPage(headers.get('accept-language') ?? undefined, { retryAfterSeconds: 2, isForm: true })
  return new Response(body, { status, headers: { 'content-type': `${type}; charset=utf-8`, 'retry-after': '2' } })
}

function plainErrorPage({ problem: { status, title, detail } }: ProblemError): Response {
  const body = `<h1>${escapeHtml(title)}</h1>${detail ? `<p>${escapeHtml(detail)}</p>` : ''}<p><a href="/account">Your account</a></p>`
  return plainPage({ title, body, status })
}
