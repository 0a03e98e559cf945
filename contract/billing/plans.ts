import type { Permission } from '../permissions.ts'

/** Permissions of every card. Sharing, saving and contacting the owner are free. */
const basePermissions = ['Home', 'About', 'ShareInfo', 'VCard', 'Connect', 'Contact', 'QRCode', 'Settings', 'HomeConnect'] as const

/**
 * The permissions each plan grants. ShowFreemiumBanners belongs to the free plan: it advertises PRO.
 * docs/permissions.md explains each permission.
 */
export const plans = {
  FREE: [...basePermissions, 'ShowFreemiumBanners'],
  PRO: [
    ...basePermissions,
    'Reviews',
    'ReviewMe',
    'CustomReviews',
    'CustomMenus',
    'ConnectedClients',
    'ConnectedClientLabels',
    'ActionTrigger',
    'AdvancedShare',
    'EMailSignatures',
    'VideoBackgrounds',
  ],
} as const satisfies Record<string, readonly Permission[]>

export type PlanCode = keyof typeof plans

/** What can be bought, and which plan’s permissions it grants. The settings hold the prices. */
export const offers = {
  PRO: { grants: 'PRO', name: 'PRO' },
  PRO_TEAM: { grants: 'PRO', name: 'PRO Team' },
} as const satisfies Record<string, { grants: PlanCode; name: string }>

export type OfferCode = keyof typeof offers
export const offerCodes = ['PRO', 'PRO_TEAM'] as const satisfies OfferCode[]
