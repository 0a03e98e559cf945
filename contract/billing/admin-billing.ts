import { z } from 'zod'
import { Customer, Invoice, payers, PaymentCard, Plan } from './billing.ts'
import { Alias, CardSubscription } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'
import { billingActions } from '../admin/admin-choices.ts'
import { planLabels } from './plan-label.ts'
import { offerCodes } from './plans.ts'
import { done, moment, uuid } from '../values.ts'
import { issueCode } from '../input-issues.ts'

/** A webhook event, with the fields an administrator needs. */
export const BillingEventSummary = z.object({
  id: z.string(),
  kind: z.string(),
  alias: z.string().describe('Empty while the card is unknown'),
  at: moment,
  appliedAt: moment.nullable(),
  outcome: z.string(),
})
export type BillingEventSummary = z.output<typeof BillingEventSummary>

/** Ordered, not paid yet. */
export const OrderSummary = z.object({
  alias: z.string(),
  offer: z.enum(offerCodes),
  provider: z.string(),
  at: moment,
  expiresAt: moment.nullable(),
  email: z.string(),
})
export type OrderSummary = z.output<typeof OrderSummary>

export const BillingCheckSummary = z.object({
  id: uuid,
  begunAt: moment,
  endedAt: moment.nullable(),
  checkedCount: z.number().int(),
  differenceCount: z.number().int(),
  details: z.array(z.string()),
})
export type BillingCheckSummary = z.output<typeof BillingCheckSummary>

export const CardBilling = z.object({
  alias: Alias,
  subscription: CardSubscription,
  label: z.enum(planLabels),
  offer: z.enum(offerCodes).nullable(),
  paidBy: z.enum(payers).describe('Who collects the payments for this card'),
  provider: z.string().describe('Empty: the administrator records payments'),
  trialEndsAt: moment.nullable(),
  paidUntil: moment.nullable(),
  dunningUntil: moment.nullable(),
  cancelAt: moment.nullable(),
  card: PaymentCard.nullable(),
  order: OrderSummary.nullable(),
  customer: Customer.nullable(),
  acts: z.array(z.enum(billingActions)).describe('The actions that can be recorded in the current state'),
  plans: z.array(Plan),
  currency: z.string().length(3),
  invoices: z.array(Invoice),
  events: z.array(BillingEventSummary).describe('The newest events of this card'),
})
export type CardBilling = z.output<typeof CardBilling>

/** One action on a card’s plan. Fields the action does not use are ignored. */
export const BillingActionInput = z.object({
  alias: Alias,
  act: z.enum(billingActions),
  submissionId: uuid.describe('Idempotency key: the same one is recorded once'),
  offer: z.enum(offerCodes).optional().describe('pay, trial: the plan; by default the ordered or the current one'),
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,7}([.,]\d{1,3})?$/, issueCode('amountInvalid'))
    .optional()
    .describe('pay: the price by default. refund: the remaining amount by default. In the main currency unit, such as 14.90'),
  days: z.coerce.number().int().min(1).max(3660).optional().describe('extend, trial'),
  invoice: z.string().max(100).optional().describe('refund: the invoice'),
})
export type BillingActionInput = z.output<typeof BillingActionInput>

const adminOnly = { access: 'admin' } as const

export const adminBilling = {
  'admin.billing': endpoint('admin.billing', {
    ...adminOnly,
    summary: 'One card’s plan, with its order, invoices and events.',
    params: z.object({ alias: Alias }),
    output: CardBilling,
    problems: ['card-not-found', 'not-found'],
  }),
  'admin.billingAction': endpoint('admin.billingAction', {
    ...adminOnly,
    summary:
      'Records a payment, a failed payment, a refund or an end. Rejected while a payment service runs the subscription: make the change there.',
    input: BillingActionInput,
    output: done,
    problems: ['card-not-found', 'not-found', 'input-invalid', 'conflict', 'plans-off'],
    codes: ['daysMissing', 'amountMissing', 'invoiceNotPaid', 'invoiceRefunded', 'refundTooLarge'],
  }),
  'admin.billingOverview': endpoint('admin.billingOverview', {
    ...adminOnly,
    summary: 'The payment service, its configuration issues, pending events and orders, and failures.',
    output: z.object({
      provider: z.string().describe('Empty: the administrator records payments'),
      plans: z.array(Plan),
      issues: z.array(z.string()).describe('Configuration issues between the installation and the payment service, in sentences'),
      waiting: z.number().int().describe('Events received and not applied yet'),
      orders: z.array(OrderSummary),
      events: z.array(BillingEventSummary).describe('Events that could not be applied, newest first'),
      checks: z.array(BillingCheckSummary),
    }),
    problems: ['not-found'],
  }),
  'admin.compareBilling': endpoint('admin.compareBilling', {
    ...adminOnly,
    summary: 'Compares all data with the payment service in the background and repairs differences.',
    output: done,
    problems: ['not-found', 'conflict', 'plans-off'],
  }),
}
