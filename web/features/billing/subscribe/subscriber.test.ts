import { describe, expect, test } from 'vitest'
import { Subscriber } from '#contract/billing/billing.ts'
import { checkSubscriber, readSubscriber, subscriberFields, toSubscriber, typedOf, type TypedSubscriber } from './subscriber.ts'

const ada: TypedSubscriber = {
  first_name: 'Ada',
  last_name: 'Winter',
  email: 'ada@example.com',
  phone: '207 555 0118',
  mobile: '207 555 0142',
  company_name: 'Winter & Co.',
  street: '14 Ferry Point Road',
  city: 'Port Hadley',
  state: 'Maine',
  zip: '04099',
  country: 'United States',
  plan: 'PRO',
}

describe('SUB-1 the subscribe form', () => {
  test.each(subscriberFields)('requires the %s', (field) => {
    expect(checkSubscriber({ ...ada, [field]: '  ' }, ['PRO'])).toEqual({ [field]: 'subscribe.missing' })
  })

  test.each(['ada', 'ada@example', 'ada @example.com', '.ada@example.com', `${'a'.repeat(250)}@example.com`])(
    'rejects %j as an email address',
    (email) => {
      expect(checkSubscriber({ ...ada, email }, ['PRO'])).toEqual({ email: 'problem.email' })
    },
  )

  test('requires an available plan', () => {
    expect(checkSubscriber({ ...ada, plan: 'GOLD' }, ['PRO'])).toEqual({ plan: 'inputIssue.planNotOffered' })
  })

  test('becomes the call’s input, with the plan’s code, name and quantity 1', () => {
    const input = toSubscriber(ada, { alias: 'ada', redirectUrl: '/ada/subscriptions', plans: [{ code: 'PRO', name: 'PRO' }] })
    expect(Subscriber.parse(input)).toMatchObject({
      plan: { plan_code: 'PRO', name: 'PRO', quantity: 1 },
      customer: { display_name: 'Ada Winter' },
    })
    expect(typedOf(input.customer, 'PRO')).toEqual(ada)
  })

  test('uses the default of a field that is not stored', () => {
    expect(readSubscriber((name) => (name === 'city' ? 'Camden' : null), ada)).toEqual({ ...ada, city: 'Camden' })
  })
})
