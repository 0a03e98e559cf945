/** The reasons to report a card. An objection is the owner's appeal against a takedown. */
export const abuseKinds = ['impersonation', 'fraud', 'offensive', 'privacy', 'other', 'objection'] as const
export type AbuseKind = (typeof abuseKinds)[number]
export const abuseWordsMax = 2000

/** What an administrator can take down of a card, and restore. */
export const takedownKinds = ['link', 'review', 'picture'] as const
export type TakedownKind = (typeof takedownKinds)[number]

/** Reasons of a takedown that the owners read in their own language. */
export const takedownCauses = ['impersonation', 'fraud', 'offensive', 'privacy', 'spam'] as const
export type TakedownCause = (typeof takedownCauses)[number]
export const takedownReasonMax = 300
