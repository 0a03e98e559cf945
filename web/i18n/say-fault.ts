import { hearFault } from '#contract/cards/draft-faults.ts'
import type { AccountSay } from './say.ts'

/** What the server says is wrong with a draft, in the reader’s language; words we do not know stand as they came. */
export function sayFault(say: AccountSay, message: string): string {
  const heard = hearFault(message)
  return heard ? say(`fault.${heard.name}`, heard.given) : message
}
