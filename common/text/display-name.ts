/** A card’s name: the person’s, else the company’s (the person’s may be hidden), else the alias. */
export const displayName = (card: { fullName: string; companyName: string; alias: string }): string =>
  card.fullName || card.companyName || card.alias
