import { languages, languageTable, type Language, type LanguageTable } from '#contract/languages.ts'

/** The language of the response: the one chosen on this device, else the browser's first supported one. */
export const requestLanguage = ({ headers }: { headers: Headers }): Language =>
  chosenLanguage(headers) ?? chooseLanguage(headers.get('accept-language'))

/** The language chosen on this device. */
export function chosenLanguage(headers: Headers): Language | undefined {
  const chosen = /(?:^|;\s*)language=([\w-]{2,35})(?:;|$)/.exec(headers.get('cookie') ?? '')?.[1]
  return languages.find((language) => language === chosen)
}

/** For a card that follows the browser's language. */
export function withoutChosenLanguage(headers: Headers): Headers {
  const others = (headers.get('cookie') ?? '').split(/;\s*/).filter((cookie) => !cookie.startsWith('language='))
  const rest = new Headers(headers)
  rest.set('cookie', others.join('; '))
  return rest
}

/** The first supported language of an Accept-Language header, in the reader's order; else English. */
export function chooseLanguage(accepted: string | null | undefined): Language {
  for (const tag of readTags(accepted ?? '')) {
    const language = exactOrNearest(tag)
    if (language) return language
  }
  return 'en'
}

/** The exact tag, else the base language, else its complete variant: a regional variant is better than English. */
function exactOrNearest(tag: string): Language | undefined {
  const [base = ''] = tag.split('-')
  const table: LanguageTable = languageTable
  const variants = languages.filter((language) => language.split('-')[0] === base)
  return (
    variants.find((language) => language.toLowerCase() === tag) ??
    variants.find((language) => language === base) ??
    variants.find((language) => !table[language]?.extends)
  )
}

function readTags(header: string): string[] {
  return header
    .slice(0, 400)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = rest.find((piece) => piece.startsWith('q='))
      return { tag, weight: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
