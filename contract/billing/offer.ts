import type { Plan } from './billing.ts'

/** The plans this installation sells and its deadlines; sent only to pages that show them. */
export type Offer = { plans: readonly Plan[]; trialDays: number; dunningDays: number }
