/** Why we do not call there, or read no further. For the log; whoever named the address is never told. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly code: string

  constructor(code: 'host' | 'address' | 'too-large' | 'encoded') {
    super(`The call was refused: ${code}.`)
    this.code = `refused-${code}`
  }
}

export const isCallRefused = (error: unknown): error is CallRefused => error instanceof CallRefused
