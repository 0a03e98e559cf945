import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { problem } from '../problems/problem.ts'
import { countAnswers, deleteCall, findCall, reserveCall, updateAnswer, type CallKey } from './idempotency-store.ts'
import type { Caller } from './mount.ts'
import type { RawCall } from './parse-call.ts'

/** Runs the work unless this caller sent the same request with the same Idempotency-Key before: then the answer is the stored one. */
export type OnlyOnce = (request: Request, caller: Caller, parts: RawCall, work: () => Promise<Response>) => Promise<Response>

/** How long an answer is stored. */
export const storedMs = 86_400_000
/** A longer answer isn’t stored, nor one of a card that has so many already: a repeat gets 204. */
const storedBytesMax = 16_384
export const storedMax = 10_000
/** A call that has no answer after this was interrupted. */
const runningMs = 120_000

export function openIdempotency({ db, clock }: { db: Db; clock: Clock }): OnlyOnce {
  return async (request, caller, parts, work) => {
    const idempotencyKey = request.headers.get('idempotency-key')
    const [subjectId] = caller.kind === 'key' ? caller.subjectIds : []
    if (idempotencyKey === null || caller.kind !== 'key' || !subjectId) return work()
    if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
      throw problem('bad-request', { detail: 'The Idempotency-Key must have 1 to 255 visible ASCII characters.' })
    const key = { subjectId, accessKeyId: caller.keyId, idempotencyKey }
    const requestHash = hashOf([request.method, new URL(request.url).pathname, parts.input])
    const secret = hashOf(['idempotency', request.headers.get('authorization')?.replace(/^\S+ +/, '')])
    const now = clock.now()
    const ago = (ms: number) => new Date(now.getTime() - ms)
    if (!(await reserveCall(db, key, { requestHash, now, expired: ago(storedMs), abandoned: ago(runningMs) })))
      return replay(db, key, { requestHash, secret, now })
    const answer = await releaseIfFailed(db, key, work)
    const body = Buffer.from(await answer.clone().arrayBuffer())
    const isStored = body.length <= storedBytesMax && (body.length === 0 || (await countAnswers(db, subjectId, storedMax)) < storedMax)
    const stored = !isStored ? { status: 204, body: Buffer.alloc(0) } : { status: answer.status, body }
    await updateAnswer(db, key, { status: stored.status, answer: seal(stored.body, secret) })
    return answer
  }
}

type Repeat = { requestHash: Buffer; secret: Buffer; now: Date }

async function replay(db: Db, key: CallKey, { requestHash, secret, now }: Repeat): Promise<Response> {
  const stored = await findCall(db, key)
  if (stored && !stored.requestHash.equals(requestHash)) throw problem('idempotency-key-reused')
  if (!stored?.status || !stored.answer)
    throw problem('idempotency-key-running', { retryAfterSeconds: stored ? secondsLeft(stored, now) : 1 })
  const body = open(stored.answer, secret)
  const headers = { 'idempotency-replayed': 'true', 'cache-control': 'no-store' }
  if (body.length === 0) return new Response(null, { status: stored.status, headers })
  return new Response(new Uint8Array(body), {
    status: stored.status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  })
}

const secondsLeft = ({ createdAt }: { createdAt: Date }, now: Date) =>
  Math.max(1, Math.ceil((createdAt.getTime() + runningMs - now.getTime()) / 1000))

/** A call that was refused or failed can be sent again with the same key. */
async function releaseIfFailed(db: Db, key: CallKey, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    // Without the database the reservation ends by itself.
    await deleteCall(db, key).catch(() => {})
    throw error
  }
}

const hashOf = (parts: unknown[]) => hash('sha256', JSON.stringify(parts), 'buffer')

const nonceBytes = 12
const tagBytes = 16

/** Answers contain contacts and signing secrets. Only the caller has the API key to decrypt them. */
function seal(body: Buffer, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce)
  return Buffer.concat([nonce, cipher.update(body), cipher.final(), cipher.getAuthTag()])
}

function open(sealed: Buffer, secret: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, nonceBytes))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
