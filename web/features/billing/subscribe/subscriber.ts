import { beginningOf } from '#common/text/beginning-of.ts'
import type { Customer } from '#contract/billing/billing.ts'
import type { MessageKey } from '#common/messages/message.ts'

export const subscriberFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'mobile',
  'company_name',
  'street',
  'city',
  'state',
  'zip',
  'country',
] as const
export type SubscriberField = (typeof subscriberFields)[number]
export const subscribeNames = [...subscriberFields, 'plan'] as const

/** The values of the subscribe form. */
export type TypedSubscriber = Record<(typeof subscribeNames)[number], string>
/** The issue of each field. */
export type SubscriberIssues = Partial<Record<keyof TypedSubscriber, MessageKey>>

export const mostLetters = { line: 200, email: 254 } as const

/** Reads the values from a form or storage, with defaults from `defaults`. */
export function readSubscriber(text: (name: string) => string | null, defaults: TypedSubscriber): TypedSubscriber {
  return Object.fromEntries(
    subscribeNames.map((name) => [name, beginningOf(text(name) ?? defaults[name], mostLetters.email)]),
  ) as TypedSubscriber
}

export function readSubscribeForm(form: FormData, defaults: TypedSubscriber): TypedSubscriber {
  return readSubscriber((name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : null
  }, defaults)
}

/** The same rule as on the server. */
const emailForm = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Issues by field; empty if the form can be sent. */
export function checkSubscriber(typed: TypedSubscriber, plans: readonly string[]): SubscriberIssues {
  const issues: SubscriberIssues = {}
  for (const field of subscriberFields) {
    const text = typed[field].trim()
    if (text === '') issues[field] = 'subscribe.missing'
    else if (field === 'email' && !(text.length <= mostLetters.email && emailForm.test(text))) issues.email = 'problem.email'
    else if (field !== 'email' && text.length > mostLetters.line) issues[field] = 'subscribe.tooLong'
  }
  if (!plans.includes(typed.plan)) issues.plan = 'inputIssue.planNotOffered'
  return issues
}

export const hasNoIssues = (issues: SubscriberIssues) => Object.keys(issues).length === 0

type Facts = { alias: string; redirectUrl: string; plans: readonly { code: string; name: string }[] }

/** The input of the call. The server looks up the plan's price. */
export function toSubscriber(typed: TypedSubscriber, { alias, redirectUrl, plans }: Facts) {
  const { first_name, last_name, email, company_name, phone, mobile, street, city, state, zip, country, plan } = typed
  const address = { attention: beginningOf(`${first_name} ${last_name}`, mostLetters.line), street, city, state, country, zip, fax: '' }
  const customer: Customer = {
    first_name,
    last_name,
    display_name: address.attention,
    email,
    company_name,
    phone,
    mobile,
    billing_address: address,
    shipping_address: address,
  }
  const name = plans.find(({ code }) => code === plan)?.name ?? ''
  return { customer, plan: { plan_code: plan, name, quantity: 1 as const }, alias, redirect_url: redirectUrl }
}

/** The last submitted values, as the form shows them. */
export function typedOf(customer: Customer, plan: string): TypedSubscriber {
  const { first_name, last_name, email, company_name, phone, mobile, billing_address } = customer
  const { street, city, state, zip, country } = billing_address
  return { first_name, last_name, email, company_name, phone, mobile, street, city, state, zip, country, plan }
}
