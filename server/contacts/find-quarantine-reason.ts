import type { ClientData } from '#contract/contacts.ts'
import type { Limit } from '#contract/endpoint.ts'
import type { Db } from '#server/database/database.ts'
import { countNotified } from './contact-store.ts'

/** The owner is notified of this many in an hour; submissions with and without a solved captcha are counted apart. */
const notifiedMax = { proved: 300, unproved: 20 } as const
const burstWindowMs = 3_600_000
/** Without a solved captcha, one client address may use only a part of the card's limit. */
export const unprovedPerAddress: Limit = { per: 'card', count: 3, windowSeconds: 3600 }

type Submission = {
  cardId: string
  isProved: boolean
  /** Counts a submission without a solved captcha from this client address. True if there are too many. */
  exceedsAddressLimit: (cardId: string) => Promise<boolean>
  now: Date
}

export type QuarantineReason = 'bot' | 'burst'

/** Why the owner is not notified of a contact: a bot filled in the hidden field, or too many came within the hour. */
export async function findQuarantineReason(db: Db, input: ClientData, submission: Submission): Promise<QuarantineReason | null> {
  // The `website` field is hidden: only bots fill it in, and browsers that autofill everything.
  if (input.website !== '') return 'bot'
  return (await isSpamBurst(db, submission)) ? 'burst' : null
}

/** The two limits are separate, so that a burst without solved captchas doesn't quarantine people. */
async function isSpamBurst(db: Db, { cardId, isProved, exceedsAddressLimit, now }: Submission): Promise<boolean> {
  if (!isProved && (await exceedsAddressLimit(cardId))) return true
  const limit = notifiedMax[isProved ? 'proved' : 'unproved']
  return (await countNotified(db, cardId, isProved, new Date(now.getTime() - burstWindowMs), limit)) >= limit
}
