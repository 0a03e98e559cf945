import type { Caller } from './mount.ts'

/** A body that took longer may have been delayed on purpose. */
export const slowBodyMs = 250

/**
 * Reads a body, and reads the caller again if the body came slowly: in that time the session or key may have ended, or a card or the
 * admin role been taken away. A body that comes at once costs no second query.
 */
export async function readWithCaller<T>(
  caller: Caller,
  callerOf: () => Promise<Caller>,
  read: () => Promise<T>,
  slowMs: number,
): Promise<{ body: T; caller: Caller }> {
  const startedMs = performance.now()
  const body = await read()
  const isSlow = performance.now() - startedMs > slowMs
  return { body, caller: isSlow && caller.kind !== 'visitor' ? await callerOf() : caller }
}
