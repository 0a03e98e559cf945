export const tints = ['a', 'b', 'c', 'd', 'e'] as const

/** One of five colours, always the same for the same name. */
export function tintOf(name: string): (typeof tints)[number] {
  let hash = 0
  for (const letter of name.normalize('NFC')) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return tints[hash % tints.length] ?? 'a'
}
