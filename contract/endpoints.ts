import { abuse } from './admin/abuse.ts'
import { accounts } from './accounts/accounts.ts'
import type { EndpointName } from './addresses.ts'
import { aliases } from './cards/aliases.ts'
import { billing } from './billing/billing.ts'
import { brokenLinks } from './cards/broken-links.ts'
import { cards } from './cards/cards.ts'
import { contacts } from './contacts.ts'
import { drafts } from './cards/drafts.ts'
import type { Endpoint } from './endpoint.ts'
import { links } from './cards/links.ts'
import { media } from './media/media.ts'
import { privacy } from './accounts/privacy.ts'
import { operator } from './admin/operator.ts'
import { operatorBilling } from './billing/operator-billing.ts'
import { push } from './push.ts'
import { releases } from './cards/releases.ts'
import { reviews } from './cards/reviews.ts'
import { uploads } from './media/uploads.ts'
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
  ...brokenLinks,
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
