/** What the server reads of a solved challenge: JSON as base64. */
export function payloadOf(challenge: unknown, solution: { counter: number; derivedKey: string }): string {
  return btoa(JSON.stringify({ challenge, solution }))
}
