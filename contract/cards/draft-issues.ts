/** Everything that can be wrong with a draft. Each code’s sentence is `issue.CODE` in `messages/`. */
export const draftIssueCodes = [
  'emailInvalid',
  'linkNotSecure',
  'linkInvalid',
  'targetInvalid',
  'linkInvisibleCharacter',
  'linkBlocked',
  'hostMismatch',
  'phoneWrong',
  'phoneInvalid',
  'serviceUnknown',
  'serviceDuplicate',
  'colorInvalid',
  'tooLong',
  'tooManyLabels',
  'tooMany',
  'starsInvalid',
  'dateInvalid',
  'keyDuplicate',
  'nameMissing',
  'pageUnknown',
  'versionNameInvalid',
  'versionDuplicate',
  'versionTaken',
  'languageUnknown',
  'secondsInvalid',
  'pictureGone',
  'draftTooLarge',
  'pictureTakenDown',
  'proOnly',
  'vimeoInvalid',
  'analyticsInvalid',
  'pixelInvalid',
  'accountDeletionScheduled',
  'invalid',
] as const
export type DraftIssueCode = (typeof draftIssueCodes)[number]

/** What blocks publishing in the editor before the server has it. Its sentences are there too. */
export const pendingIssueCodes = ['linkNotAdded', 'versionNotAdded', 'pictureUploading'] as const
export type PendingIssueCode = (typeof pendingIssueCodes)[number]
