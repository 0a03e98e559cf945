import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

export type Share = { challenge: Challenge; counterStart: number; counterStep: number }
export type Solution = { counter: number; derivedKey: string }

/** Tries every `counterStep`th key. It yields between keys, so the page stays responsive even without a worker. */
export async function solve(share: Share): Promise<Solution | null> {
  return solveChallenge({ ...share, deriveKey })
}
