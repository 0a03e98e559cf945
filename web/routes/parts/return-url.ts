import { ownerPages, reservedSegments } from '#contract/pages.ts'
import { isPathHere } from '#contract/path-here.ts'

/** A path on this site that somebody may be led back to; anything else is `home`. */
export function returnUrl(given: string | null | undefined, home: string): string {
  if (!given || given.length > 2000 || !isPathHere(given)) return home
  const first = given.split(/[/?#]/)[1]?.toLowerCase() ?? ''
  // Doors for programs are nobody's way back.
  if (first !== 'account' && first !== 'operator' && reservedSegments.has(first)) return home
  // A header holds plain letters only.
  return given.replace(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter))
}

/** The alias of the card whose owner's page an address is, or null. */
export function ownedAlias(path: string): string | null {
  const [, alias = '', page = ''] = path.split(/[/?#]/)
  return Object.values<string>(ownerPages).includes(page) ? alias : null
}
