/** Decodes the server's base64url public key. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0))
}

/** True if a subscription uses this key, or the browser does not report its key. */
export function sameKey(made: ArrayBuffer | null, text: string): boolean {
  if (!made) return true
  const [expected, actual] = [keyBytes(text), new Uint8Array(made)]
  return expected.length === actual.length && expected.every((byte, index) => byte === actual[index])
}
