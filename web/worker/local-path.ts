/** A path on this site from a path or a full URL, or null. Nothing else may be opened. */
export function localPath(found: unknown, origin: string): string | null {
  if (typeof found !== 'string' || found.length > 2000) return null
  const path = found.startsWith(`${origin}/`) ? found.slice(origin.length) : found
  return /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(path) ? path : null
}
