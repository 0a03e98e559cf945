import { sayFault } from '#contract/cards/draft-faults.ts'
import { wordsOf, type Issue } from './fault-words.ts'

/** The error message for the value of one field of a card; null where only a generic one applies. */
export function describeFault(issue: Issue | undefined, field: string): string | null {
  const words = issue && wordsOf(issue, [field])
  return words === undefined || words === sayFault('wrong') ? null : words
}
