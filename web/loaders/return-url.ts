import { isReturnPath } from '#contract/return-path.ts'

/** A path on this site to return to; anything else becomes `home`. */
export function returnUrl(initial: string | null | undefined, home: string): string {
  if (!initial || initial.length > 2000 || !isReturnPath(initial)) return home
  // Header values are ASCII.
  return initial.replace(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter))
}
