import { setTimeout as wait } from 'node:timers/promises'
import { isProblem } from '#contract/api.ts'
import { actions, frequencies } from './actions.ts'
import type { Owner } from './seed-owners.ts'
import type { Dice } from '../dice.ts'

export type Writer = { url: string; owner: Owner; random: Dice; adminCookie: string }

/** One action after another until a process dies. A refused action had no effect; an unanswered one may have. */
export function write(writer: Writer) {
  let isOver = false
  async function go(): Promise<boolean> {
    while (!isOver) {
      try {
        await actions[writer.random.one(frequencies)](writer)
      } catch (error) {
        if (!isUnanswered(error)) {
          if (!isProblem(error)) throw error
          writer.owner.pending.length = 0
          await wait(20)
          continue
        }
        return true
      }
    }
    return false
  }
  const exited = go()
  return {
    end() {
      isOver = true
      return exited
    },
  }
}

/** The connection broke, or the server returned an error. */
function isUnanswered(error: unknown): boolean {
  if (isProblem(error)) return error.problem.status >= 500
  return error instanceof TypeError
}

/** Just after a database outage, the server may report it once more. */
export async function patiently(ask: () => Promise<void>): Promise<void> {
  for (let time = 1; ; time++) {
    try {
      return await ask()
    } catch (error) {
      if (!isUnanswered(error) || time === 20) throw error
      await wait(100)
    }
  }
}
