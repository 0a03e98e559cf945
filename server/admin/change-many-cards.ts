import type { PlanChoice } from '#contract/admin/admin-choices.ts'
import { isProblem } from '#contract/api.ts'
import { isAway, isShardAway } from '#server/database/is-away.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import type { Log } from '#server/integrations/log.ts'
import { setAnyPlan, switchAnyCard } from './change-any-card.ts'
import type { TakedownReason } from './take-down.ts'

type PlanDeps = Parameters<typeof setAnyPlan>[0] & { log: Log }
type SwitchDeps = Parameters<typeof switchAnyCard>[0] & { log: Log }
type Plans = { aliases: readonly string[]; choice: PlanChoice }
type Switches = { aliases: readonly string[]; isDisabled: boolean } & TakedownReason
/** Aliases of the cards that were changed, and of those that an error left as they were. */
type Changed = { changed: string[]; failed: string[] }

/** Sets the plan of each card. `left`: cards that keep theirs, because a payment service manages it. */
export async function setPlans(deps: PlanDeps, caller: Caller, { aliases, choice }: Plans): Promise<Changed & { left: string[] }> {
  const left: string[] = []
  const result = await changeEach(deps, aliases, async (alias) => {
    try {
      await setAnyPlan(deps, caller, { alias, choice })
      return true
    } catch (error) {
      if (!isOfType(error, 'conflict')) throw error
      left.push(alias)
      return false
    }
  })
  return { ...result, left }
}

/** Takes each card down, or restores it. */
export const switchCards = (deps: SwitchDeps, caller: Caller, { aliases, ...change }: Switches): Promise<Changed> =>
  changeEach(deps, aliases, (alias) => switchAnyCard(deps, caller, { alias, ...change }))

/**
 * One transaction and one audit entry for each card, also after an error, which is thrown only if it leaves all as they were. A card that
 * was deleted meanwhile is left out.
 */
async function changeEach(
  { log }: { log: Log },
  aliases: readonly string[],
  change: (alias: string) => Promise<boolean>,
): Promise<Changed> {
  const changed: string[] = []
  const failed: string[] = []
  let firstError: unknown
  let isDatabaseAway = false
  for (const alias of new Set(aliases)) {
    try {
      if (isDatabaseAway) failed.push(alias)
      else if (await change(alias)) changed.push(alias)
    } catch (error) {
      if (isOfType(error, 'card-not-found')) continue
      failed.push(alias)
      firstError ??= error
      // Otherwise each remaining card would wait for its timeout.
      isDatabaseAway = isAway(error) && !isShardAway(error)
    }
  }
  if (failed.length > 0 && changed.length === 0) throw firstError
  if (failed.length > 0) log.error('cards-not-changed', { error: firstError, failed: failed.length })
  return { changed, failed }
}

const isOfType = (error: unknown, type: 'conflict' | 'card-not-found') => isProblem(error) && error.problem.type === `/problems/${type}`
