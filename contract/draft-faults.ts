import { sentencesOf } from './heard-words.ts'

/** What can be wrong with a draft, in words for who typed it. `{…}` is filled. Pages say the same in the reader's language. */
export const draftFaults = {
  emailWrong: 'This is not a whole e-mail address yet.',
  secureLink: 'A link must start with https://',
  linkWrong: 'This is not an address of the web. It starts with https://',
  targetWrong: 'A link starts with https://, http://, mailto: or tel:',
  linkLetters: 'There is a letter in this address that nobody can see. Type it anew.',
  linkBlocked: 'Nobody is led to this address from here.',
  hostWrong: 'This does not look like an address of {name}.',
  numberWrong: 'WhatsApp wants the number with its country, such as +1 207 555 0142.',
  serviceUnknown: 'We do not know this service.',
  serviceTwice: 'This service is in the list already.',
  colourWrong: 'A colour such as #1f533f',
  tooLong: 'This is too long: at most {most} letters.',
  tooMany: 'These are too many: at most {most}.',
  starsWrong: 'Between 0 and 5 stars.',
  dateWrong: 'A day such as 2026-05-31.',
  keyTwice: 'This is in the list already.',
  nameMissing: 'This needs a name.',
  pageUnknown: 'There is no such page on a card.',
  versionName: 'A version’s name has letters, digits, dots and hyphens, at most 40.',
  versionTwice: 'Another version has this name.',
  versionTaken: 'This name means the card itself. Choose another.',
  languageUnknown: 'The pages are not written in this language.',
  secondsWrong: 'A number of seconds, at most 600.',
  labelsMany: 'At most 20 labels of 60 letters.',
  pictureGone: 'This picture is not kept any more. Choose it again.',
  needsPro: 'This comes with PRO.',
  vimeoWrong: 'The number of a film at Vimeo, such as 76979871.',
  analyticsWrong: 'A measurement number such as G-AB12CD34EF.',
  pixelWrong: 'The number of a pixel: digits only.',
  accountLeaving: 'Your account is about to be deleted: its cards stay off. Keep it first, on its privacy page.',
  wrong: 'This cannot be right.',
} as const
export type DraftFaultName = keyof typeof draftFaults

/** `hear` says which sentence that was, so that it can be said in another language. */
export const { say: sayFault, hear: hearFault } = sentencesOf(draftFaults)
