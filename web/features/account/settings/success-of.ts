import type { Refused } from '#contract/api.ts'

/** An answer that says it did not work is a refusal too, whatever its status. */
export function successOf({ success, message }: { success: number; message: string }) {
  if (success === 1) return
  const refusal: Refused = { problem: { type: '/problems/unexpected', status: 500, title: message } }
  throw refusal
}
