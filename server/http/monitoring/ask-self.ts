import { allowHost } from '#server/integrations/guard/allowed-hosts.ts'
import { guardedFetch, type Reply } from '#server/integrations/guard/guarded-fetch.ts'
import { selfCheckPath, startSelfCheck, type SelfCheckAnswer, type Sign } from './self-check.ts'

type Question = { headers?: Record<string, string>; body?: string | Buffer; timeoutMs: number }

/** Asks an address from this machine, as a visitor would. Without an answer of this installation, something else is there. */
export async function askSelf(
  sign: Sign,
  address: string,
  { headers, body = '1', timeoutMs }: Question,
): Promise<{ reply: Reply; answer: SelfCheckAnswer | null }> {
  const url = new URL(selfCheckPath, address)
  const { headers: signed, proof } = await startSelfCheck(sign)
  const reply = await guardedFetch({ allow: allowHost(url) })(url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...headers, ...signed },
    body,
    timeoutMs,
    bytesMax: 100_000,
  })
  return { reply, answer: answerIn(reply, proof) }
}

function answerIn({ status, body }: Reply, proof: string): SelfCheckAnswer | null {
  if (status !== 200) return null
  try {
    const answer = JSON.parse(body.toString()) as SelfCheckAnswer
    return answer.proof === proof ? answer : null
  } catch {
    return null
  }
}
