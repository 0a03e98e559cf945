import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#server/database/columns.ts'
import { invoiceStates, type Customer, type PaymentCard } from '#contract/billing/billing.ts'
import type { OfferCode } from '#contract/billing/plans.ts'
import type { StoredEventData } from './events/event-data.ts'

const offer = () => text('plan_code').$type<OfferCode>().notNull()

const subscriptionStates = ['trial', 'paid', 'dunning', 'unpaid', 'expired', 'cancelled', 'unfinished'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** A card’s current plan, derived from all its subscriptions and recorded actions. */
export const subscriptions = pgTable('subscription', {
  subjectId: uuid('subject_id').primaryKey(),
  planCode: offer(),
  state: text('state', { enum: subscriptionStates }).notNull(),
  trialEndsAt: moment('trial_ends_at'),
  paidUntil: moment('paid_until'),
  dunningUntil: moment('dunning_until'),
  cancelAt: moment('cancel_at'),
  hasCardOnFile: boolean('has_card_on_file').notNull().default(false),
  isCardExpired: boolean('is_card_expired').notNull().default(false),
  card: jsonb('card').$type<PaymentCard>(),
  provider: text('provider').notNull().default('embedded'),
  customerId: text('customer_id'),
  subscriptionId: text('subscription_id'),
  providerAt: moment('provider_at'),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
export type Subscription = typeof subscriptions.$inferSelect

/** Who pays for a card, and the provider’s id for that customer. */
export const billingCustomers = pgTable('billing_customer', {
  subjectId: uuid('subject_id').primaryKey(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  displayName: text('display_name').notNull(),
  email: text('email').notNull(),
  companyName: text('company_name').notNull(),
  phone: text('phone').notNull(),
  mobile: text('mobile').notNull(),
  billingAddress: jsonb('billing_address').$type<Customer['billing_address']>().notNull(),
  shippingAddress: jsonb('shipping_address').$type<Customer['shipping_address']>().notNull(),
  provider: text('provider'),
  customerId: text('customer_id'),
})
export type BillingCustomer = typeof billingCustomers.$inferSelect

/** A snapshot of a subscription at the provider. `reportedAt` is the provider’s time of the snapshot. */
export const providerSubscriptions = pgTable(
  'provider_subscription',
  {
    subjectId: uuid('subject_id').notNull(),
    id: text('id').notNull(),
    provider: text('provider').notNull(),
    customerId: text('customer_id').notNull(),
    status: text('status').notNull(),
    planCode: offer(),
    beganAt: moment('began_at').notNull(),
    trialEndsAt: moment('trial_ends_at'),
    periodStartsAt: moment('period_starts_at'),
    periodEndsAt: moment('period_ends_at'),
    cancelAt: moment('cancel_at'),
    endedAt: moment('ended_at'),
    card: jsonb('card').$type<PaymentCard>(),
    reportedAt: moment('told_at').notNull(),
    revision: integer('revision').notNull().default(1),
    listedAt: moment('listed_at'),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.id] })],
)
export type ProviderSubscriptionRow = typeof providerSubscriptions.$inferSelect

/** Ordered, not paid yet. `lockedUntil` is a lease: one request at a time works on the checkout. */
export const billingOrders = pgTable(
  'billing_order',
  {
    subjectId: uuid('subject_id').notNull(),
    id: uuid('id').notNull(),
    planCode: offer(),
    provider: text('provider').notNull(),
    state: text('state', { enum: ['open', 'paying', 'done', 'dropped'] }).notNull(),
    checkoutId: text('checkout_id'),
    url: text('url'),
    expiresAt: moment('expires_at'),
    returnPath: text('return_path').notNull().default('/'),
    lockedUntil: moment('asking_until'),
    subscriptionId: text('subscription_id'),
    checkedAt: moment('asked_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.id] })],
)
export type BillingOrder = typeof billingOrders.$inferSelect

export const invoices = pgTable(
  'invoice',
  {
    subjectId: uuid('subject_id').notNull(),
    id: text('id').notNull(),
    provider: text('provider').notNull(),
    number: text('number').notNull(),
    state: text('state', { enum: invoiceStates }).notNull(),
    planCode: offer(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    refunded: bigint('refunded', { mode: 'number' }).notNull().default(0),
    currency: text('currency').notNull(),
    issuedAt: moment('issued_at').notNull(),
    periodStartsAt: moment('period_starts_at'),
    periodEndsAt: moment('period_ends_at'),
    url: text('url').notNull().default(''),
    customer: jsonb('customer').$type<Customer>(),
    reportedAt: moment('told_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.id] })],
)
export type InvoiceRow = typeof invoices.$inferSelect

/** `read-again`: incomplete, so the objects were fetched. `troubled`: failed, an administrator must look. */
const eventOutcomes = ['applied', 'read-again', 'not-ours', 'nothing-to-do', 'troubled'] as const
export type EventOutcome = (typeof eventOutcomes)[number]

/** The last receipt number of each year. */
export const receiptNumbers = pgTable('receipt_number', { year: integer('year').primaryKey(), last: integer('last').notNull() })

/** Idempotency keys of recorded billing actions. */
export const billingIdempotencyKeys = pgTable(
  'billing_press',
  { subjectId: uuid('subject_id').notNull(), id: uuid('id').notNull(), usedAt: moment('pressed_at').notNull() },
  (table) => [primaryKey({ columns: [table.subjectId, table.id] })],
)

/** Customers to erase at the provider. */
export const customersToErase = pgTable(
  'customer_to_erase',
  {
    provider: text('provider').notNull(),
    customerId: text('customer_id').notNull(),
    attemptedAt: moment('asked_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.customerId] })],
)

/** Open checkout pages to expire at the provider. */
export const checkoutsToEnd = pgTable(
  'checkout_to_end',
  {
    provider: text('provider').notNull(),
    checkoutId: text('checkout_id').notNull(),
    attemptedAt: moment('asked_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.checkoutId] })],
)

/** Webhook events, stored before they are applied. The card may be unknown until then. */
export const billingEvents = pgTable(
  'billing_event',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    subjectId: uuid('subject_id'),
    customerId: text('customer_id'),
    kind: text('kind').notNull(),
    payload: jsonb('payload').notNull(),
    providerAt: moment('provider_at').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    appliedAt: moment('applied_at'),
    outcome: text('outcome', { enum: eventOutcomes }),
    data: jsonb('told').$type<StoredEventData>(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
)

/** Runs of the comparison with the provider, and what they found. */
export const billingChecks = pgTable('billing_check', {
  id: uuid('id').primaryKey(),
  begunAt: moment('begun_at').notNull(),
  movedAt: moment('moved_at').notNull(),
  endedAt: moment('ended_at'),
  checkedCount: integer('looked_at').notNull().default(0),
  differenceCount: integer('differing').notNull().default(0),
  details: jsonb('details').$type<string[]>().notNull().default([]),
})
export type BillingCheck = typeof billingChecks.$inferSelect
