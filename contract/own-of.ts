/** What a table holds under a word of somebody else's: `constructor` is in every object, and in no table. */
export const ownOf = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined
