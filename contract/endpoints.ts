import { accounts } from './accounts.ts'
import type { EndpointName } from './addresses.ts'
import { billing } from './billing.ts'
import { cards } from './cards.ts'
import { contacts } from './contacts.ts'
import type { Endpoint } from './endpoint.ts'
import { links } from './links.ts'
import { media } from './media.ts'
import { push } from './push.ts'
import { releases } from './releases.ts'
import { reviews } from './reviews.ts'
import { visits } from './visits.ts'

/** Every promise of the product by name. */
export const endpoints = {
  ...accounts,
  ...billing,
  ...media,
  ...push,
  ...cards,
  ...reviews,
  ...links,
  ...visits,
  ...contacts,
  ...releases,
} satisfies Record<EndpointName, Endpoint>

export type Endpoints = typeof endpoints
