import type { Permission } from '../permissions.ts'

/** What everybody's card can do. Sharing, saving and writing to the owner are never sold. */
const everybody = ['Home', 'About', 'ShareInfo', 'VCard', 'Connect', 'Contact', 'QRCode', 'Settings', 'HomeConnect'] as const

/**
 * The rights each plan grants, by name. ShowFreemiumBanners belongs to the free plan: it shows what PRO would add.
 * What follows from the odd numbers among them stands in docs/permissions.md.
 */
export const plans = {
  FREE: [...everybody, 'ShowFreemiumBanners'],
  PRO: [
    ...everybody,
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

/** What can be bought, and whose rights it grants. Prices are the installation’s own. */
export const offers = {
  PRO: { grants: 'PRO', name: 'PRO' },
  PRO_TEAM: { grants: 'PRO', name: 'PRO Team' },
} as const satisfies Record<string, { grants: PlanCode; name: string }>

export type OfferCode = keyof typeof offers
export const offerCodes = ['PRO', 'PRO_TEAM'] as const satisfies OfferCode[]
