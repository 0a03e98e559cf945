import type { Permission } from './permissions.ts'

/** What everybody's card can do. Sharing, saving and writing to the owner are never sold. */
const free = ['Home', 'About', 'Reviews', 'ReviewMe', 'ShareInfo', 'VCard', 'Connect', 'Contact', 'QRCode', 'Settings', 'HomeConnect', 'ConnectedClients'] as const

/**
 * The rights each plan grants, by name. ShowFreemiumBanners is a right of the free plan: it shows what PRO would add.
 * What PRO sells begins with CustomReviews; see docs/permissions.md for the numbers that carry others.
 */
export const plans = {
  FREE: [...free, 'ShowFreemiumBanners'],
  PRO: [...free, 'CustomReviews', 'CustomMenus', 'ConnectedClientLabels', 'ActionTrigger', 'AdvancedShare', 'EMailSignatures', 'VideoBackgrounds'],
} as const satisfies Record<string, readonly Permission[]>

export type PlanCode = keyof typeof plans

export const proPriceCents = 1500
export const trialDays = 30
export const dunningGraceDays = 14
