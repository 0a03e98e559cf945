import { sentencesOf } from '../text/heard-words.ts'

/** What can be wrong with a draft, in words for who typed it. `{…}` is filled. Pages say the same in the reader's language. */
export const draftFaults = {
  emailWrong: 'Enter a valid email address.',
  secureLink: 'The link must start with https://',
  linkWrong: 'Enter a valid web address that starts with https://',
  targetWrong: 'The link must start with https://, http://, mailto: or tel:',
  linkLetters: 'This link contains an invisible character. Type it again.',
  linkBlocked: 'Links to this site aren’t allowed.',
  hostWrong: 'This doesn’t look like a link to {name}.',
  numberWrong: 'Include the country code, for example +1 207 555 0142.',
  serviceUnknown: 'We don’t support this service.',
  serviceTwice: 'You already added this service.',
  colourWrong: 'Enter a color such as #1f533f.',
  tooLong: 'Use {most} characters or fewer.',
  labelsMany: 'You can have up to 20 labels of 60 characters.',
  tooMany: 'You can have up to {most}.',
  starsWrong: 'Choose from 0 to 5 stars.',
  dateWrong: 'Enter a date such as 2026-05-31.',
  keyTwice: 'This is already in the list.',
  nameMissing: 'Enter a name.',
  pageUnknown: 'There’s no such page on a card.',
  versionName: 'Use up to 40 letters, numbers, dots and hyphens.',
  versionTwice: 'You already have a version with that name.',
  versionTaken: 'That name is reserved for the card itself. Choose another.',
  languageUnknown: 'This language isn’t available.',
  secondsWrong: 'Enter a number of seconds from 0 to 600.',
  pictureGone: 'This image is no longer available. Choose it again.',
  needsPro: 'This is a PRO feature.',
  vimeoWrong: 'Enter a Vimeo video ID such as 76979871.',
  analyticsWrong: 'Enter a measurement ID such as G-AB12CD34EF.',
  pixelWrong: 'Enter a pixel ID (numbers only).',
  accountLeaving: 'Your account is scheduled for deletion, so its cards stay off. Cancel that on the Privacy page first.',
  linkNotAdded: 'You have a link that isn’t added yet.',
  versionNotAdded: 'You have a version that isn’t added yet.',
  pictureUploading: 'An image is still uploading. Publish when it’s done.',
  wrong: 'This value isn’t valid.',
} as const
export type DraftFaultName = keyof typeof draftFaults

/** `hear` says which sentence that was, so that it can be said in another language. */
export const { say: sayFault, hear: hearFault } = sentencesOf(draftFaults)
