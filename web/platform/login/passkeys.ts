import { useSyncExternalStore } from 'react'
import { isSecureAddress } from '#common/is-secure-address.ts'
import { useSite } from '../use-site.ts'

const isAddress = (hostname: string) => /^[\d.]+$|:/.test(hostname)
const never = () => () => {}

/**
 * True if the browser supports passkeys and this page may use them: they belong to a host name, which is the site's own. Before a script
 * knows, with `isLikely`, true if the site's address allows it.
 */
export function useCanPasskey(isLikely = false): boolean {
  const { publicUrl } = useSite()
  return useSyncExternalStore(
    never,
    () =>
      typeof PublicKeyCredential === 'function' &&
      isSecureContext &&
      !isAddress(location.hostname) &&
      location.origin === new URL(publicUrl).origin,
    () => isLikely && isSecureAddress(publicUrl) && !isAddress(new URL(publicUrl).hostname),
  )
}

/** The person closed the browser's dialog: no error. */
export const isPasskeyDialogClosed = (thrown: unknown) => thrown instanceof Error && ['NotAllowedError', 'AbortError'].includes(thrown.name)
