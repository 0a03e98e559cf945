import type { Plan } from './billing.ts'

/** What this installation sells, and how long it waits: told to those pages only that say it. */
export type Offer = { plans: readonly Plan[]; trialDays: number; dunningDays: number }
