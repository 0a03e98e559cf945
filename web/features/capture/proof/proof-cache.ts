import type { Proof, Token } from './prove.ts'

/** The server's challenges expire after ten minutes. */
const validForMs = 9 * 60_000

/** Computes the proof while the visitor types. A proof that expired, failed or was used is computed again. */
export function createProofCache(prove: () => Promise<Proof>, now: () => number = Date.now) {
  let startedAt = 0
  let proof: Promise<Proof> | null = null

  function begin(): Promise<Proof> {
    if (proof && now() - startedAt < validForMs) return proof
    startedAt = now()
    const started = prove()
    proof = started
    started.catch(() => {
      if (proof === started) proof = null
    })
    return started
  }

  return {
    begin: () => void begin().catch(() => {}),
    /** A token for one submission. */
    async consume(): Promise<Token> {
      const ready = await begin()
      proof = null
      return 'ready' in ready ? ready.ready : ready.request()
    },
  }
}
