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

/** What blocks publishing in the editor and never reaches the server. Each code’s sentence is `issue.CODE`, too. */
export const pendingIssueCodes = ['linkNotAdded', 'versionNotAdded', 'pictureUploading'] as const
export type PendingIssueCode = (typeof pendingIssueCodes)[number]
