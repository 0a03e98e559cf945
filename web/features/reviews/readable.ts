/** The provider's own word where we have no label for it: LowOrNoDown reads Low or no down, ARM5 reads ARM 5. */
export function readable(word: string): string {
  const pieces = word.match(/\p{Lu}{2,}(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}|\p{N}+|[^\s_\p{Lu}\p{Ll}\p{N}]+/gu) ?? []
  const text = pieces.map((piece) => (/^\p{Lu}{2,}$/u.test(piece) ? piece : piece.toLowerCase())).join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
