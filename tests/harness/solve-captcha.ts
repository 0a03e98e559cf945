import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import type { ChallengeAnswer } from '#server/integrations/captcha.ts'

/** The solution that a browser computes and sends as `reCaptchaResponse`. */
export async function solveCaptcha(answer: ChallengeAnswer): Promise<string> {
  if (answer.kind !== 'proof-of-work') throw new Error('There is nothing to work out.')
  const { signature, parameters } = answer.challenge
  const challenge = { signature, parameters: parameters as Challenge['parameters'] }
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}
