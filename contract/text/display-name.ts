/** What to call a card where a name is needed: its company's where the person's is hidden or missing, then its address. */
export const displayName = (card: { fullName: string; companyName: string; alias: string }): string =>
  card.fullName || card.companyName || card.alias
