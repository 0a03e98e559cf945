/**
 * A card's permissions with the numbers of the specification. Three aren't powers of two and share bits with other permissions;
 * docs/permissions.md explains the consequences.
 */
export const permissions = {
  None: 0,
  Home: 1,
  About: 2,
  Reviews: 4,
  ReviewMe: 8,
  ShareInfo: 16,
  VCard: 32,
  Connect: 64,
  Contact: 128,
  CustomReviews: 256,
  CustomMenus: 512,
  QRCode: 1024,
  Settings: 2048,
  HomeConnect: 4096,
  ConnectedClients: 8192,
  ConnectedClientLabels: 16384,
  ActionTrigger: 32758,
  AdvancedShare: 65536,
  ShowFreemiumBanners: 131072,
  EMailSignatures: 264144,
  VideoBackgrounds: 528288,
} as const

export type Permission = keyof typeof permissions

/** True if all bits of the wanted permission are set. */
export function has(granted: number, wanted: Permission): boolean {
  return (granted & permissions[wanted]) === permissions[wanted]
}

/** Permissions are stored as names; the number exists only in API responses. */
export function permissionBits(rights: Iterable<Permission>): number {
  let number = 0
  for (const right of rights) number |= permissions[right]
  return number
}
