/** How a visitor came to a card, as the `source` of the address that was printed, shared or signed. */
export const visitSources = ['qr', 'share', 'short', 'signature'] as const
export type VisitSource = (typeof visitSources)[number]

/** From the address that opened the page, which stays after clicks within a card. Nothing is stored for it. */
export function sourceOfVisit(address: string | undefined, alias: string): VisitSource | undefined {
  const { pathname, searchParams } = new URL(address ?? '', 'https://card.invalid')
  return pathname.startsWith(`/${alias}/`) ? visitSources.find((source) => source === searchParams.get('source')) : undefined
}
