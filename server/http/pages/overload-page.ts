import { escapeHtml } from '#server/common/escape-html.ts'
import { chooseLanguage } from '#common/request-language.ts'
import { languages, type Language } from '#contract/languages.ts'
import { translateTo } from '#server/common/messages.ts'

const texts = new Map<Language, ReturnType<typeof translatePage>>()

/** Translates the page ahead of an overload, which may leave no file descriptor to read a catalog with. */
export function prepareOverloadPage(): void {
  for (const language of languages) texts.set(language, translatePage(language))
}

function translatePage(language: Language) {
  const t = translateTo(language)
  return {
    title: escapeHtml(t('serverPage.wait')),
    page: escapeHtml(t('serverPage.overload.page')),
    form: escapeHtml(t('serverPage.overload.form')),
  }
}

type Options = { retryAfterSeconds: number; isForm: boolean }

/** A minimal page for an overload, when a rendered one would cost too much. */
export function overloadPage(acceptLanguage: string | undefined, { retryAfterSeconds, isForm }: Options) {
  // Only the reader's first language: parsing the whole header takes longer than the rest.
  const language = chooseLanguage(acceptLanguage?.split(',', 1)[0])
  const { title, page, form } = texts.get(language) ?? translatePage(language)
  // A form is not submitted again automatically.
  const refresh = isForm ? '' : `<meta http-equiv="refresh" content="${retryAfterSeconds + 1}">`
  const body =
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">${refresh}` +
    `<title>${title}</title><h1>${title}</h1><p>${isForm ? form : page}</p></html>`
  return { type: 'text/html', body }
}
