type Drawn = { type: 'image/jpeg' | 'image/png'; isForEver: boolean }

/** A picture we drew. Under its own revision it stays the same; under any other word it is the newest, for a while. */
export function giveDrawn({ picture, isWhole }: { picture: Buffer; isWhole: boolean }, { type, isForEver }: Drawn): Response {
  const whole = isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
  return new Response(new Uint8Array(picture), {
    headers: {
      'content-type': type,
      'cache-control': isWhole ? whole : 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
