import type { ThrownProblem } from '#contract/api.ts'

/** An answer with `success: 0` is an error too, whatever its status. */
export function throwUnlessSuccess({ success, message }: { success: number; message: unknown }) {
  if (success === 1) return
  const title = typeof message === 'string' ? message : ''
  throw { problem: { type: '/problems/unexpected', status: 422, title } } satisfies ThrownProblem
}
