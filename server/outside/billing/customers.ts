import type { BillingProvider } from '../billing.ts'
import { describeCustomer } from './describe-customer.ts'
import type { StripeClient } from './stripe-client.ts'
import { isMissing } from './trouble.ts'

export function customerCalls({ ask }: StripeClient): Pick<BillingProvider, 'createCustomer' | 'updateCustomer' | 'eraseCustomer'> {
  return {
    // Made with what never changes and told about after: asked twice with another street, the key still finds the first.
    createCustomer: (subjectId, customer, idempotencyKey) =>
      ask(async (stripe) => {
        const { id } = await stripe.customers.create({ metadata: { subject_id: subjectId } }, { idempotencyKey })
        await stripe.customers.update(id, describeCustomer(customer))
        return id
      }),

    updateCustomer: (customerId, customer) =>
      ask(async (stripe) => void (await stripe.customers.update(customerId, describeCustomer(customer)))),

    /** With it end the subscriptions, at once. */
    eraseCustomer: (customerId) =>
      ask(async (stripe) => {
        try {
          await stripe.customers.del(customerId)
        } catch (error) {
          if (!isMissing(error)) throw error
        }
      }),
  }
}
