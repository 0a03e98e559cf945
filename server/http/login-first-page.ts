import { ownerHref } from '#contract/pages.ts'
import { inLanguage } from '#server/in-language.ts'
import { escapeHtml, plainPage } from './html.ts'

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

/** For a person without a session who opens an address of an owner's in a tab, such as a receipt or an export. */
export function loginFirstPage(request: Request, language: string): Response {
  const { title, says, button } = inLanguage(language, words)
  const login = `/bff/login?${new URLSearchParams({ returnUrl: pageWithLink(new URL(request.url)) })}`
  const body = `<h1>${title}</h1><p>${says}</p><p><a href="${escapeHtml(login)}">${button}</a></p>`
  const page = plainPage({ title, body, status: 401, language })
  page.headers.set('cache-control', 'no-store')
  return page
}

/** The page that has the link. Not the file itself: a login never returns to an endpoint (`isWayBack`), and a download leaves no page. */
function pageWithLink({ pathname, searchParams }: URL): string {
  const receipt = /^\/remote\/subscription\/me\/receipt\/([\w-]+)\//.exec(pathname)?.[1]
  if (receipt) return `/account/subscription?${new URLSearchParams({ alias: receipt })}`
  if (pathname === '/bff/archive') return '/account/privacy'
  const alias = searchParams.get('alias') ?? ''
  return pathname.includes('/export-all/') && /^[\w-]+$/.test(alias) ? ownerHref(alias, 'myContacts') : '/account'
}
