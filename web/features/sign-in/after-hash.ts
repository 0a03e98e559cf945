/** Added to the address that a login leads back to: that it comes from a login, and when that began. */
export const backHash = (atMs: number) => `#from_auth=yes&auth_at=${atMs}`

/** What the fragment says about the login, and the rest of it. */
export function afterHash(hash: string): { isBack: boolean; isForced: boolean; rest: string } {
  const words = hash.replace(/^#/, '').split('&').filter(Boolean)
  const rest = words.filter((word) => !/^(from_auth=yes|auth_at=\d+|force_relogin=on)$/.test(word)).join('&')
  return { isBack: words.includes('from_auth=yes'), isForced: words.includes('force_relogin=on'), rest: rest && `#${rest}` }
}
