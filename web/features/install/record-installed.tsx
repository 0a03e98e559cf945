import { useEffect } from 'react'
import { clearOffer, readOffer, watchOffer } from '../../platform/app/install-offer.ts'
import { readCardState, writeCardState } from '../../platform/device/device-state.ts'
import { isStandalone } from '../../platform/app/standalone.ts'

/** Records whether the card is installed on this device. If the browser offers it again, it was uninstalled. */
export function RecordInstalled({ alias }: { alias: string }) {
  useEffect(() => {
    const mark = (installed: boolean) => {
      if (readCardState(alias).installed !== installed) writeCardState(alias, { installed })
    }
    const look = () => {
      if (isStandalone()) mark(true)
      else if (readOffer()) mark(false)
    }
    const installed = () => {
      clearOffer()
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
