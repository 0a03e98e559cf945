import { foldLetters, looksOf } from '../aliases/fold-letters.ts'

type ReadAlias = { alias: string; isDisguised: boolean }

const lettersMax = 60

/**
 * What somebody typed, as an address: accents go, blanks and dots become hyphens. It is disguised where it holds letters that
 * only look like ours, or that cannot be seen.
 */
export function readAlias(typed: string): ReadAlias {
  const text = typed.trim().normalize('NFC')
  const isDisguised = isMixed(text) || isHidden(text)
  return { alias: tidy(isDisguised ? looksOf(text) : foldLetters(text)), isDisguised }
}

/** A name as a piece of an address. */
export const aliasOf = (name: string) => tidy(foldLetters(name.normalize('NFC')))

function tidy(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’`´]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, lettersMax)
    .replace(/^-+|-+$/g, '')
}

const isMixed = (text: string) =>
  /[a-z]/i.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(text)

/** Zero-width, and the wide and mathematical forms of plain letters. */
function isHidden(text: string): boolean {
  if (/[\p{Cf}\p{Variation_Selector}\u115f\u1160\u3164]/u.test(text)) return true
  return [...text].some(
    (letter) => /^[\p{L}\p{N}]$/u.test(letter) && /^[a-z0-9]+$/i.test(letter.normalize('NFKC')) && !/^[a-z0-9]$/i.test(letter),
  )
}
