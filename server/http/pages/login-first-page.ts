import { escapeHtml } from '#server/common/escape-html.ts'
import { requestLanguage } from '#common/request-language.ts'
import { addresses, type EndpointName } from '#contract/addresses.ts'
import type { LoginReason } from '#contract/accounts/login-reasons.ts'
import { ownerHref } from '#contract/pages.ts'
import { translateTo } from '#server/common/messages.ts'
import { plainPage } from './html.ts'
import type { ProblemError } from '../problems/problem.ts'

/**
 * For a person who opens an owner's address in a tab, such as a receipt or an export, without a session or with a login that
 * is too old for it. `prompt=login` prevents the login from returning a person with a session at once.
 */
export function loginFirstPage(request: Request, { problem }: ProblemError): Response {
  const isAgain = problem.type === '/problems/recent-login-required'
  const language = requestLanguage(request)
  const t = translateTo(language)
  const page = isAgain ? 'loginAgain' : 'login'
  const title = t(`serverPage.${page}.title`)
  const { returnUrl, why } = pageWithLink(new URL(request.url))
  const query = new URLSearchParams({ returnUrl, ...(isAgain ? { prompt: 'login', ...(why ? { why } : {}) } : {}) })
  const link = `<a href="${escapeHtml(`${pathOf('accounts.login')}?${query}`)}">${escapeHtml(t(isAgain ? 'privacy.again' : 'login.button'))}</a>`
  const body = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(t(`serverPage.${page}.body`))}</p><p>${link}</p>`
  const answer = plainPage({ title, body, status: 401, language })
  answer.headers.set('cache-control', 'no-store')
  return answer
}

const pathOf = (name: EndpointName) => addresses[name].split(' ')[1]
const patternOf = (name: EndpointName) => new URLPattern({ pathname: pathOf(name) })
const receipt = patternOf('billing.receipt')
const archive = patternOf('privacy.archive')
const exportAll = patternOf('contacts.exportAll')

/** The page that has the link. Not the file itself: a login never returns to an endpoint (`isReturnPath`), and a download leaves no page. */
function pageWithLink(url: URL): { returnUrl: string; why?: LoginReason } {
  const billed = receipt.exec(url)?.pathname.groups['alias']
  if (billed) return { returnUrl: `/account/subscription?${new URLSearchParams({ alias: billed })}` }
  if (archive.test(url)) return { returnUrl: '/account/privacy', why: 'archive' }
  if (!exportAll.test(url)) return { returnUrl: '/account' }
  const alias = url.searchParams.get('alias') ?? ''
  return { returnUrl: /^[\w-]+$/.test(alias) ? ownerHref(alias, 'myContacts') : '/account', why: 'export' }
}
