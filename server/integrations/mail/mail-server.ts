import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import type { Breaker } from '../breaker.ts'
import { guardedSocket } from '../guard/guarded-socket.ts'
import type { Post } from '../mail.ts'

/** The operator's mail server. Each mail has a connection of its own: they are few, and a kept one goes stale. */
export function mailServer(smtpUrl: string, timeoutMs: number, breaker: Breaker): Post {
  const leaving = new AbortController()
  return {
    async send(mail) {
      const seconds = breaker.rests()
      // The job tries again; a connection that hangs would only keep the others waiting.
      if (seconds > 0) throw new Error(`The mail server is left alone for ${seconds} s after it let us down.`)
      const { createTransport } = await import('nodemailer')
      const address = readAddress(smtpUrl)
      // Each step has its time, and all together: a server that says a word now and then would hold a job for ever.
      const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(3 * timeoutMs)])
      const open = () => guardedSocket({ ...address, timeoutMs, signal })
      const transport = createTransport({ ...address, ...patience(timeoutMs), ...nothingElse, getSocket: lend(open) })
      try {
        await transport.sendMail({ ...mail, signal })
        breaker.went(true)
      } catch (error) {
        breaker.went(leaving.signal.aborted || isAnswer(error))
        throw withoutAddress(error)
      } finally {
        transport.close()
      }
    },
    async close() {
      leaving.abort()
    },
  }
}

function readAddress(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isNear = ['localhost', '127.0.0.1', '::1'].includes(host)
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null
  return {
    host,
    port: port ? Number(port) : protocol === 'smtps:' ? 465 : 587,
    secure: protocol === 'smtps:',
    // A password goes over a wire only encrypted, whatever somebody on the way makes the server offer.
    requireTLS: auth !== null && !isNear,
    ...(auth ? { auth } : {}),
  }
}

/** A mail holds what we put in: nothing is read or fetched for it. */
const nothingElse = { disableFileAccess: true, disableUrlAccess: true }

const lend = (open: () => Promise<Socket>) => callbackify(async (_options: unknown) => ({ connection: await open() }))

const patience = (ms: number) => ({ connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms, dnsTimeout: ms })

/** It said no to this mail: it is there. 421: it closes. */
function isAnswer(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'responseCode' in error ? error.responseCode : null
  return typeof code === 'number' && code !== 421
}

/** What servers say names the recipient, and what is thrown is logged: only the codes stay. */
function withoutAddress(error: unknown): Error {
  const codes = error instanceof Error ? ['code', 'responseCode', 'command'].map((name) => Reflect.get(error, name)) : []
  const said = codes.filter((code) => typeof code === 'number' || (typeof code === 'string' && /^[\w ]{1,20}$/.test(code)))
  return new Error(`The mail server did not take a mail (${said.join(' ') || 'no reason given'}).`)
}
