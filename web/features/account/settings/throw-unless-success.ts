import type { ThrownProblem } from '#contract/api.ts'

/** An answer with `success: 0` is an error too, whatever its status. */
export function throwUnlessSuccess({ success, message }: { success: number; message: string }) {
  if (success === 1) return
  const thrown: ThrownProblem = { problem: { type: '/problems/unexpected', status: 500, title: message } }
  throw thrown
}
