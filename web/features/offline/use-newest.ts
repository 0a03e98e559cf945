import { useEffect, useEffectEvent } from 'react'
import { checkNow } from '../../platform/reach.ts'
import { useBack } from '../../platform/use-reach.ts'
import { opensOffline } from './may-leave.ts'
import { isMarkedKept, useAskAnew } from './use-ask-anew.ts'

/** A page that may be the one kept on this device, in the app or in a browser's tab, is asked for anew once the server answers. */
export function useNewest() {
  const askAnew = useAskAnew()
  const ask = useEffectEvent(() => {
    if (opensOffline(location.pathname, Boolean(navigator.serviceWorker?.controller))) void askAnew()
  })
  useEffect(() => {
    // Not where the server turns out to be away: then its coming back is heard.
    if (isShownKept()) void checkNow().then((reach) => reach === 'reached' && ask())
  }, [])
  useBack(() => ask())
}

const isShownKept = () =>
  performance.getEntriesByType('navigation').some((entry) => entry instanceof PerformanceNavigationTiming && isMarkedKept(entry))
