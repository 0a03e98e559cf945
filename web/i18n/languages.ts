import { languages, type Language } from '#contract/languages.ts'
import { ownOf } from '#contract/own-of.ts'

export { languages, type Language }

/** A language spoken elsewhere is better than English. */
const nearest: Readonly<Record<string, Language>> = { en: 'en', fr: 'fr-FR', ro: 'ro' }

/** The language a request is answered in: the one this device was told, else the browser's first wish. */
export function languageOf({ headers }: Request): Language {
  const told = /(?:^|;\s*)language=([\w-]{2,5})(?:;|$)/.exec(headers.get('cookie') ?? '')?.[1]
  return languages.find((language) => language === told) ?? chooseLanguage(headers.get('accept-language'))
}

/** The reader's first wish that we can speak, by the Accept-Language header; else English. */
export function chooseLanguage(accepted: string | null): Language {
  for (const wish of readWishes(accepted ?? '')) {
    const exact = languages.find((language) => language.toLowerCase() === wish)
    const near = exact ?? ownOf(nearest, wish.split('-')[0] ?? '')
    if (near) return near
  }
  return 'en'
}

function readWishes(header: string): string[] {
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
