/** What somebody reports a card for. An objection is its owner's, who was told that something was taken down. */
export const abuseKinds = ['impersonation', 'fraud', 'offensive', 'privacy', 'other', 'objection'] as const
export type AbuseKind = (typeof abuseKinds)[number]
export const abuseWordsMax = 2000

/** What an operator takes down of a card, and puts up again. */
export const takenKinds = ['link', 'review', 'picture'] as const
export type TakenKind = (typeof takenKinds)[number]
