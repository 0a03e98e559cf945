import { z } from 'zod'
import { Alias, CardSubscription, SuccessAnswer } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'
import { planLabels } from './plan-label.ts'
import { offerCodes } from './plans.ts'
import { issueCode } from '../input-issues.ts'

const shortText = z.string().trim().max(200)
const requiredText = z
  .string({ error: ({ input }) => (input == null ? issueCode('fieldRequired') : undefined) })
  .trim()
  .max(200)
  .min(1, issueCode('fieldRequired'))

const Price = z.object({ amount: z.number().int().describe('In the smallest currency unit'), currency: z.string().length(3) })
export type Price = z.output<typeof Price>

export const Plan = z.object({
  plan_code: z.enum(offerCodes),
  name: shortText,
  quantity: z.literal(1),
  price: Price.nullable().describe('Per month. Null: the payment service’s page shows it'),
})
export type Plan = z.output<typeof Plan>

export const SubscriptionListItem = z.object({
  subscription_id: shortText,
  name: shortText,
  alias: Alias,
  label: z.enum(planLabels),
})
export type SubscriptionListItem = z.output<typeof SubscriptionListItem>

export const PostalAddress = z.object({
  attention: shortText,
  street: requiredText,
  city: requiredText,
  state: requiredText,
  country: requiredText,
  zip: requiredText,
  fax: shortText,
})
export type PostalAddress = z.output<typeof PostalAddress>

export const Customer = z.object({
  first_name: requiredText,
  last_name: requiredText,
  display_name: shortText,
  email: z.email(issueCode('emailWrong')).max(254),
  company_name: requiredText,
  phone: requiredText,
  mobile: requiredText,
  billing_address: PostalAddress,
  shipping_address: PostalAddress,
})
export type Customer = z.output<typeof Customer>

const redirectUrl = z.string().max(2000).describe('A path on this site; any other value means the start page')

export const Subscriber = z.object({
  customer: Customer,
  plan: z
    .object({ plan_code: shortText, name: shortText.optional(), quantity: z.number().optional() })
    .describe('Only the code is read. The server looks up name and price; the quantity is always 1'),
  alias: Alias.optional().describe('One of the account’s cards; the first by default'),
  redirect_url: redirectUrl,
})
export type Subscriber = z.output<typeof Subscriber>

export const SubscribeAnswer = z.object({
  success: SuccessAnswer.shape.success,
  message: z.union([z.string(), z.object({ url: z.url() })]),
})

/** The details of a payment card that are safe to show. */
export const PaymentCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expires: z.string().describe('The last month it is valid, such as 2027-04'),
})
export type PaymentCard = z.output<typeof PaymentCard>

/** `person`: the administrator records payments. `provider`: a payment service charges. */
export const payers = ['person', 'provider'] as const

export const BillingState = z.object({
  alias: Alias,
  subscription: CardSubscription,
  label: z.enum(planLabels),
  offer: z.enum(offerCodes).nullable().describe('The plan, one of those on offer'),
  paidBy: z.enum(payers),
  trialEndsAt: z.iso.datetime().nullable(),
  paidUntil: z.iso.datetime().nullable(),
  cancelAt: z.iso.datetime().nullable().describe('The subscription ends then and does not renew'),
  card: PaymentCard.nullable(),
  order: z
    .enum(['none', 'open', 'paying'])
    .describe('`open`: ordered, not paid yet. `paying`: paid, but the payment service has not confirmed it yet'),
  trialDays: z.number().int().describe('Length of a trial on this installation'),
  plans: z.array(Plan),
  customer: Customer.nullable().describe('The billing details entered last'),
})
export type BillingState = z.output<typeof BillingState>

export const invoiceStates = ['open', 'paid', 'void', 'uncollectible'] as const

export const Invoice = z.object({
  id: z.string(),
  number: z.string(),
  at: z.iso.datetime(),
  state: z.enum(invoiceStates),
  amount: z.number().int().describe('In the smallest currency unit'),
  refunded: z.number().int(),
  currency: z.string().length(3),
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  url: z.string().describe('Address of the invoice or receipt; empty if there is none'),
})
export type Invoice = z.output<typeof Invoice>

export const subscriptionActions = ['update-card', 'change', 'cancel', 'resume'] as const

const problems = ['not-logged-in', 'card-not-found'] as const
const ofCard = z.object({ alias: Alias })

export const billing = {
  'billing.plans': endpoint('billing.plans', {
    summary: 'The plans on offer.',
    access: 'owner',
    output: z.array(Plan),
    problems: ['not-logged-in'],
  }),
  'billing.subscriptions': endpoint('billing.subscriptions', {
    summary: 'The subscriptions of the account’s cards.',
    access: 'owner',
    output: z.array(SubscriptionListItem),
    problems: ['not-logged-in'],
  }),
  'billing.subscribe': endpoint('billing.subscribe', {
    summary:
      'Starts a subscription. The server looks up plan and price and ignores those of the browser. Repeated requests start one subscription.',
    access: 'owner',
    limit: { per: 'account', count: 10, windowSeconds: 600 },
    input: Subscriber,
    output: SubscribeAnswer,
    problems: [...problems, 'input-invalid', 'already-subscribed', 'plans-off', 'unavailable'],
    codes: ['planNotOffered'],
    errorFormat: 'success-flag',
  }),
  'billing.ownSubscriptions': endpoint('billing.ownSubscriptions', {
    summary: 'The subscriptions of the account’s cards, under the product’s path.',
    access: 'owner',
    output: z.array(SubscriptionListItem),
    problems: ['not-logged-in'],
  }),
  'billing.state': endpoint('billing.state', {
    summary: 'The plan of one of the account’s cards, and its options.',
    access: 'owner',
    params: ofCard,
    output: BillingState,
    problems,
  }),
  'billing.mark': endpoint('billing.mark', {
    summary: 'A token that changes whenever the plan of one of the account’s cards changes. Cheap to poll.',
    access: 'owner',
    params: ofCard,
    output: z.object({ mark: z.string() }),
    problems,
  }),
  'billing.manage': endpoint('billing.manage', {
    summary: 'Changes the payment method or the plan, cancels at the end of the period, or resumes.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 600 },
    input: z.object({ alias: Alias, act: z.enum(subscriptionActions), redirect_url: redirectUrl }),
    output: SubscribeAnswer,
    problems: [...problems, 'not-subscribed', 'plans-off', 'unavailable'],
    errorFormat: 'success-flag',
  }),
  'billing.invoices': endpoint('billing.invoices', {
    summary: 'The invoices of one of the account’s cards, newest first.',
    access: 'owner',
    params: ofCard,
    output: z.array(Invoice),
    problems,
  }),
  'billing.receipt': endpoint('billing.receipt', {
    summary: 'One of the installation’s own receipts as a printable page.',
    access: 'owner',
    isLink: true,
    params: z.object({ alias: Alias, id: z.string().max(100) }),
    output: { media: ['text/html'] },
    problems: [...problems, 'not-found'],
  }),
  'billing.receiveEvent': endpoint('billing.receiveEvent', {
    summary: 'Receives signed events of the payment service. They are stored first and applied afterwards.',
    access: 'anyone',
    rawBody: { types: ['application/json'], bytesMax: 512 * 1024 },
    limit: { per: 'address', count: 60_000, windowSeconds: 60 },
    output: { status: 200 },
    problems: ['bad-request', 'not-found', 'body-too-large'],
  }),
}
