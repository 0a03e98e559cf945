import { pbkdf2Sync } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import type { Challenge } from 'altcha-lib/types'
import type { ChallengeAnswer } from '#server/outside/captcha.ts'

/** What a browser works out, at a tenth of the cost: where a key takes a microsecond, handing it to another thread takes ten. */
export async function workOut(answer: ChallengeAnswer): Promise<string> {
  if (answer.kind !== 'proof-of-work') throw new Error('There is nothing to work out.')
  const { signature, parameters } = answer.challenge
  const challenge = { signature, parameters: parameters as Challenge['parameters'] }
  const solution = await solveChallenge({
    challenge,
    deriveKey: async ({ cost, keyLength = 32 }, salt, password) => ({
      parameters: {},
      derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256'),
    }),
  })
  // Given up after its own time: sent all the same it would be refused, and look like a fault of the server.
  if (!solution) throw new Error('The loader was too busy to work out a puzzle.')
  return btoa(JSON.stringify({ challenge, solution }))
}
