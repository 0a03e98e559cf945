import { useSyncExternalStore } from 'react'

const never = () => () => {}
/** Whether this browser knows passkeys, and this address is one that may have them. */
export const useCanPasskey = () =>
  useSyncExternalStore(
    never,
    () => typeof PublicKeyCredential === 'function' && isSecureContext && !/^[\d.]+$|:/.test(location.hostname),
    () => false,
  )
