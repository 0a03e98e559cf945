import { connect, type Socket } from 'node:net'
import { guardedLookup, refuseAddress } from './guarded-lookup.ts'

/** Opens a connection to a host that the administrator configured, for protocols other than HTTP. */
export async function guardedSocket(of: { host: string; port: number; timeoutMs: number; signal: AbortSignal }): Promise<Socket> {
  const { host, port, timeoutMs } = of
  refuseAddress(host, 'named')
  const socket = connect({ host, port, lookup: guardedLookup('named') })
  const ends = AbortSignal.any([of.signal, AbortSignal.timeout(timeoutMs)])
  const giveUp = () => socket.destroy(Object.assign(new Error('nobody answers'), { code: 'ETIMEDOUT' }))
  ends.addEventListener('abort', giveUp)
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return socket
  } finally {
    ends.removeEventListener('abort', giveUp)
  }
}
