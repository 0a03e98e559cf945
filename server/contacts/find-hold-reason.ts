import type { ClientData } from '#contract/contacts.ts'
import type { Limit } from '#contract/endpoint.ts'
import type { Db } from '#server/database/database.ts'
import { countAnnounced } from './contact-store.ts'

/** The owner is notified of this many in an hour; submissions with and without a solved captcha are counted apart. */
const announcedMax = { proved: 300, unproved: 20 } as const
const floodWindowMs = 3_600_000
/** Of those without a solved captcha, one client address has no more than these announced, and a site few more: the rest are for others. */
export const unprovedPerAddress: Limit = { per: 'card', count: 3, windowSeconds: 3600 }

type Submission = {
  cardId: string
  isProved: boolean
  /** Counts one more submission without a solved captcha from this client address. True if those are too many. */
  exceedsAddressLimit: (cardId: string) => Promise<boolean>
  now: Date
}

/** Why a contact is held for review instead of announced: a bot filled in the hidden field, or too many came within the hour. */
export async function findHoldReason(db: Db, input: ClientData, submission: Submission): Promise<'machine' | 'flood' | null> {
  // Nobody sees the field named website: only a bot fills it in, or a browser that fills in everything.
  if (input.website !== '') return 'machine'
  return (await isFlood(db, submission)) ? 'flood' : null
}

/** Each kind fills its own limit: a flood without solved captchas leaves room for people. */
async function isFlood(db: Db, { cardId, isProved, exceedsAddressLimit, now }: Submission): Promise<boolean> {
  if (!isProved && (await exceedsAddressLimit(cardId))) return true
  const most = announcedMax[isProved ? 'proved' : 'unproved']
  return (await countAnnounced(db, cardId, isProved, new Date(now.getTime() - floodWindowMs), most)) >= most
}
