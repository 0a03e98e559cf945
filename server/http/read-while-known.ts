import type { Caller } from './mount.ts'

export type Calling = { caller: Caller; callerNow: () => Promise<Caller> }

const momentMs = 250

/** Reads what somebody sends, and says who they are once it is there: what takes a while may outlive the session it began under. */
export async function readWhileKnown<T>({ caller, callerNow }: Calling, read: () => Promise<T>): Promise<{ body: T; caller: Caller }> {
  const begunMs = performance.now()
  const body = await read()
  return { body, caller: performance.now() - begunMs < momentMs ? caller : await callerNow() }
}
