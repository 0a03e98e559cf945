/** A public key as browsers want it, out of the text the server gives. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0))
}

/** Whether a subscription was made under this key. A browser that does not say is believed. */
export function sameKey(made: ArrayBuffer | null, text: string): boolean {
  if (!made) return true
  const [ours, theirs] = [keyBytes(text), new Uint8Array(made)]
  return ours.length === theirs.length && ours.every((byte, index) => byte === theirs[index])
}
