import type Stripe from 'stripe'
import type { Customer } from '#contract/billing/billing.ts'
import { languages } from '#contract/languages.ts'
import type { BillingProvider } from '../billing.ts'
import type { StripeClient } from './stripe-client.ts'
import { isMissing } from './stripe-errors.ts'

export function customerCalls({ call }: StripeClient): Pick<BillingProvider, 'createCustomer' | 'updateCustomer' | 'eraseCustomer'> {
  return {
    // Created without the details: a repeated key with other parameters would be an error. The details follow as an update.
    createCustomer: (subjectId, customer, idempotencyKey) =>
      call(async (stripe) => {
        const { id } = await stripe.customers.create({ metadata: { subject_id: subjectId } }, { idempotencyKey })
        await stripe.customers.update(id, describeCustomer(customer))
        return id
      }),

    updateCustomer: (customerId, customer) =>
      call(async (stripe) => void (await stripe.customers.update(customerId, describeCustomer(customer)))),

    /** Also ends the customer’s subscriptions immediately. */
    eraseCustomer: (customerId) =>
      call(async (stripe) => {
        try {
          await stripe.customers.del(customerId)
        } catch (error) {
          if (!isMissing(error)) throw error
        }
      }),
  }
}

/**
 * The customer in Stripe’s format. Without the shipping address: nothing is shipped, and Stripe would compute taxes from it. Values
 * that Stripe would reject are left out; its checkout page asks for them.
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

/** Converts `Canada`, `Roumanie` or `us` to Stripe’s two-letter code; null if unknown. */
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
