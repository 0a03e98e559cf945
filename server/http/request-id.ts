import { randomBytes } from 'node:crypto'

/** Hexadecimal, so it never looks like a command-line option, and a double click selects it whole. */
const run = randomBytes(4).toString('hex')
const countLetters = 7
let count = 0

/** Short, unique within this process, of fixed length and cheap: every request gets one. */
export function nextRequestId(): string {
  return `${run}-${(++count).toString(36).padStart(countLetters, '0')}`
}
