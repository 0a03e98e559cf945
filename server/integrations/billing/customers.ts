import type Stripe from 'stripe'
import type { Customer } from '#contract/billing/billing.ts'
import { languages } from '#contract/languages.ts'
import type { BillingProvider } from '../billing.ts'
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

/**
 * Who pays, in Stripe's words. The shipping address stays here: nothing is shipped, and Stripe would reckon taxes by it. What
 * Stripe would refuse the whole customer for is left out rather than failing the purchase: it asks for it on its own page.
 */
function describeCustomer(customer: Customer): Stripe.CustomerUpdateParams {
  const { street, city, state, country, zip } = customer.billing_address
  const code = countryCode(country)
  return {
    name: customer.display_name || `${customer.first_name} ${customer.last_name}`,
    email: customer.email,
    phone: customer.phone.length <= 20 ? customer.phone : '',
    address: { line1: street, city, state, postal_code: zip, ...(code ? { country: code } : {}) },
    metadata: { company_name: customer.company_name },
  }
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let codes: ReadonlyMap<string, string> | null = null

/** `Canada`, `Roumanie` or `us` as Stripe wants it: two letters. Null where nobody can tell. */
function countryCode(country: string): string | null {
  codes ??= new Map(languages.flatMap(namesIn))
  return codes.get(plain(country)) ?? null
}

function namesIn(language: string): [string, string][] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code)
      return name ? [[plain(name), code] as [string, string], [plain(code), code] as [string, string]] : []
    })
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\s]/gu, '')
    .toLowerCase()
