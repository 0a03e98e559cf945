import { chooseLanguage } from '#common/request-language.ts'
import { languages, type Language } from '#contract/languages.ts'
import { translateTo } from '#server/messages.ts'
import { escapeHtml } from './html.ts'

type Texts = { title: string; page: string; form: string }

const texts = new Map<Language, Texts>()

/** Translates the page ahead: under overload, a file descriptor to read a catalog with may be missing. */
export function prepareCrowdedPage(): void {
  for (const language of languages) textsIn(language)
}

function textsIn(language: Language): Texts {
  const t = translateTo(language)
  const made = texts.get(language) ?? {
    title: escapeHtml(t('serverPage.wait')),
    page: escapeHtml(t('serverPage.overload.page')),
    form: escapeHtml(t('serverPage.overload.form')),
  }
  texts.set(language, made)
  return made
}

type Options = { retryAfterSeconds: number; isForm: boolean }

/** A page of a few letters, for a moment in which a real one would cost too much. */
export function crowdedPage(acceptLanguage: string | undefined, { retryAfterSeconds, isForm }: Options) {
  // A long header is not parsed to its end.
  const language = chooseLanguage(acceptLanguage?.slice(0, 40))
  const { title, page, form } = textsIn(language)
  // What was sent is not sent again by itself.
  const again = isForm ? '' : `<meta http-equiv="refresh" content="${retryAfterSeconds + 1}">`
  const body =
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">${again}` +
    `<title>${title}</title><h1>${title}</h1><p>${isForm ? form : page}</p></html>`
  return { type: 'text/html', body }
}
