/** The command was not understood: nothing was tried, and the answer says how to write it. */
export class UsageError extends Error {
  override name = 'UsageError'
}
