import { randomBytes } from 'node:crypto'

const run = randomBytes(5).toString('base64url')
let count = 0

/** Short, unlike any other of this run, and cheap: one is made for every request. */
export function nextRequestId(): string {
  return `${run}-${(++count).toString(36)}`
}
