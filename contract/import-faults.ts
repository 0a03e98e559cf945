import { sentencesOf } from './heard-words.ts'

/** What can be wrong with a table of cards, in words. `{…}` is filled. The command line says them so, pages in the reader's language. */
export const importFaults = {
  fieldCount: 'It has {count} fields, and the first line has {first}.',
  quoteOpen: 'A quote is opened here and never closed.',
  quoteAfter: 'Something stands between a closing quote and the next field. A quote inside of a field is written twice.',
  lineEndless: 'This line has no end.',
  aliasMissing: 'The alias is missing.',
  aliasLetters: 'An alias has letters, digits and hyphens.',
  aliasTwice: 'The alias {alias} is on line {line} already.',
  aliasTaken: 'The alias {alias} is a card’s already.',
  aliasReserved: 'The alias {alias} is reserved.',
  aliasRests: 'The alias {alias} is taken.',
  aliasOurs: 'The alias {alias} is one of our own addresses. Choose another.',
  emailWrong: 'This is no e-mail address.',
  planUnknown: 'There is no such plan. There are {plans}.',
  linkWrong: 'A link is a web address such as https://example.com/anna.',
  nameMissing: 'The card has no name.',
  tooLong: 'It is too long: at most {most} letters.',
  takesFlag: 'It takes true or false.',
  takesNumber: 'It takes a number.',
  takesOneOf: 'It takes one of {names}.',
  takes: 'It takes {what}.',
  fileEmpty: 'The file is empty.',
  fileUtf16: 'The file is in UTF-16. Save it as “CSV UTF-8” and bring it again.',
  fileWorkbook: 'This is a workbook, not a table of text. Save it as “CSV UTF-8” and bring it again.',
  lineLong: 'Line {line} is longer than a megabyte: this is no table of cards.',
  lineNotUtf8: 'Line {line} is not UTF-8. Save the file as “CSV UTF-8”, or say that it is Windows-1252.',
  lineNotOld: 'Line {line} is not Windows-1252. Save the file as “CSV UTF-8”.',
  fieldUnknownNear: 'There is no field “{name}”. Did you mean {near}?',
  fieldUnknown: 'There is no field “{name}”.',
  columnTwice: 'The column “{name}” is there twice.',
  columnAlias: 'There is no column “alias”: it says at which address each card is.',
  atLine: 'Line {line}: {message}',
  noneMade: '{message} Nothing was made.',
} as const
export type ImportFaultName = keyof typeof importFaults

export const { say: sayImportFault, hear: hearImportFault } = sentencesOf(importFaults)

/** What is wrong with a first line is told in one go. */
export const sentencesIn = (message: string): string[] => message.split(/ (?=There is no (?:field|column) “|The column “)/)
