import { isWayBack } from '#contract/way-back.ts'

/** A way back on this site, as a browser would read it; anything else is home. */
export function ownPath(given: string, publicUrl: string): string {
  if (!isWayBack(given)) return '/'
  const at = URL.parse(given, publicUrl)
  return at && at.origin === new URL(publicUrl).origin ? `${at.pathname}${at.search}${at.hash}` : '/'
}
