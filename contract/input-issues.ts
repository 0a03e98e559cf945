import type { DraftIssueCode } from './cards/draft-issues.ts'

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
  'storyIdInvalid',
  'storyIdTwice',
  'tourTargetInvalid',
  'versionInvalid',
  'releaseDateInvalid',
  'keyNameMissing',
  'tourLength',
] as const
export type InputIssueCode = (typeof inputIssueCodes)[number]

/** The message of a schema is the code of an issue. */
export const issueCode = (code: InputIssueCode | DraftIssueCode) => code
