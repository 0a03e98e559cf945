import { z } from 'zod'
import { Alias, CardSubscription, SuccessAnswer } from '../cards/cards.ts'
import { endpoint } from '../endpoint.ts'
import { planLabels } from './plan-label.ts'
import { offerCodes } from './plans.ts'

const line = z.string().trim().max(200)
function filled(field: string) {
  const message = `The ${field} field is required.`
  return z
    .string({ error: ({ input }) => (input == null ? message : undefined) })
    .trim()
    .max(200)
    .min(1, message)
}

const Price = z.object({ amount: z.number().int().describe('In the smallest coin'), currency: z.string().length(3) })
export type Price = z.output<typeof Price>

export const Plan = z.object({
  plan_code: z.enum(offerCodes),
  name: line,
  quantity: z.literal(1),
  price: Price.nullable().describe('By the month. Null: it is named on the provider’s page'),
})
export type Plan = z.output<typeof Plan>

export const SubscriptionListItem = z.object({
  subscription_id: line,
  name: line,
  alias: Alias,
  label: z.enum(planLabels),
})
export type SubscriptionListItem = z.output<typeof SubscriptionListItem>

export const PostalAddress = z.object({
  attention: line,
  street: filled('street'),
  city: filled('city'),
  state: filled('state'),
  country: filled('country'),
  zip: filled('ZIP code'),
  fax: line,
})
export type PostalAddress = z.output<typeof PostalAddress>

export const Customer = z.object({
  first_name: filled('first name'),
  last_name: filled('last name'),
  display_name: line,
  email: z.email('Please enter a valid email.').max(254),
  company_name: filled('company name'),
  phone: filled('phone'),
  mobile: filled('mobile'),
  billing_address: PostalAddress,
  shipping_address: PostalAddress,
})
export type Customer = z.output<typeof Customer>

/** A path on this site; anything else goes home. */
const redirectUrl = z.string().max(2000).describe('A path on this site; anything else goes home')

export const Subscriber = z.object({
  customer: Customer,
  plan: z
    .object({ plan_code: line, name: line.optional(), quantity: z.number().optional() })
    .describe('Only the code is read. Name and price are looked up here, and the quantity is 1'),
  alias: Alias.optional().describe('Which of one’s cards; without it the first'),
  redirect_url: redirectUrl,
})
export type Subscriber = z.output<typeof Subscriber>

export const SubscribeAnswer = z.object({
  success: SuccessAnswer.shape.success,
  message: z.union([z.string(), z.object({ url: z.url() })]),
})

/** What is printed on the payment card, as far as anybody may see it. */
export const PaymentCard = z.object({
  brand: z.string(),
  last4: z.string(),
  expires: z.string().describe('The last month it is good for, as 2027-04'),
})
export type PaymentCard = z.output<typeof PaymentCard>

/** `person`: whoever runs the installation notes payments. `provider`: a payment service does. */
export const payers = ['person', 'provider'] as const

export const BillingState = z.object({
  alias: Alias,
  subscription: CardSubscription,
  label: z.enum(planLabels),
  offer: z.enum(offerCodes).nullable().describe('Which plan it is, of those on offer'),
  paidBy: z.enum(payers),
  trialEndsAt: z.iso.datetime().nullable(),
  paidUntil: z.iso.datetime().nullable(),
  cancelAt: z.iso.datetime().nullable().describe('Nothing is paid after that day'),
  card: PaymentCard.nullable(),
  order: z
    .enum(['none', 'open', 'paying'])
    .describe('`open`: asked for and not paid yet. `paying`: paid, and not told by the provider yet'),
  trialDays: z.number().int().describe('How long a trial is here'),
  plans: z.array(Plan),
  customer: Customer.nullable().describe('What was given the last time'),
})
export type BillingState = z.output<typeof BillingState>

export const invoiceStates = ['open', 'paid', 'void', 'uncollectible'] as const

export const Invoice = z.object({
  id: z.string(),
  number: z.string(),
  at: z.iso.datetime(),
  state: z.enum(invoiceStates),
  amount: z.number().int().describe('In the smallest coin'),
  refunded: z.number().int(),
  currency: z.string().length(3),
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
  url: z.string().describe('Where it is read; empty where there is nothing to read'),
})
export type Invoice = z.output<typeof Invoice>

export const billingActs = ['update-card', 'change', 'cancel', 'resume'] as const

const problems = ['not-signed-in', 'card-not-found'] as const
const ofCard = z.object({ alias: Alias })

export const billing = {
  'billing.plans': endpoint('billing.plans', {
    summary: 'The plans on offer.',
    access: 'owner',
    output: z.array(Plan),
    problems: ['not-signed-in'],
  }),
  'billing.subscriptions': endpoint('billing.subscriptions', {
    summary: 'One’s own subscriptions.',
    access: 'owner',
    output: z.array(SubscriptionListItem),
    problems: ['not-signed-in'],
  }),
  'billing.subscribe': endpoint('billing.subscribe', {
    summary: 'Begins a subscription; price and plan are looked up here, never taken from the browser. Asked twice, it is begun once.',
    access: 'owner',
    limit: { per: 'account', count: 10, windowSeconds: 600 },
    input: Subscriber,
    output: SubscribeAnswer,
    problems: [...problems, 'input-invalid', 'already-subscribed', 'unavailable'],
    refusesWith: 'success-flag',
  }),
  'billing.ownSubscriptions': endpoint('billing.ownSubscriptions', {
    summary: 'One’s own subscriptions, under the product’s address.',
    access: 'owner',
    output: z.array(SubscriptionListItem),
    problems: ['not-signed-in'],
  }),
  'billing.state': endpoint('billing.state', {
    summary: 'How the plan of one of one’s cards stands, and what can be done about it.',
    access: 'owner',
    params: ofCard,
    output: BillingState,
    problems,
  }),
  'billing.mark': endpoint('billing.mark', {
    summary: 'A word that is another one as soon as anything about the plan of one of one’s cards has changed: cheap to ask for often.',
    access: 'owner',
    params: ofCard,
    output: z.object({ mark: z.string() }),
    problems,
  }),
  'billing.manage': endpoint('billing.manage', {
    summary: 'Another payment card, another plan, no more payments after this period, or going on after all.',
    access: 'owner',
    limit: { per: 'account', count: 20, windowSeconds: 600 },
    input: z.object({ alias: Alias, act: z.enum(billingActs), redirect_url: redirectUrl }),
    output: SubscribeAnswer,
    problems: [...problems, 'not-subscribed', 'unavailable'],
    refusesWith: 'success-flag',
  }),
  'billing.invoices': endpoint('billing.invoices', {
    summary: 'What was charged for one of one’s cards, newest first.',
    access: 'owner',
    params: ofCard,
    output: z.array(Invoice),
    problems,
  }),
  'billing.receipt': endpoint('billing.receipt', {
    summary: 'One invoice or receipt of the installation’s own, to read and to print.',
    access: 'owner',
    isLink: true,
    params: z.object({ alias: Alias, id: z.string().max(100) }),
    output: { media: ['text/html'] },
    problems: [...problems, 'not-found'],
  }),
  'billing.hear': endpoint('billing.hear', {
    summary: 'What a payment provider tells, signed. It is kept first and applied after.',
    access: 'anyone',
    takes: { types: ['application/json'], bytesMax: 512 * 1024 },
    limit: { per: 'address', count: 60_000, windowSeconds: 60 },
    output: { status: 200 },
    problems: ['bad-request', 'not-found', 'body-too-large'],
  }),
}
