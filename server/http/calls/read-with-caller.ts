import type { Caller } from './mount.ts'

/** A body that took longer may have been held back on purpose. */
const lateMs = 250

/**
 * Reads a body, and who calls once more where it came slowly: it may take half a minute, and whoever was signed out, gave up a card or
 * is no operator any more by then does nothing. A body that comes at once costs no second look.
 */
export async function readWithCaller<T>(
  caller: Caller,
  callerOf: () => Promise<Caller>,
  read: () => Promise<T>,
): Promise<{ body: T; caller: Caller }> {
  const begunMs = performance.now()
  const body = await read()
  const isLate = performance.now() - begunMs > lateMs
  return { body, caller: isLate && caller.kind === 'owner' ? await callerOf() : caller }
}
