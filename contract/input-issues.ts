import type { settingIssues } from './admin/setting-issues.ts'
import type { DraftIssueCode } from './cards/draft-issues.ts'
import type { ImportIssueCode } from './cards/import-issues.ts'
import type { urlIssues } from './connection-choices.ts'
import type { contactFileIssues } from './constants.ts'

/** What can be wrong with the input of any call. */
export const schemaIssueCodes = ['missing', 'tooLarge', 'tooSmall', 'unknownField', 'wrongType', 'invalid'] as const
export type SchemaIssueCode = (typeof schemaIssueCodes)[number]

/** What can be wrong with the input of a call. Each code’s sentence is `inputIssue.CODE` in `messages/`; of `invalid`, it’s a draft’s. */
export const inputIssueCodes = [
  'missing',
  'tooLarge',
  'tooSmall',
  'unknownField',
  'wrongType',
  'aliasInvalid',
  'accountNameMissing',
  'passwordMissing',
  'passwordWeak',
  'returnPathInvalid',
  'emailWrong',
  'emailMissing',
  'givenNameMissing',
  'familyNameMissing',
  'phoneMissing',
  'phoneUnusable',
  'phoneDigits',
  'fieldRequired',
  'contactsMissing',
  'contactsTooMany',
  'noneChosen',
  'apiKeyTooLong',
  'addressTooLong',
  'urlMissing',
  'typesMissing',
  'changeMissing',
  'aliasEmpty',
  'photoInvalid',
  'codeMissing',
  'pageAddressMissing',
  'settingMissing',
  'locationMissing',
  'deviceMissing',
  'tokenMissing',
  'cropInvalid',
  'cropOutside',
  'dateTooEarly',
  'amountInvalid',
  'reasonMissing',
  'confirmationWrong',
  'sitePathInvalid',
  'hexColorInvalid',
  'buttonLinkInvalid',
  'storyDurationInvalid',
  'storyIdInvalid',
  'storyIdTwice',
  'tourTargetInvalid',
  'versionInvalid',
  'releaseDateInvalid',
  'keyNameMissing',
  'tourLength',
  'endBeforeStart',
  'cursorInvalid',
  'timeZoneUnknown',
  'dimensionsInvalid',
  'rangeEmpty',
  'rangeTooLong',
  'eventUnknown',
  'dataTooLong',
  'labelMissing',
  'labelsTooMany',
  'notesTooMany',
  'consentVersionUnknown',
  'captchaMissing',
  'updateTypeUnknown',
  'addressTaken',
  'addressReserved',
  'addressNotAllowed',
  'addressLookalike',
  'addressTooSimilar',
  'cardCodeWrong',
  'passwordWrong',
  'accountConfirmationWrong',
  'expiryInvalid',
  'linkNotOfCard',
  'pushAddressUnusable',
  'crmTypesFixed',
  'reportTextMissing',
  'hostInvalid',
  'dkimSelectorInvalid',
  'planNotOffered',
  'daysMissing',
  'amountMissing',
  'invoiceNotPaid',
  'invoiceRefunded',
  'refundTooLarge',
  'passkeyUnreadable',
  'passkeysTooMany',
  'submissionUsed',
  'contactsClosed',
] as const
export type InputIssueCode = (typeof inputIssueCodes)[number]

/** Codes whose sentence a page has under a key of its own. */
export type PageIssueCode =
  | (typeof urlIssues)[number]
  | (typeof contactFileIssues)[number]
  | 'connected'
  | 'form'
  | 'refused'
  | 'common'
  | 'personal'
  | 'unchanged'

/** Every code that an error of a call can have. */
export type IssueCode = InputIssueCode | PageIssueCode | DraftIssueCode | ImportIssueCode | keyof typeof settingIssues

/** The message of a schema is the code of an issue. */
export const issueCode = (code: InputIssueCode | DraftIssueCode) => code
