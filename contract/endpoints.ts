import { abuse } from './abuse.ts'
import { accounts } from './accounts.ts'
import type { EndpointName } from './addresses.ts'
import { aliases } from './aliases.ts'
import { billing } from './billing.ts'
import { cards } from './cards.ts'
import { contacts } from './contacts.ts'
import { drafts } from './drafts.ts'
import type { Endpoint } from './endpoint.ts'
import { links } from './links.ts'
import { media } from './media.ts'
import { privacy } from './privacy.ts'
import { operator } from './operator.ts'
import { operatorBilling } from './operator-billing.ts'
import { push } from './push.ts'
import { releases } from './releases.ts'
import { reviews } from './reviews.ts'
import { uploads } from './uploads.ts'
import { visits } from './visits.ts'

/** Every promise of the product by name. */
export const endpoints = {
  ...accounts,
  ...billing,
  ...media,
  ...uploads,
  ...push,
  ...cards,
  ...aliases,
  ...drafts,
  ...reviews,
  ...links,
  ...visits,
  ...contacts,
  ...releases,
  ...privacy,
  ...operator,
  ...operatorBilling,
  ...abuse,
} satisfies Record<EndpointName, Endpoint>

export type Endpoints = typeof endpoints
