import type { IncomingMessage } from 'node:http'
import { visitorKey } from './visitor-key.ts'

/** What node hands along with a request; absent where a test asks without a socket. */
export type Bindings = { incoming?: IncomingMessage }

/** Who to count limits by. A forwarded address is believed only when a proxy of ours is known to write it. */
export function visitorOf(request: Request, bindings: Bindings | undefined, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  return visitorKey(forwarded || bindings?.incoming?.socket?.remoteAddress || 'unknown')
}
