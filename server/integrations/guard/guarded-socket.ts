import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { propertyOf } from '#common/property-of.ts'
import { guardedLookup, refuseAddress } from './guarded-lookup.ts'

/** Opens a connection to a host that the administrator configured, for protocols other than HTTP. */
export async function guardedSocket(of: { host: string; port: number; timeoutMs: number; signal: AbortSignal }): Promise<Socket> {
  const { host, port, timeoutMs } = of
  refuseAddress(host, 'configured')
  const socket = connect({ host, port, lookup: guardedLookup('configured') })
  const ends = AbortSignal.any([of.signal, AbortSignal.timeout(timeoutMs)])
  const abort = () => socket.destroy(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' }))
  ends.addEventListener('abort', abort)
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return socket
  } finally {
    ends.removeEventListener('abort', abort)
  }
}

/** The certificate at an https address that the administrator configured. `error` is why this machine doesn't trust it. */
export async function readCertificate(url: URL, timeoutMs: number): Promise<{ validTo: Date; error: string | null }> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const signal = AbortSignal.timeout(timeoutMs)
  const socket = await guardedSocket({ host, port: Number(url.port || 443), timeoutMs, signal })
  const secured = connectTls({ socket, ...(isIP(host) ? {} : { servername: host }), rejectUnauthorized: false })
  signal.addEventListener('abort', () => secured.destroy(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' })))
  try {
    await new Promise<void>((resolve, reject) => secured.once('secureConnect', resolve).once('error', reject))
    const error = secured.authorizationError
    return {
      validTo: new Date(secured.getPeerCertificate().valid_to),
      error: error ? String(propertyOf(error, 'code') ?? error) : null,
    }
  } finally {
    secured.destroy()
  }
}
