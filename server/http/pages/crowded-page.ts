import type { Language } from '#contract/languages.ts'

type Words = { title: string; comes: string; form: string }

const en: Words = {
  title: 'One moment, please',
  comes: 'Many people are here at once. This page comes by itself in a moment.',
  form: 'We can’t save this right now, and nothing was saved yet. Go back, your text is still there, and send it again in a moment.',
}
const fr: Words = {
  title: 'Un instant, s’il vous plaît',
  comes: 'Beaucoup de personnes sont ici en même temps. Cette page s’affichera d’elle-même dans un instant.',
  form: 'Impossible d’enregistrer pour le moment : rien n’a encore été enregistré. Revenez en arrière, votre texte y est encore, et envoyez-le de nouveau dans un instant.',
}
const ro: Words = {
  title: 'O clipă, vă rugăm',
  comes: 'Sunt mulți vizitatori deodată. Pagina apare singură într-o clipă.',
  form: 'Nu putem salva acum și nu s-a salvat încă nimic. Mergeți înapoi, textul este încă acolo, și trimiteți-l din nou într-o clipă.',
}
const words: Readonly<Record<Language, Words>> = { en, 'en-US': en, 'fr-CA': fr, 'fr-FR': fr, ro }

type Wishes = { retryAfterSeconds: number; isForm: boolean }

/** A page of a few letters, for a moment in which a real one would cost too much. */
export function crowdedPage(acceptLanguage: string | undefined, { retryAfterSeconds, isForm }: Wishes) {
  const first = acceptLanguage?.trim().slice(0, 2).toLowerCase() ?? ''
  const language = first === 'fr' ? 'fr-FR' : first === 'ro' ? 'ro' : 'en'
  const { title, comes, form } = words[language]
  // What was sent is not sent again by itself.
  const again = isForm ? '' : `<meta http-equiv="refresh" content="${retryAfterSeconds + 1}">`
  const body =
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">${again}` +
    `<title>${title}</title><h1>${title}</h1><p>${isForm ? form : comes}</p></html>`
  return { type: 'text/html', body }
}
