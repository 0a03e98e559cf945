import { keeping } from '#contract/keeping.ts'
import type { AccountKey } from '../../i18n/account/account-en.ts'

type Kept = { what: AccountKey; long: AccountKey; count: number }

/** What is kept, and for how long: the numbers are the ones the server holds to. */
export const keptFor = (visitMonths: number): readonly Kept[] => [
  { what: 'privacy.keptCards', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.keptContacts', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.keptHeld', long: 'privacy.forDays', count: keeping.heldContactDays },
  ...(visitMonths > 0 ? [{ what: 'privacy.keptVisits', long: 'privacy.forMonths', count: visitMonths } as const] : []),
  { what: 'privacy.keptCounts', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.keptTroubles', long: 'privacy.forDays', count: keeping.pageTroubleDays },
  { what: 'privacy.keptSessions', long: 'privacy.forDays', count: keeping.sessionWholeDays },
  { what: 'privacy.keptLinks', long: 'privacy.forDays', count: keeping.usedLinkDays },
  { what: 'privacy.keptBilling', long: 'privacy.forDays', count: keeping.billingEventDays },
  { what: 'privacy.keptJobs', long: 'privacy.forHours', count: keeping.doneJobHours },
]
