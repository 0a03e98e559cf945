/** Keys that carry the product's slug in their name; the edge spells them out. */
const productKeys = ['{product}', '{product}MobileLayoutAlign', '{product}MobileFontSize'] as const

/** `{product}` in an address stands for the slug of the installation. */
export function spellPath(path: string, slug: string): string {
  return path.replaceAll('{product}', slug)
}

/** Spells the keys that carry the product's name; nothing else, and never a value. */
export function spellKeys(answer: unknown, slug: string): unknown {
  return renameKeys(answer, new Map(productKeys.map((key) => [key, spellPath(key, slug)])))
}

/** The way back: what a client reads under the names the contract uses. */
export function readKeys(answer: unknown, slug: string): unknown {
  return renameKeys(answer, new Map(productKeys.map((key) => [spellPath(key, slug), key])))
}

function renameKeys(value: unknown, names: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renameKeys(item, names)]))
}
