import { freeContactCount } from '#contract/constants.ts'
import type { OwnCard } from '#server/cards/owned/read-own-card.ts'

/** How many of the newest contacts the plan includes; null for all. The others stay stored, and an upgrade shows them again. */
export function contactLimit({ isActive, may }: Pick<OwnCard, 'isActive' | 'may'>): number | null {
  return isActive && may('ConnectedClients') ? null : freeContactCount
}
