import type { Caller } from '../calls/mount.ts'
import { problem } from '../problems/problem.ts'

type Body = { request: Request; bytesMax: number }
export type LargeBodies = <T>(caller: Caller, body: Body, work: () => Promise<T>) => Promise<T>

/** A table or a vCard takes several times its size in memory while it is read. Pictures are smaller and have limits of their own. */
const largeBytes = 16 * 1024 * 1024
/** Pages that take large files have small forms, too. */
const smallBytes = 1024 * 1024
const atOnceMax = 4
const retryAfterSeconds = 10
const isBusy = { detail: 'Another file of yours is being read. Try again when it is done.', retryAfterSeconds }
const areBusy = { detail: 'Many files are being read. Try again in a moment.', retryAfterSeconds }

/** Reads and processes a few large bodies at a time, one per account, and refuses others: a request that waits would time out. */
export function limitLargeBodies(atOnce = atOnceMax): LargeBodies {
  const accounts = new Set<string>()
  return async (caller, { request, bytesMax }, work) => {
    const isSmall = bytesMax <= largeBytes || Number(request.headers.get('content-length') ?? Infinity) <= smallBytes
    if (isSmall || caller.kind !== 'owner') return work()
    const { accountId } = caller
    if (accounts.has(accountId)) throw problem('too-many-requests', isBusy)
    if (accounts.size >= atOnce) throw problem('too-many-requests', areBusy)
    accounts.add(accountId)
    try {
      return await work()
    } finally {
      accounts.delete(accountId)
    }
  }
}
