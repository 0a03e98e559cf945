import { useSyncExternalStore } from 'react'
import { isInApp } from '../../ui/use-in-app.ts'
import { hereOf, type Here } from './ways.ts'

let here: Here | null = null

/** The device and browser in somebody's hand; null until a script runs. */
export const useHere = (): Here | null => useSyncExternalStore(never, look, () => null)

const never = () => () => {}

function look(): Here {
  const { userAgent, maxTouchPoints } = navigator
  return (here ??= hereOf({ userAgent, touchPoints: maxTouchPoints, isInApp: isInApp(userAgent) }))
}
