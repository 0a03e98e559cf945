import { escapeHtml, plainPage } from './html.ts'

const en = {
  title: 'One moment, please',
  says: 'Many pages were asked for from where you are. Try again in {seconds} seconds.',
  again: 'Try again',
}
const fr: typeof en = {
  title: 'Un instant, s’il vous plaît',
  says: 'Beaucoup de pages ont été demandées depuis votre connexion. Réessayez dans {seconds} secondes.',
  again: 'Réessayer',
}
const ro: typeof en = {
  title: 'Un moment, vă rugăm',
  says: 'S-au cerut multe pagini de la conexiunea dumneavoastră. Încercați din nou peste {seconds} secunde.',
  again: 'Încearcă din nou',
}

/** Too many asked for pages, in words: a person who follows a link reads no JSON. */
export function busyPage(request: Request, seconds: number): Response {
  const wanted = /\b(fr|ro|en)\b/i.exec(request.headers.get('accept-language') ?? '')?.[1]?.toLowerCase() ?? 'en'
  const words = wanted === 'fr' ? fr : wanted === 'ro' ? ro : en
  const { pathname, search } = new URL(request.url)
  const body = `<h1>${words.title}</h1><p>${words.says.replace('{seconds}', String(seconds))}</p><p><a href="${escapeHtml(pathname + search)}">${words.again}</a></p>`
  const page = plainPage({ title: words.title, body, status: 429, language: wanted })
  page.headers.set('retry-after', String(seconds))
  page.headers.set('cache-control', 'no-store')
  return page
}
