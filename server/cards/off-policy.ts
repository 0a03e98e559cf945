import type { Subject } from './tables.ts'

/** Off for everybody: nothing but the name may leave. */
export function isSwitchedOff({ isCardDisabled, eCardEnabled }: Subject): boolean {
  return isCardDisabled || !eCardEnabled
}
