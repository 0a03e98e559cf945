import { messageTable } from '#common/text/message-table.ts'

/** Everything that can be wrong with a draft, with `{…}` placeholders. Pages show the same in the reader's language. */
export const draftIssues = {
  emailInvalid: 'Enter a valid email address.',
  linkNotSecure: 'The link must start with https://',
  linkInvalid: 'Enter a valid web address that starts with https://',
  targetInvalid: 'The link must start with https://, http://, mailto: or tel:',
  linkInvisibleCharacter: 'This link contains an invisible character. Type it again.',
  linkBlocked: 'Links to this site aren’t allowed.',
  hostMismatch: 'This doesn’t look like a link to {name}.',
  phoneWrong: 'Enter a phone number with 7 to 15 digits.',
  phoneInvalid: 'Include the country code, for example +1 207 555 0142.',
  serviceUnknown: 'We don’t support this service.',
  serviceDuplicate: 'You already added this service.',
  colorInvalid: 'Enter a color such as #1f533f.',
  tooLong: 'Use {most} characters or fewer.',
  tooManyLabels: 'You can have up to 20 labels of 60 characters.',
  tooMany: 'You can have up to {most}.',
  starsInvalid: 'Choose from 0 to 5 stars.',
  dateInvalid: 'Enter a date such as 2026-05-31.',
  keyDuplicate: 'This is already in the list.',
  nameMissing: 'Enter a name.',
  pageUnknown: 'There’s no such page on a card.',
  versionNameInvalid: 'Use up to 40 letters, numbers, dots and hyphens.',
  versionDuplicate: 'You already have a version with that name.',
  versionTaken: 'That name is reserved for the card itself. Choose another.',
  languageUnknown: 'This language isn’t available.',
  secondsInvalid: 'Enter a number of seconds from 0 to 600.',
  pictureGone: 'This image is no longer available. Choose it again.',
  proOnly: 'This is a PRO feature.',
  vimeoInvalid: 'Enter a Vimeo video ID such as 76979871.',
  analyticsInvalid: 'Enter a measurement ID such as G-AB12CD34EF.',
  pixelInvalid: 'Enter a pixel ID (numbers only).',
  accountDeletionScheduled: 'Your account is scheduled for deletion, so its cards stay off. Cancel that on the Privacy page first.',
  linkNotAdded: 'Some of your links aren’t added yet. Add or skip them, or clear the box.',
  versionNotAdded: 'Your new version hasn’t been added yet. Add it or clear its name.',
  pictureUploading: 'An image is still uploading. Publish when it’s done.',
  invalid: 'This value isn’t valid.',
} as const
export type DraftIssueName = keyof typeof draftIssues

export const { format: issueMessage, parse: parseIssueMessage } = messageTable(draftIssues)
