/** The Levenshtein distance of two words. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The choice closest to what was typed, or null if none is close. */
export function nearest(typed: string, choices: Iterable<string>): string | null {
  const word = typed.toLowerCase()
  let best: string | null = null
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const choice of choices) {
    const edits = distance(word, choice.toLowerCase())
    if (edits < least) [best, least] = [choice, edits]
  }
  return best
}
