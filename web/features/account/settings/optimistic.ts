type Hands<T> = {
  send(value: T): Promise<unknown>
  show(value: T): void
  refused(thrown: unknown): void
}

/**
 * A value that is shown as it was chosen before the server has kept it. One request is under way at a time; who changes their
 * mind meanwhile has the last choice sent after it. A refusal brings back what the server last kept.
 */
export function createOptimistic<T>(value: T) {
  let kept = value
  let wanted = value
  let isSending = false
  return {
    async choose(next: T, { send, show, refused }: Hands<T>) {
      wanted = next
      show(next)
      if (isSending) return
      isSending = true
      try {
        while (wanted !== kept) {
          const asked = wanted
          await send(asked)
          kept = asked
        }
      } catch (thrown) {
        wanted = kept
        show(kept)
        refused(thrown)
      } finally {
        isSending = false
      }
    },
  }
}
