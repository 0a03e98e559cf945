import { ownerPages } from '#contract/pages.ts'
import { isWayBack } from '#contract/way-back.ts'

/** A path on this site that somebody may be led back to; anything else is `home`. */
export function returnUrl(given: string | null | undefined, home: string): string {
  if (!given || given.length > 2000 || !isWayBack(given)) return home
  // A header holds plain letters only.
  return given.replace(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter))
}

/** The alias of the card whose owner's page an address is, or null. */
export function ownedAlias(path: string): string | null {
  const [, alias = '', page = ''] = path.split(/[/?#]/)
  return Object.values<string>(ownerPages).includes(page) ? alias : null
}
