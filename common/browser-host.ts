/** The host name for a browser: wildcard addresses cannot be opened. */
export function browserHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
