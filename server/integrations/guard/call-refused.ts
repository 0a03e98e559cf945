/** Why a call was blocked or cut off. For the log only: whoever supplied the address never learns it. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly code: string

  constructor(code: 'host' | 'address' | 'too-large' | 'encoded') {
    super(`The call was refused: ${code}.`)
    this.code = `refused-${code}`
  }
}

export const isCallRefused = (error: unknown): error is CallRefused => error instanceof CallRefused
