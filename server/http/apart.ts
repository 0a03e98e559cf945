/**
 * One after the other in memory of their own. Node lays whatever is short into 64 KB that all of it shares: who keeps a little
 * of that would keep the whole.
 */
export function apart(...pieces: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
