/** True if browsers store Secure cookies of this address: over https, and on this machine. */
export function isSecureAddress(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
