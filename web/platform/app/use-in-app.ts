import { useSyncExternalStore } from 'react'
import { isInAppBrowser } from '#common/browser/in-app-browser.ts'

/** True inside another app's browser, such as Instagram's; false until a script runs. */
export const useInApp = () =>
  useSyncExternalStore(
    never,
    () => isInAppBrowser(navigator.userAgent),
    () => false,
  )

const never = () => () => {}
