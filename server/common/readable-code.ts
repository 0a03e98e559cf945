import { randomInt } from 'node:crypto'

/** Letters that aren't confused when read aloud or handwritten. */
const letters = 'ACDEFGHJKLMNPQRTUVWXYZ'

export const makeReadableCode = (length: number): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** In groups of four, as people read it. */
export const groupLetters = (code: string): string => code.replace(/(?<=.)(?=(.{4})+$)/g, '-')

/** The code as created, from any way of typing it. */
export const normalizeCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '')
