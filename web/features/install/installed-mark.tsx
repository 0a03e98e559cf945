import { useEffect } from 'react'
import { forgetOffer, readOffer, watchOffer } from '../../platform/app/install-offer.ts'
import { readCardState, writeCardState } from '../../platform/device/device-state.ts'
import { isStandalone } from '../../platform/app/standalone.ts'

/** Remembers whether the card is installed on this device. A browser that offers it anew says that it is not any more. */
export function InstalledMark({ alias }: { alias: string }) {
  useEffect(() => {
    const mark = (installed: boolean) => {
      if (readCardState(alias).installed !== installed) writeCardState(alias, { installed })
    }
    const look = () => {
      if (isStandalone()) mark(true)
      else if (readOffer()) mark(false)
    }
    const installed = () => {
      forgetOffer()
      mark(true)
    }
    look()
    const unwatch = watchOffer(look)
    addEventListener('appinstalled', installed)
    return () => {
      unwatch()
      removeEventListener('appinstalled', installed)
    }
  }, [alias])
  return null
}
