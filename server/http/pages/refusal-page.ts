import { escapeHtml } from '#server/escape-html.ts'
import { requestLanguage } from '#common/request-language.ts'
import { noDataPath } from '#contract/pages.ts'
import { translateTo } from '#server/messages.ts'
import { answerPage } from './answer-page.ts'
import { overloadPage } from './overload-page.ts'
import { drawPage, type Asked, type PageDeps } from './draw-page.ts'
import { plainPage } from './html.ts'
import { loginFirstPage } from './login-first-page.ts'
import type { ProblemError } from '../problems/problem.ts'

/** True for a navigation in a browser, which gets a page; programs get a problem document. */
export function isNavigation({ method, headers }: Request): boolean {
  const mode = headers.get('sec-fetch-mode')
  return /^(GET|HEAD|POST)$/.test(method) && /text\/html/.test(headers.get('accept') ?? '') && (mode ?? 'navigate') === 'navigate'
}

type Person = Omit<Asked, 'caller'>

/** The page for a refused navigation, with the status of the refusal. */
export async function refusalPage(deps: PageDeps, request: Request, refusal: ProblemError, person: Person): Promise<Response> {
  const { status } = refusal.problem
  if (status === 429) return busyPage(request, refusal.retryAfterSeconds ?? 60)
  if (status >= 500) return request.method === 'POST' ? notSavedPage(request, status) : brokenPage(deps, request, refusal, person)
  const isForPrograms = refusal.problem.type === '/problems/csrf-header-missing'
  if (status === 401 && request.method !== 'POST') return loginFirstPage(request, refusal)
  if ((status === 403 && !isForPrograms) || request.method === 'POST') return plainRefusal(refusal)
  // A wrong address, in any part of the product.
  const lost = await answerPage(deps, pageAt(deps, noDataPath, request), { ...person, caller: { kind: 'visitor' } })
  const headers = new Headers(lost.headers)
  headers.set('cache-control', 'no-store')
  headers.delete('etag')
  return new Response(lost.body, { status, headers })
}

/** For a 429: a person who follows a link can’t read JSON. */
function busyPage(request: Request, seconds: number): Response {
  const language = requestLanguage(request)
  const t = translateTo(language)
  const title = t('serverPage.wait')
  const { pathname, search } = new URL(request.url)
  const link = `<a href="${escapeHtml(pathname + search)}">${escapeHtml(t('failed.again'))}</a>`
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(t('serverPage.busy.body', { seconds }))}</p><p>${link}</p>`
  const page = plainPage({ title, body, status: 429, language })
  page.headers.set('retry-after', String(seconds))
  page.headers.set('cache-control', 'no-store')
  return page
}

/** The error page of the address that failed: rendered there, with every call refused. */
async function brokenPage(deps: PageDeps, request: Request, refusal: ProblemError, person: Person): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const plain = pageAt(deps, pathname + search, request)
  const refuse = () => Promise.reject(refusal)
  const { answer } = await drawPage(deps, plain, { ...person, caller: { kind: 'visitor' } }, refuse)
  const retryAfter = String(refusal.retryAfterSeconds ?? 2)
  const status = answer.status >= 500 ? refusal.problem.status : answer.status
  const headers = { ...answer.headers, 'cache-control': 'no-store', ...(status === 503 ? { 'retry-after': retryAfter } : {}) }
  return new Response(new Uint8Array(answer.body), { status, headers })
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

function plainRefusal({ problem: { status, title, detail } }: ProblemError): Response {
  const body = `<h1>${escapeHtml(title)}</h1>${detail ? `<p>${escapeHtml(detail)}</p>` : ''}<p><a href="/account">Your account</a></p>`
  return plainPage({ title, body, status })
}
