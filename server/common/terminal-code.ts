import { styleText } from 'node:util'
import { renderUnicodeCompact } from 'uqr'
import { isSecureAddress } from '#common/is-secure-address.ts'

/** A code that a phone reads from a terminal. Colored if the stream is a terminal with colors. */
export const terminalCode = (text: string, stream: NodeJS.WriteStream) =>
  styleText(['whiteBright', 'bgBlack'], renderUnicodeCompact(text, { border: 2 }), { stream })

/** False for this machine's own address: a phone could look at cards, but its login would not last, as cookies are Secure. */
export const canLogInOnPhone = (address: string) => !(address.startsWith('http:') && isSecureAddress(address))
