import { sentencesOf } from '../text/heard-words.ts'

/** What can be wrong with a table of cards, in words. `{…}` is filled. The command line says them so, pages in the reader's language. */
export const importFaults = {
  fieldCount: 'This line has {count} fields; the first line has {first}.',
  quoteOpen: 'A quote is opened here but never closed.',
  quoteAfter: 'Unexpected text after a closing quote. To include a quote in a field, write it twice.',
  lineEndless: 'This line doesn’t end.',
  aliasMissing: 'The alias is missing.',
  aliasLetters: 'An alias can only contain letters, numbers and hyphens.',
  aliasTwice: 'The alias {alias} is already used on line {line}.',
  aliasTaken: 'The alias {alias} already belongs to a card.',
  aliasReserved: 'The alias {alias} is reserved.',
  aliasRests: 'The alias {alias} is taken.',
  aliasOurs: 'The alias {alias} is reserved by the system. Choose another.',
  emailWrong: 'This isn’t a valid email address.',
  planUnknown: 'Unknown plan. Available: {plans}.',
  linkWrong: 'Enter a web address such as https://example.com/anna.',
  nameMissing: 'The card has no name.',
  tooLong: 'Use {most} characters or fewer.',
  takesFlag: 'Must be true or false.',
  takesNumber: 'Must be a number.',
  takesOneOf: 'Must be one of {names}.',
  takes: 'Must be {what}.',
  fileEmpty: 'The file is empty.',
  fileUtf16: 'The file is UTF-16. Save it as “CSV UTF-8” and upload it again.',
  fileWorkbook: 'This is a spreadsheet file, not a CSV. Save it as “CSV UTF-8” and upload it again.',
  lineLong: 'Line {line} is over a megabyte. This doesn’t look like a card list.',
  lineNotUtf8: 'Line {line} isn’t UTF-8. Save the file as “CSV UTF-8”, or choose Windows-1252.',
  lineNotOld: 'Line {line} is not Windows-1252. Save the file as “CSV UTF-8”.',
  fieldUnknownNear: 'Unknown field “{name}”. Did you mean {near}?',
  fieldUnknown: 'Unknown field “{name}”.',
  columnTwice: 'The column “{name}” appears twice.',
  columnAlias: 'The “alias” column is missing. It holds each card’s address.',
  atLine: 'Line {line}: {message}',
  noneMade: '{message} No cards were created.',
} as const
export type ImportFaultName = keyof typeof importFaults

export const { say: sayImportFault, hear: hearImportFault } = sentencesOf(importFaults)

/** What is wrong with a first line is told in one go. */
export const sentencesIn = (message: string): string[] => message.split(/ (?=Unknown field “|The (?:column “|“alias” column))/)
