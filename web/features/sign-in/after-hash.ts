/** The hash for the return address: marks a login and its start time. */
export const backHash = (atMs: number) => `#from_auth=yes&auth_at=${atMs}`

/** Reads the login marks from the hash, and returns the rest. */
export function afterHash(hash: string): { isBack: boolean; isForced: boolean; rest: string } {
  const words = hash.replace(/^#/, '').split('&').filter(Boolean)
  const rest = words.filter((word) => !/^(from_auth=yes|auth_at=\d+|force_relogin=on)$/.test(word)).join('&')
  return { isBack: words.includes('from_auth=yes'), isForced: words.includes('force_relogin=on'), rest: rest && `#${rest}` }
}
