import { drawSeal } from './draw-seal.ts'

/** The seal of an address, the same for good. */
export const serveSeal = (alias: string) =>
  new Response(drawSeal(alias), {
    headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' },
  })
