import { beginningOf } from '#contract/text/beginning-of.ts'
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

/** What is typed to subscribe, and the plan that is chosen. */
export type TypedSubscriber = Record<(typeof subscribeNames)[number], string>
/** A field and what is wrong with it. */
export type SubscriberFaults = Partial<Record<keyof TypedSubscriber, MessageKey>>

export const mostLetters = { line: 200, email: 254 } as const

/** What a form or a memory holds; what it does not know is as usual. */
export function readSubscriber(text: (name: string) => string | null, usual: TypedSubscriber): TypedSubscriber {
  return Object.fromEntries(
    subscribeNames.map((name) => [name, beginningOf(text(name) ?? usual[name], mostLetters.email)]),
  ) as TypedSubscriber
}

export function readSubscribeForm(form: FormData, usual: TypedSubscriber): TypedSubscriber {
  return readSubscriber((name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : null
  }, usual)
}

/** As the server takes an address. */
const emailForm = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** What is wrong, field by field: nothing where it can be sent. */
export function checkSubscriber(typed: TypedSubscriber, plans: readonly string[]): SubscriberFaults {
  const faults: SubscriberFaults = {}
  for (const field of subscriberFields) {
    const text = typed[field].trim()
    if (text === '') faults[field] = 'subscribe.missing'
    else if (field === 'email' && !(text.length <= mostLetters.email && emailForm.test(text))) faults.email = 'problem.email'
    else if (field !== 'email' && text.length > mostLetters.line) faults[field] = 'subscribe.tooLong'
  }
  if (!plans.includes(typed.plan)) faults.plan = 'subscribe.choose'
  return faults
}

export const isFaultless = (faults: SubscriberFaults) => Object.keys(faults).length === 0

type Facts = { alias: string; redirectUrl: string; plans: readonly { code: string; name: string }[] }

/** As the call takes it. What the plan costs is looked up by the server. */
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

/** What was given the last time, as the form shows it. */
export function typedOf(customer: Customer, plan: string): TypedSubscriber {
  const { first_name, last_name, email, company_name, phone, mobile, billing_address } = customer
  const { street, city, state, zip, country } = billing_address
  return { first_name, last_name, email, company_name, phone, mobile, street, city, state, zip, country, plan }
}
