/** Keys of API bodies that contain the product's slug. */
const productKeys = ['{product}', '{product}MobileLayoutAlign', '{product}MobileFontSize'] as const

/** Replaces `{product}` in an address by the installation's slug. */
export function spellPath(path: string, slug: string): string {
  return path.replaceAll('{product}', slug)
}

/** Replaces `{product}` in the keys of a response, never in a value. */
export function spellKeys(answer: unknown, slug: string): unknown {
  return renameKeys(answer, new Map(productKeys.map((key) => [key, spellPath(key, slug)])))
}

/** The reverse, in clients: back to the keys of the contract. */
export function readKeys(answer: unknown, slug: string): unknown {
  return renameKeys(answer, new Map(productKeys.map((key) => [spellPath(key, slug), key])))
}

function renameKeys(value: unknown, names: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renameKeys(item, names)]))
}
