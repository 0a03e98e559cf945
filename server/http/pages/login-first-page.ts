import { addresses, type EndpointName } from '#contract/addresses.ts'
import type { LoginReason } from '#contract/accounts/login-reasons.ts'
import { ownerHref } from '#contract/pages.ts'
import { inLanguage } from '#server/in-language.ts'
import { escapeHtml, plainPage } from './html.ts'
import type { ProblemError } from '../problems/problem.ts'

const words = {
  en: { title: 'Log in to open this', says: 'You’re not logged in. Log in, then open the link again.', button: 'Log in' },
  fr: {
    title: 'Connectez-vous pour ouvrir cette page',
    says: 'Vous n’êtes pas connecté. Connectez-vous, puis ouvrez de nouveau le lien.',
    button: 'Se connecter',
  },
  ro: {
    title: 'Autentifică-te pentru a deschide pagina',
    says: 'Nu ești autentificat. Autentifică-te, apoi deschide din nou linkul.',
    button: 'Autentificare',
  },
}

const wordsAgain = {
  en: {
    title: 'Log in again to open this',
    says: 'To protect your data, log in again, then open the link again.',
    button: 'Log in again',
  },
  fr: {
    title: 'Reconnectez-vous pour ouvrir cette page',
    says: 'Pour protéger vos données, reconnectez-vous, puis ouvrez de nouveau le lien.',
    button: 'Se reconnecter',
  },
  ro: {
    title: 'Autentifică-te din nou pentru a deschide pagina',
    says: 'Pentru a-ți proteja datele, autentifică-te din nou, apoi deschide din nou linkul.',
    button: 'Autentifică-te din nou',
  },
}

/**
 * For a person who opens an address of an owner's in a tab, such as a receipt or an export, without a session or with a login that
 * is too old for it. `prompt=login` keeps the login from returning a person with a session at once.
 */
export function loginFirstPage(request: Request, { problem }: ProblemError, language: string): Response {
  const isAgain = problem.type === '/problems/sign-in-again'
  const { title, says, button } = inLanguage(language, isAgain ? wordsAgain : words)
  const { returnUrl, why } = pageWithLink(new URL(request.url))
  const query = new URLSearchParams({ returnUrl, ...(isAgain ? { prompt: 'login', ...(why ? { why } : {}) } : {}) })
  const body = `<h1>${title}</h1><p>${says}</p><p><a href="${escapeHtml(`${pathOf('accounts.login')}?${query}`)}">${button}</a></p>`
  const page = plainPage({ title, body, status: 401, language })
  page.headers.set('cache-control', 'no-store')
  return page
}

const pathOf = (name: EndpointName) => addresses[name].split(' ')[1]
const patternOf = (name: EndpointName) => new URLPattern({ pathname: pathOf(name) })
const receipt = patternOf('billing.receipt')
const archive = patternOf('privacy.archive')
const exportAll = patternOf('contacts.exportAll')

/** The page that has the link. Not the file itself: a login never returns to an endpoint (`isWayBack`), and a download leaves no page. */
function pageWithLink(url: URL): { returnUrl: string; why?: LoginReason } {
  const billed = receipt.exec(url)?.pathname.groups['alias']
  if (billed) return { returnUrl: `/account/subscription?${new URLSearchParams({ alias: billed })}` }
  if (archive.test(url)) return { returnUrl: '/account/privacy', why: 'archive' }
  if (!exportAll.test(url)) return { returnUrl: '/account' }
  const alias = url.searchParams.get('alias') ?? ''
  return { returnUrl: /^[\w-]+$/.test(alias) ? ownerHref(alias, 'myContacts') : '/account', why: 'export' }
}
