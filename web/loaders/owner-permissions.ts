import { has } from '#contract/permissions.ts'
import type { Owner } from './open-owner.ts'

/** The owner's permissions on the plan, and whether to show what it lacks. */
export const ownerPermissions = (permissions: number): Owner['may'] => ({
  contacts: has(permissions, 'ConnectedClients'),
  labels: has(permissions, 'ConnectedClientLabels'),
  seeBanners: has(permissions, 'ShowFreemiumBanners'),
})
