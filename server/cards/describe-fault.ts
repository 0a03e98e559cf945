import { sayFault } from '#contract/draft-faults.ts'
import { wordsOf, type Issue } from './fault-words.ts'

/** What is wrong with the value of one field of a card; null if there is nothing better to say than that it is wrong. */
export function describeFault(issue: Issue | undefined, field: string): string | null {
  const words = issue && wordsOf(issue, [field])
  return words === undefined || words === sayFault('wrong') ? null : words
}
