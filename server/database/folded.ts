import { sql, type SQL } from 'drizzle-orm'

/**
 * Text as a search compares it, names and words alike: one encoding of accented letters, lower case, no dotted or dotless Turkish i,
 * no final sigma. Indexes on names use the same expression: change both together.
 */
export const folded = (text: SQL): SQL => sql`lower(translate(normalize(${text}, nfc), 'İıς', 'Iiσ'))`

export const escapeLike = (words: string) => words.replace(/[\\%_]/g, '\\$&')

/** Matches a folded text that contains these words. */
export const hasWords = (text: SQL, words: string): SQL => sql`${text} like ${folded(sql`${`%${escapeLike(words)}%`}::text`)}`
