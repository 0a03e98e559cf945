/** Reviewers go by screen names too: desmond.hale is DH. */
export function reviewerInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const chosen = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return chosen
    .map((word) => (word ? [...word][0] : ''))
    .join('')
    .toUpperCase()
}
