import { accessKeys } from './access-keys.ts'
import { abuse } from './admin/abuse.ts'
import { accounts } from './accounts/accounts.ts'
import type { EndpointName } from './addresses.ts'
import { aliases } from './cards/aliases.ts'
import { billing } from './billing/billing.ts'
import { brokenLinks } from './cards/broken-links.ts'
import { cardImports } from './cards/card-imports.ts'
import { cards } from './cards/cards.ts'
import { connections } from './connections.ts'
import { connectionHosts } from './admin/connection-hosts.ts'
import { contactImports } from './contact-imports.ts'
import { contacts } from './contacts.ts'
import { drafts } from './cards/drafts.ts'
import type { Endpoint } from './endpoint.ts'
import { inbox } from './inbox.ts'
import { links } from './cards/links.ts'
import { media } from './media/media.ts'
import { privacy } from './accounts/privacy.ts'
import { admin } from './admin/admin.ts'
import { adminBilling } from './billing/admin-billing.ts'
import { push } from './push.ts'
import { releases } from './cards/releases.ts'
import { rest } from './rest.ts'
import { restore } from './restore.ts'
import { reviews } from './cards/reviews.ts'
import { uploads } from './media/uploads.ts'
import { visits } from './visits.ts'

/** Every endpoint by name. */
export const endpoints = {
  ...accounts,
  ...restore,
  ...billing,
  ...media,
  ...uploads,
  ...push,
  ...inbox,
  ...cards,
  ...aliases,
  ...cardImports,
  ...drafts,
  ...brokenLinks,
  ...reviews,
  ...links,
  ...visits,
  ...contacts,
  ...contactImports,
  ...connections,
  ...accessKeys,
  ...rest,
  ...releases,
  ...privacy,
  ...admin,
  ...adminBilling,
  ...connectionHosts,
  ...abuse,
} satisfies Record<EndpointName, Endpoint>

export type Endpoints = typeof endpoints
