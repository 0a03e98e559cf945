import type { SubscriberFaults, TypedSubscriber } from './subscriber.ts'

/** A plan as the list shows it. `price` is empty where the provider's page names it. */
export type OfferedPlan = { code: string; name: string; isTeam: boolean; price: string }

/** All that the form is drawn from. */
export type SubscribeView = {
  alias: string
  /** What was given the last time, else what the card says. */
  usual: TypedSubscriber
  plans: OfferedPlan[]
  /** The day the trial ends and billing starts; empty where it starts at once. */
  billingFrom: string
  /** Where the person comes back to from paying. */
  redirectUrl: string
  cancelHref: string
}

/** What came of a form that was sent without a script. `paysAt`: taken, and to be paid on that page of somebody else's. */
export type SubscribeSent = { typed: TypedSubscriber; faults: SubscriberFaults; message: string; paysAt: string }
