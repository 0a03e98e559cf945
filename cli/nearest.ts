import { distance } from '#server/word-distance.ts'

/** The choice somebody most likely meant, or nothing when none is near. */
export function nearest(typed: string, choices: Iterable<string>): string | null {
  const word = typed.toLowerCase()
  let best: string | null = null
  let least = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const choice of choices) {
    const far = distance(word, choice.toLowerCase())
    if (far < least) [best, least] = [choice, far]
  }
  return best
}
