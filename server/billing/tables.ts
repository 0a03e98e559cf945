import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const subscriptionStates = ['trial', 'paid', 'dunning', 'unpaid', 'expired', 'cancelled'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

export const subscriptions = pgTable('subscription', {
  subjectId: uuid('subject_id').primaryKey(),
  planCode: text('plan_code').notNull(),
  state: text('state', { enum: subscriptionStates }).notNull(),
  trialEndsAt: moment('trial_ends_at'),
  paidUntil: moment('paid_until'),
  dunningSince: moment('dunning_since'),
  cancelAt: moment('cancel_at'),
  hasCardOnFile: boolean('has_card_on_file').notNull().default(false),
  isCardExpired: boolean('is_card_expired').notNull().default(false),
  provider: text('provider').notNull().default('embedded'),
  customerId: text('customer_id'),
  subscriptionId: text('subscription_id'),
  providerAt: moment('provider_at'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export type Subscription = typeof subscriptions.$inferSelect
