/** Looks up an outside key in a table, own properties only: every object inherits `constructor`. */
export const ownProperty = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined
