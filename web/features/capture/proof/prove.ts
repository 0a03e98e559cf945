import type { Api } from '#contract/api.ts'
import type { Challenge } from 'altcha-lib/types'

export type Token = { reCaptchaResponse: string; reCaptchaAction: string }
/** A finished token, or a function that gets one on submit. */
export type Proof = { ready: Token } | { request(): Promise<Token> }

/** The server rejects a younger seal: no person fills in the form faster. */
const sealMinAgeMs = 3500

/** The proof that the server requires with a contact, for the captcha of this installation. */
export async function prove({ call, slug, alias }: { call: Api['call']; slug: string; alias: string }): Promise<Proof> {
  const action = `${slug}/connect_client`
  const answer = await call('contacts.challenge', { query: { alias, action } })
  if (answer.kind !== 'proof-of-work') {
    const request = async () => {
      const { requestToken } = await import('./captcha-provider.ts')
      return { reCaptchaResponse: await requestToken(answer, action), reCaptchaAction: action }
    }
    return { request }
  }
  try {
    const { solveInWorkers } = await import('./solve-in-workers.ts')
    // The type of altcha-lib, which the server uses too.
    const challenge = answer.challenge as unknown as Challenge
    return { ready: { reCaptchaResponse: buildPayload(challenge, await solveInWorkers(challenge)), reCaptchaAction: action } }
  } catch {
    // Without TLS there is no Web Crypto: wait for the seal instead, as browsers without script do.
    const { seal } = await call('contacts.form', { params: { alias } })
    await new Promise((resolve) => setTimeout(resolve, sealMinAgeMs))
    return { ready: { reCaptchaResponse: seal, reCaptchaAction: action } }
  }
}

/** A solved challenge as the server reads it: base64 of JSON. */
export function buildPayload(challenge: unknown, solution: { counter: number; derivedKey: string }): string {
  return btoa(JSON.stringify({ challenge, solution }))
}
