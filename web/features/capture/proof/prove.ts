import type { Api } from '#contract/api.ts'
import type { Challenge } from 'altcha-lib/types'

export type Token = { reCaptchaResponse: string; reCaptchaAction: string }
/** Work done beforehand, or what is left for the moment of sending. */
export type Proof = { ready: Token } | { ask(): Promise<Token> }

/** A seal is believed after this long: nobody types faster. */
const sealRipensMs = 3500

/** What the server wants to see before it takes somebody's details, by whichever captcha the installation has. */
export async function prove({ call, slug, alias }: { call: Api['call']; slug: string; alias: string }): Promise<Proof> {
  const action = `${slug}/connect_client`
  const asked = await call('contacts.challenge', { query: { alias, action } })
  if (asked.kind !== 'proof-of-work') {
    const ask = async () => {
      const { askProvider } = await import('./outside-captcha.ts')
      return { reCaptchaResponse: await askProvider(asked, action), reCaptchaAction: action }
    }
    return { ask }
  }
  try {
    const { solveInWorkers } = await import('./solve-in-workers.ts')
    // The library's own shape, written by the library on the server.
    const challenge = asked.challenge as unknown as Challenge
    return { ready: { reCaptchaResponse: payloadOf(challenge, await solveInWorkers(challenge)), reCaptchaAction: action } }
  } catch {
    // A browser that cannot work it out (without TLS there is no cryptography) waits instead, as one without scripts does.
    const { seal } = await call('contacts.form', { params: { alias } })
    await new Promise((resolve) => setTimeout(resolve, sealRipensMs))
    return { ready: { reCaptchaResponse: seal, reCaptchaAction: action } }
  }
}

/** What the server reads of a solved challenge: JSON as base64. */
export function payloadOf(challenge: unknown, solution: { counter: number; derivedKey: string }): string {
  return btoa(JSON.stringify({ challenge, solution }))
}
