import { freeContactCount } from '#contract/constants.ts'
import type { OwnCard } from '#server/cards/owned/read-own-card.ts'

/** How many of the newest the plan opens; null for all. Nothing is ever deleted for a plan: it opens again. */
export function newestOpen({ isActive, may }: Pick<OwnCard, 'isActive' | 'may'>): number | null {
  return isActive && may('ConnectedClients') ? null : freeContactCount
}
