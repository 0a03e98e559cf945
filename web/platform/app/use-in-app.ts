import { useSyncExternalStore } from 'react'
import { isInAppBrowser } from '#contract/in-app-browser.ts'

/** Whether this page is shown inside another app; not known until a script runs. */
export const useInApp = () =>
  useSyncExternalStore(
    never,
    () => isInAppBrowser(navigator.userAgent),
    () => false,
  )

const never = () => () => {}
