import { useSyncExternalStore } from 'react'
import { hereOf, type Here } from '#contract/install-browser.ts'

let here: Here | null = null

/** The device and browser in somebody's hand: as the server read its name, and with a script as it really is. */
export const useHere = (served: Here | null): Here | null => useSyncExternalStore(never, look, () => served)

const never = () => () => {}
const look = (): Here => (here ??= hereOf(navigator.userAgent, navigator.maxTouchPoints))
