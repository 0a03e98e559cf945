import type { Subject } from '../tables.ts'

/** True if the card is off: only its name is public. */
export function isSwitchedOff({ isCardDisabled, eCardEnabled }: Pick<Subject, 'isCardDisabled' | 'eCardEnabled'>): boolean {
  return isCardDisabled || !eCardEnabled
}
