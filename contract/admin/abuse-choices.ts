/** The reasons to report a card. An objection is the owner's appeal against a takedown. */
export const abuseKinds = ['impersonation', 'fraud', 'offensive', 'privacy', 'other', 'objection'] as const
export type AbuseKind = (typeof abuseKinds)[number]
export const abuseWordsMax = 2000

/** What an administrator can take down of a card, and restore. */
export const takedownKinds = ['link', 'review', 'picture'] as const
export type TakedownKind = (typeof takedownKinds)[number]

/** The reasons of a takedown that an administrator can choose, each with a message of their own. Without one of these, the message is the reason. */
export const takedownReasons = ['impersonation', 'fraud', 'offensive', 'privacy', 'spam', 'other'] as const
export const takedownReasonMax = 300
export const takedownMessageMax = 240
