/** How a visitor came to a card, as the `source` of the address that was printed, shared or signed. */
export const visitSources = ['qr', 'share', 'short', 'signature'] as const
export type VisitSource = (typeof visitSources)[number]
