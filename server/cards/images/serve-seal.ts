import { drawSeal } from './draw-seal.ts'

/** The seal of an address. A day, since a new version may draw it differently. */
export const serveSeal = (alias: string) =>
  new Response(drawSeal(alias), {
    headers: { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  })
