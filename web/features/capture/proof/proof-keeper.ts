import type { Proof, Token } from './prove.ts'

/** The server forgets a challenge after ten minutes. */
const goodForMs = 9 * 60_000

/** Works while somebody types; a proof that got too old, failed or was used is made anew. */
export function createProofKeeper(prove: () => Promise<Proof>, now: () => number = Date.now) {
  let begunAt = 0
  let proof: Promise<Proof> | null = null

  function begin(): Promise<Proof> {
    if (proof && now() - begunAt < goodForMs) return proof
    begunAt = now()
    const begun = prove()
    proof = begun
    begun.catch(() => {
      if (proof === begun) proof = null
    })
    return begun
  }

  return {
    begin: () => void begin().catch(() => {}),
    /** A token for one sending. */
    async spend(): Promise<Token> {
      const ready = await begin()
      proof = null
      return 'ready' in ready ? ready.ready : ready.ask()
    },
  }
}
