import { messageTable } from '#common/text/message-table.ts'

/** Everything that can be wrong with a CSV of cards, with `{…}` placeholders. The command line prints these; pages translate them. */
export const importIssues = {
  fieldCountMismatch: 'This line has {count} fields; the first line has {first}.',
  quoteUnclosed: 'A quote is opened here but never closed.',
  textAfterQuote: 'Unexpected text after a closing quote. To include a quote in a field, write it twice.',
  lineUnterminated: 'This line doesn’t end.',
  aliasMissing: 'The alias is missing.',
  aliasInvalid: 'An alias can only contain letters, numbers and hyphens.',
  aliasDuplicate: 'The alias {alias} is already used on line {line}.',
  aliasTaken: 'The alias {alias} already belongs to a card.',
  aliasReserved: 'The alias {alias} is reserved.',
  aliasReleased: 'The alias {alias} is taken.',
  aliasSystem: 'The alias {alias} is reserved by the system. Choose another.',
  emailInvalid: 'This isn’t a valid email address.',
  planUnknown: 'Unknown plan. Available: {plans}.',
  linkInvalid: 'Enter a web address such as https://example.com/anna.',
  nameMissing: 'The card has no name.',
  tooLong: 'Use {most} characters or fewer.',
  mustBeBoolean: 'Must be true or false.',
  mustBeNumber: 'Must be a number.',
  mustBeOneOf: 'Must be one of {names}.',
  mustBe: 'Must be {what}.',
  fileEmpty: 'The file is empty.',
  fileUtf16: 'The file is UTF-16. Save it as “CSV UTF-8” and upload it again.',
  fileWorkbook: 'This is a spreadsheet file, not a CSV. Save it as “CSV UTF-8” and upload it again.',
  lineTooLong: 'Line {line} is over a megabyte. This doesn’t look like a card list.',
  lineNotUtf8: 'Line {line} isn’t UTF-8. Save the file as “CSV UTF-8”, or choose Windows-1252.',
  lineNotWindows1252: 'Line {line} isn’t Windows-1252. Save the file as “CSV UTF-8”.',
  fieldUnknownNear: 'Unknown field “{name}”. Did you mean {near}?',
  fieldUnknown: 'Unknown field “{name}”.',
  columnDuplicate: 'The column “{name}” appears twice.',
  aliasColumnMissing: 'The “alias” column is missing. It holds each card’s address.',
  atLine: 'Line {line}: {message}',
  noneCreated: '{message} No cards were created.',
} as const
export type ImportIssueName = keyof typeof importIssues

export const { format: importIssueMessage, parse: parseImportIssueMessage } = messageTable(importIssues)

/** Splits the issues of a header row, which come as one message. */
export const splitImportIssues = (message: string): string[] => message.split(/ (?=Unknown field “|The (?:column “|“alias” column))/)
