import { z } from 'zod'
import { Customer, Invoice, payers, PaymentCard, Plan } from './billing.ts'
import { Alias, CardSubscription } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'
import { billActs } from '../admin/operator-choices.ts'
import { planLabels } from './plan-label.ts'
import { offerCodes } from './plans.ts'
import { moment, uuid } from '../values.ts'

/** What a provider told, as far as an operator needs it. */
export const BillingEventLine = z.object({
  id: z.string(),
  kind: z.string(),
  alias: z.string().describe('Empty: not known yet whose it is'),
  at: moment,
  appliedAt: moment.nullable(),
  outcome: z.string(),
})
export type BillingEventLine = z.output<typeof BillingEventLine>

/** Asked for, and not paid yet. */
export const OrderLine = z.object({
  alias: z.string(),
  offer: z.enum(offerCodes),
  provider: z.string(),
  at: moment,
  expiresAt: moment.nullable(),
  email: z.string(),
})
export type OrderLine = z.output<typeof OrderLine>

export const BillingCheckLine = z.object({
  id: uuid,
  begunAt: moment,
  endedAt: moment.nullable(),
  lookedAt: z.number().int(),
  differing: z.number().int(),
  details: z.array(z.string()),
})
export type BillingCheckLine = z.output<typeof BillingCheckLine>

export const CardBilling = z.object({
  alias: Alias,
  subscription: CardSubscription,
  label: z.enum(planLabels),
  offer: z.enum(offerCodes).nullable(),
  paidBy: z.enum(payers).describe('Who this card is paid to'),
  provider: z.string().describe('Empty: nobody but whoever runs the installation'),
  trialEndsAt: moment.nullable(),
  paidUntil: moment.nullable(),
  dunningUntil: moment.nullable(),
  cancelAt: moment.nullable(),
  card: PaymentCard.nullable(),
  order: OrderLine.nullable(),
  customer: Customer.nullable(),
  acts: z.array(z.enum(billActs)).describe('What can be noted as it stands'),
  plans: z.array(Plan),
  currency: z.string().length(3),
  invoices: z.array(Invoice),
  events: z.array(BillingEventLine).describe('The newest told of this card'),
})
export type CardBilling = z.output<typeof CardBilling>

/** One act on a card’s plan. What an act does not ask for is passed over. */
export const BillWish = z.object({
  alias: Alias,
  act: z.enum(billActs),
  submissionId: uuid.describe('The same press twice is noted once'),
  offer: z.enum(offerCodes).optional().describe('pay, trial: which plan; else the one asked for, or the one it has'),
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,7}([.,]\d{1,3})?$/, 'Enter an amount such as 15 or 14.90.')
    .optional()
    .describe('pay: else the price. refund: else all that is left of it. In whole coins: 14.90'),
  days: z.coerce.number().int().min(1).max(3660).optional().describe('extend, trial'),
  invoice: z.string().max(100).optional().describe('refund: which invoice'),
})
export type BillWish = z.output<typeof BillWish>

const by = { access: 'operator' } as const
const done = z.object({ success: z.literal(1), message: z.string() })

export const operatorBilling = {
  'operator.billing': endpoint('operator.billing', {
    ...by,
    summary: 'How one card’s plan stands: what was asked for, charged and told.',
    params: z.object({ alias: Alias }),
    output: CardBilling,
    problems: ['card-not-found', 'not-found'],
  }),
  'operator.bill': endpoint('operator.bill', {
    ...by,
    summary:
      'Notes what was paid, failed, given back or ended. Where a provider takes the money, the provider is told instead, and this is refused.',
    input: BillWish,
    output: done,
    problems: ['card-not-found', 'not-found', 'input-invalid', 'conflict'],
  }),
  'operator.billingDesk': endpoint('operator.billingDesk', {
    ...by,
    summary: 'Who takes the money, what does not fit there, what waits and what went wrong.',
    output: z.object({
      provider: z.string().describe('Empty: whoever runs the installation'),
      plans: z.array(Plan),
      troubles: z.array(z.string()).describe('What does not fit between installation and provider, in sentences'),
      waiting: z.number().int().describe('Events told and not applied yet'),
      orders: z.array(OrderLine),
      events: z.array(BillingEventLine).describe('Those that could not be applied, newest first'),
      checks: z.array(BillingCheckLine),
    }),
    problems: ['not-found'],
  }),
  'operator.compareBilling': endpoint('operator.compareBilling', {
    ...by,
    summary: 'Compares everything with the provider now, in the background, and repairs what differs.',
    output: done,
    problems: ['not-found', 'conflict'],
  }),
}
