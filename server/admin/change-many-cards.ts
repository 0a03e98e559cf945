import type { PlanChoice } from '#contract/admin/admin-choices.ts'
import { isProblem } from '#contract/api.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { setAnyPlan, switchAnyCard } from './change-any-card.ts'
import type { TakedownReason } from './take-down.ts'

type PlanDeps = Parameters<typeof setAnyPlan>[0]
type SwitchDeps = Parameters<typeof switchAnyCard>[0]
type Plans = { aliases: readonly string[]; choice: PlanChoice }
type Switches = { aliases: readonly string[]; isDisabled: boolean } & TakedownReason

// One transaction and one audit entry for each card. A card that was deleted meanwhile is left out.

/** Sets the plan of each card. `left` are those whose plan a payment service manages, which keep it. */
export async function setPlans(deps: PlanDeps, caller: Caller, { aliases, choice }: Plans): Promise<{ changed: string[]; left: string[] }> {
  const changed: string[] = []
  const left: string[] = []
  for (const alias of new Set(aliases)) {
    try {
      await setAnyPlan(deps, caller, { alias, choice })
      changed.push(alias)
    } catch (error) {
      if (isOfType(error, 'conflict')) left.push(alias)
      else if (!isOfType(error, 'card-not-found')) throw error
    }
  }
  return { changed, left }
}

/** Takes each card down, or restores it. Returns those that were not so already. */
export async function switchCards(deps: SwitchDeps, caller: Caller, { aliases, ...change }: Switches): Promise<string[]> {
  const changed: string[] = []
  for (const alias of new Set(aliases)) {
    try {
      const { subject } = await readCard(deps, alias)
      if (subject.isCardDisabled === change.isDisabled) continue
      await switchAnyCard(deps, caller, { alias, ...change })
      changed.push(alias)
    } catch (error) {
      if (!isOfType(error, 'card-not-found')) throw error
    }
  }
  return changed
}

const isOfType = (error: unknown, type: 'conflict' | 'card-not-found') => isProblem(error) && error.problem.type === `/problems/${type}`
