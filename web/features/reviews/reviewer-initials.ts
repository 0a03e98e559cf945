import { initialsOf } from '#common/text/initials.ts'

/** Reviewers may have screen names: desmond.hale is DH. */
export function reviewerInitials(name: string): string {
  if (/\s/.test(name.trim())) return initialsOf(name)
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const chosen = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return chosen
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toUpperCase()
}

const tints = 5

/** A tint of reviews.css, always the same for a name. */
export const tintOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % tints
