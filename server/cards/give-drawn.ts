type Drawn = { type: 'image/jpeg' | 'image/png'; isForEver: boolean }

/** A picture we drew. Under its own revision it stays the same; under any other word it is the newest, for a while. */
export function giveDrawn(picture: Buffer, { type, isForEver }: Drawn): Response {
  return new Response(new Uint8Array(picture), {
    headers: {
      'content-type': type,
      'cache-control': isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
