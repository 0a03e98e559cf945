import { sql, type SQL } from 'drizzle-orm'

/**
 * Text as a search compares it, names and words alike: lower case without accents, ß as ss, no dotless Turkish i, no final sigma.
 * Indexes on names use the same expression: change both together, and `fold`.
 */
export const folded = (text: SQL): SQL =>
  sql`replace(translate(lower(regexp_replace(normalize(${text}, nfd), '[\\u0300-\\u036f]', '', 'g')), 'ıςøłđ', 'iσold'), 'ß', 'ss')`

const plainLetters: Readonly<Record<string, string>> = { ı: 'i', ς: 'σ', ø: 'o', ł: 'l', đ: 'd', ß: 'ss' }

/** The same as `folded`, for text that is already here. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ıςøłđß]/g, (letter) => plainLetters[letter] ?? letter)

export const escapeLike = (words: string) => words.replace(/[\\%_]/g, '\\$&')

/** Matches a folded text that contains these words, in this order. */
export const hasWords = (text: SQL, ...words: readonly string[]): SQL =>
  sql`${text} like ${folded(sql`${`%${words.map(escapeLike).join('%')}%`}::text`)}`
