/**
 * The rights of a card as the specification numbers them. Three numbers are not powers of two and carry
 * bits of other rights: docs/permissions.md says what follows from that. They are used exactly as stated.
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

/** A check passes when all bits of the wanted right are set. */
export function has(granted: number, wanted: Permission): boolean {
  return (granted & permissions[wanted]) === permissions[wanted]
}

/** Rights are kept as a set of names; the number is made only where it leaves the server. */
export function numberOf(rights: Iterable<Permission>): number {
  let number = 0
  for (const right of rights) number |= permissions[right]
  return number
}
