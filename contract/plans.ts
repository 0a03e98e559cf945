import type { Permission } from './permissions.ts'

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

export const trialLengthDays = 30
export const dunningGraceDays = 14
