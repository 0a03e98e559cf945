import type { Fonts } from './shell.ts'

/** Letters beyond those of western Europe, as the style sheet divides them. */
const farLetters = /[\u0100-\u0151\u0154-\u0177\u0179-\u017f\u0218-\u021b]/
/** The line under a name is the one that leans. */
const leaning = /class="tagline"/

/** The fonts that a card's pages are written with, beside those that all are. */
export function fontsFor(texts: readonly string[], { far, italic, farItalic }: Fonts): string[] {
  const isFar = texts.some((text) => farLetters.test(text))
  const isLeaning = texts.some((text) => leaning.test(text))
  return [...(isFar ? far : []), ...(isLeaning ? italic : []), ...(isFar && isLeaning ? farItalic : [])]
}
