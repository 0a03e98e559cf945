/** One or two letters for a person or team without a picture. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\-–]+/).filter((word) => /^\p{L}/u.test(word))
  const meaningful = words.length > 2 ? words.filter((word) => !/^(the|of|and|de|la|le)$/i.test(word)) : words
  const chosen = [meaningful[0], meaningful.length > 1 ? meaningful.at(-1) : undefined]
  return chosen
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toUpperCase()
}
