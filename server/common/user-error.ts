/** An error whose message is for the person who started the program: printed as it is, without a stack. */
export class UserError extends Error {
  override name = 'UserError'
}
