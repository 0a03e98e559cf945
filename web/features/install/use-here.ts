import { useSyncExternalStore } from 'react'
import { hereOf, type Here } from '#contract/install-browser.ts'

let here: Here | null = null

/** The visitor's device and browser: from the user agent on the server, from the browser itself once scripts run. */
export const useHere = (served: Here | null): Here | null => useSyncExternalStore(never, look, () => served)

const never = () => () => {}
const look = (): Here => (here ??= hereOf(navigator.userAgent, navigator.maxTouchPoints))
