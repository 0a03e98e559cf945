import { z } from 'zod'
import { SuccessAnswer } from './cards.ts'
import { endpoint } from './endpoint.ts'

const line = z.string().trim().max(200)
const filled = line.min(1)

export const Plan = z.object({ plan_code: line, name: line, quantity: z.literal(1) })
export type Plan = z.output<typeof Plan>

export const SubscriptionListItem = z.object({ subscription_id: line, name: line })
export type SubscriptionListItem = z.output<typeof SubscriptionListItem>

export const PostalAddress = z.object({
  attention: line,
  street: filled,
  city: filled,
  state: filled,
  country: filled,
  zip: filled,
  fax: line,
})

export const Subscriber = z.object({
  customer: z.object({
    first_name: filled,
    last_name: filled,
    display_name: line,
    email: z.email(),
    company_name: filled,
    phone: filled,
    mobile: filled,
    billing_address: PostalAddress,
    shipping_address: PostalAddress,
  }),
  plan: Plan,
  redirect_url: z.string().max(2000).describe('A path on this site; anything else goes home'),
})
export type Subscriber = z.output<typeof Subscriber>

export const SubscribeAnswer = z.object({
  success: SuccessAnswer.shape.success,
  message: z.union([z.string(), z.object({ url: z.url() })]),
})

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
    summary: 'Begins a subscription; price and plan are looked up here, never taken from the browser.',
    access: 'owner',
    limit: { per: 'account', count: 10, windowSeconds: 600 },
    input: Subscriber,
    output: SubscribeAnswer,
    problems: ['not-signed-in', 'input-invalid'],
    refusesWith: 'success-flag',
  }),
  'billing.ownSubscriptions': endpoint('billing.ownSubscriptions', {
    summary: 'One’s own subscriptions, under the product’s address.',
    access: 'owner',
    output: z.array(SubscriptionListItem),
    problems: ['not-signed-in'],
  }),
}
