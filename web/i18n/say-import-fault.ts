import { hearImportFault, sentencesIn } from '#contract/import-faults.ts'
import type { AccountSay } from './say.ts'
import { sayFault } from './say-fault.ts'

/** What the server says is wrong with a table of cards, in the reader’s language; words we do not know stand as they came. */
export const sayImportFault = (say: AccountSay, message: string): string =>
  sentencesIn(message)
    .map((sentence) => sayOne(say, sentence))
    .join(' ')

function sayOne(say: AccountSay, sentence: string): string {
  const heard = hearImportFault(sentence)
  // What is wrong with a field of a card is said as it is of a draft.
  if (!heard) return sayFault(say, sentence)
  const { message } = heard.given
  return say(`importFault.${heard.name}`, { ...heard.given, ...(message === undefined ? {} : { message: sayImportFault(say, message) }) })
}
