import { has } from '#contract/permissions.ts'
import type { Owner } from '../../owner/open-owner.ts'

/** What of the owner's pages the plan opens, and whether it tells what it does not. */
export const mayOf = (permissions: number): Owner['may'] => ({
  contacts: has(permissions, 'ConnectedClients'),
  labels: has(permissions, 'ConnectedClientLabels'),
  seeBanners: has(permissions, 'ShowFreemiumBanners'),
})
