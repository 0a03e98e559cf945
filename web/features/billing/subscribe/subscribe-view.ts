import type { SubscriberIssues, TypedSubscriber } from './subscriber.ts'

/** A plan in the list. `price` is empty if only the provider's page shows it. */
export type OfferedPlan = { code: string; name: string; isTeam: boolean; price: string }

/** The data of the subscribe form. */
export type SubscribeView = {
  alias: string
  /** The last submitted values, else those from the card. */
  defaults: TypedSubscriber
  plans: OfferedPlan[]
  /** The date when the trial ends and billing starts; empty if it starts at once. */
  billingFrom: string
  /** The address to return to after paying. */
  redirectUrl: string
  cancelHref: string
}

/** The result of a form posted without a script. `paysAt`: accepted; payment continues at this page of the provider. */
export type SubscribeSent = { typed: TypedSubscriber; issues: SubscriberIssues; message: string; paysAt: string }
