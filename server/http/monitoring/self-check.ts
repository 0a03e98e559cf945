import { randomBytes, timingSafeEqual } from 'node:crypto'
import { uploadLimits } from '#contract/media/upload-limits.ts'
import type { Context } from 'hono'
import { systemClock } from '#server/integrations/clock.ts'
import type { FrontEnv } from '../front-env.ts'

/** Where the doctor asks, through the public address, whether this installation answers and what a proxy does to a request. */
export const selfCheckPath = '/healthz/self-check'
const signatureHeader = 'x-self-check'
const validMs = 60_000

/** What arrived here. `proof` shows that this installation answers: no one else has its secret. */
export type SelfCheckAnswer = { proof: string; headers: string[]; forwardedFor: string | null; bytes: number }

/** An HMAC with the installation's secret, in base64url. */
export type Sign = (text: string) => Promise<string>

/** The headers of a self-check, and the proof that the answer must have. */
export async function startSelfCheck(sign: Sign): Promise<{ headers: Record<string, string>; proof: string }> {
  const nonce = `${systemClock.now().getTime()}.${randomBytes(16).toString('hex')}`
  return {
    headers: { [signatureHeader]: `${nonce}.${await sign(`self-check ${nonce}`)}` },
    proof: await sign(`self-check answer ${nonce}`),
  }
}

/** Null for everyone who doesn't know the secret, or repeats an older request: for them the address doesn't exist. */
export async function answerSelfCheck({ req }: Context<FrontEnv>, sign: Sign): Promise<SelfCheckAnswer | null> {
  const [, nonce, sentAt, signature] = /^((\d{13})\.[\da-f]{32})\.([\w-]{43})$/.exec(req.header(signatureHeader) ?? '') ?? []
  if (!nonce || !signature || Math.abs(systemClock.now().getTime() - Number(sentAt)) > validMs) return null
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(await sign(`self-check ${nonce}`)))) return null
  let bytes = 0
  for await (const chunk of req.raw.body ?? []) if ((bytes += chunk.length) > uploadLimits.bytesMax) break
  return {
    proof: await sign(`self-check answer ${nonce}`),
    headers: [...req.raw.headers.keys()],
    forwardedFor: req.header('x-forwarded-for') ?? null,
    bytes,
  }
}
