import { isReturnPath } from '#contract/return-path.ts'

/** A path on this site, as a browser resolves it; anything else becomes the start page. */
export function ownPath(path: string, publicUrl: string): string {
  if (!isReturnPath(path)) return '/'
  const at = URL.parse(path, publicUrl)
  return at && at.origin === new URL(publicUrl).origin ? `${at.pathname}${at.search}${at.hash}` : '/'
}
