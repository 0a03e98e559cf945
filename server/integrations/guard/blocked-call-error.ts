/** A blocked or aborted call. For the log only: the source of the address must not learn the reason. */
export class BlockedCallError extends Error {
  override name = 'BlockedCallError'
  readonly code: string

  constructor(code: 'host' | 'address' | 'too-large' | 'encoded' | 'upgrade') {
    super(`The call was blocked: ${code}.`)
    this.code = `blocked-${code}`
  }
}
