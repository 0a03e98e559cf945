type Rendered = { type: 'image/jpeg' | 'image/png'; isImmutable: boolean }

/** A rendered image. Immutable under its own version; any other version serves the newest, cached briefly. */
export function serveRendered(
  { picture, isComplete }: { picture: Buffer; isComplete: boolean },
  { type, isImmutable }: Rendered,
): Response {
  const cacheControl = isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
  return new Response(new Uint8Array(picture), {
    headers: {
      'content-type': type,
      'cache-control': isComplete ? cacheControl : 'public, max-age=60',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
}
