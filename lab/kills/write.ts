import { setTimeout as wait } from 'node:timers/promises'
import { isRefused } from '#contract/api.ts'
import { acts, often } from './acts.ts'
import type { Owner } from './found-household.ts'
import type { Dice } from '../dice.ts'

export type Writer = { url: string; owner: Owner; random: Dice; operatorCookie: string }

/** One act after the other until somebody dies. What was refused was not done; what was not answered may be. */
export function write(writer: Writer) {
  let isOver = false
  async function go(): Promise<boolean> {
    while (!isOver) {
      try {
        await acts[writer.random.one(often) ?? 'look']?.(writer)
      } catch (error) {
        if (!isUnanswered(error)) {
          if (!isRefused(error)) throw error
          writer.owner.pending.length = 0
          await wait(20)
          continue
        }
        return true
      }
    }
    return false
  }
  const gone = go()
  return {
    end() {
      isOver = true
      return gone
    },
  }
}

/** The connection broke, or the server says that it could not. */
function isUnanswered(error: unknown): boolean {
  if (isRefused(error)) return error.problem.status >= 500
  return error instanceof TypeError
}

/** A server that was without its database a moment ago may say so once more. */
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
