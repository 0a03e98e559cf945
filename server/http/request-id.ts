import { randomBytes } from 'node:crypto'

/** Letters that begin no option of a program it is searched with, and that a double click takes whole. */
const run = randomBytes(4).toString('hex')
const countLetters = 7
let count = 0

/** Short, unlike any other of this run, always as long, and cheap: one is made for every request. */
export function nextRequestId(): string {
  return `${run}-${(++count).toString(36).padStart(countLetters, '0')}`
}
