/** What the part behind # says of the login; the rest of it is somebody else's. */
export function afterHash(hash: string): { isBack: boolean; isForced: boolean; rest: string } {
  const words = hash.replace(/^#/, '').split('&').filter(Boolean)
  const rest = words.filter((word) => word !== 'from_auth=yes' && word !== 'force_relogin=on').join('&')
  return { isBack: words.includes('from_auth=yes'), isForced: words.includes('force_relogin=on'), rest: rest && `#${rest}` }
}
