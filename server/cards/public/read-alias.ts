import { transliterate, foldLookalikes } from '../aliases/fold-letters.ts'

type ReadAlias = { alias: string; isDisguised: boolean }

const lettersMax = 60

/** Turns typed text into an alias: removes accents; blanks and dots become hyphens. `isDisguised`: it has lookalike or invisible letters. */
export function readAlias(typed: string): ReadAlias {
  const text = typed.trim().normalize('NFC')
  const isDisguised = isMixed(text) || isHidden(text)
  return { alias: trimAlias(isDisguised ? foldLookalikes(text) : transliterate(text)), isDisguised }
}

/** A name as part of an alias. */
export const aliasOf = (name: string) => trimAlias(transliterate(name.normalize('NFC')))

function trimAlias(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/['’`´]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return shortenAlias(words)
}

/** Ends after a whole word, unless the first one is too long. */
export function shortenAlias(words: string): string {
  if (words.length <= lettersMax) return words
  return words
    .slice(0, lettersMax + 1)
    .replace(/-[^-]*$/, '')
    .slice(0, lettersMax)
}

const isMixed = (text: string) =>
  /[a-z]/i.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(text)

/** Detects zero-width characters, and fullwidth and mathematical letters. */
function isHidden(text: string): boolean {
  if (/[\p{Cf}\p{Variation_Selector}\u115f\u1160\u3164]/u.test(text)) return true
  return [...text].some(
    (letter) => /^[\p{L}\p{N}]$/u.test(letter) && /^[a-z0-9]+$/i.test(letter.normalize('NFKC')) && !/^[a-z0-9]$/i.test(letter),
  )
}
