import type { Subject } from '../tables.ts'

/** Off for everybody: nothing but the name may leave. */
export function isSwitchedOff({ isCardDisabled, eCardEnabled }: Pick<Subject, 'isCardDisabled' | 'eCardEnabled'>): boolean {
  return isCardDisabled || !eCardEnabled
}
