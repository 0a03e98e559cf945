import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { propertyOf } from '#common/property-of.ts'
import type { Breaker } from '../breaker.ts'
import { guardedSocket } from '../guard/guarded-socket.ts'
import type { MailSettings, MailTransport } from '../mail.ts'
import { noExternalAccess } from './outbox.ts'
import { RecipientRefused, type Rejection } from './recipient-refused.ts'

/** The configured mail server. Each mail uses its own connection: mails are few, and pooled connections go stale. */
export function mailServer(settings: Pick<MailSettings, 'smtpUrl'>, timeoutMs: number, breaker: Breaker): MailTransport {
  const closing = new AbortController()
  return {
    async send(mail) {
      const seconds = breaker.retryAfterSeconds()
      // The job retries; a hanging connection would block the other mails.
      if (seconds > 0) throw new Error(`The mail server keeps failing; calls are paused for ${seconds} s.`)
      const { createTransport } = await import('nodemailer')
      const address = readAddress(settings.smtpUrl)
      // A limit for each step and for all together: a server that trickles bytes would block the job forever.
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(3 * timeoutMs)])
      const connect = () => guardedSocket({ ...address, timeoutMs, signal })
      const transport = createTransport({ ...address, ...timeouts(timeoutMs), ...noExternalAccess, getSocket: socketFactory(connect) })
      try {
        await transport.sendMail({ ...mail, signal })
        breaker.record(true)
      } catch (error) {
        breaker.record(closing.signal.aborted || isRejection(error))
        const rejection = rejectionIn(error)
        throw rejection ? new RecipientRefused(describe(error), rejection) : new Error(describe(error))
      } finally {
        transport.close()
      }
    },
    async close() {
      closing.abort()
    },
  }
}

/** Where the server is and how to log in to it. */
export function readAddress(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLocal = isThisMachine(host)
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null
  return {
    host,
    port: port ? Number(port) : protocol === 'smtps:' ? 465 : 587,
    secure: protocol === 'smtps:',
    // Never send a password unencrypted, even if an attacker strips STARTTLS.
    requireTLS: auth !== null && !isLocal,
    ...(auth ? { auth } : {}),
  }
}

export const isThisMachine = (host: string) => ['localhost', '127.0.0.1', '::1'].includes(host)

const socketFactory = (connect: () => Promise<Socket>) => callbackify(async (_options: unknown) => ({ connection: await connect() }))

export const timeouts = (ms: number) => ({ connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms, dnsTimeout: ms })

/** The server rejected this mail, so it is reachable. 421 means it is shutting down. */
function isRejection(error: unknown): boolean {
  const code: unknown = error instanceof Error && 'responseCode' in error ? error.responseCode : null
  return typeof code === 'number' && code !== 421
}

/** Rejections that are about this installation or the protocol, not the recipient: no mail would be accepted. */
const notRecipient = /^(50[0234]|53\d)\b|\brelay/i
/** A policy of the server, such as a blocklist with this installation on it. */
const policy = /^5\d\d[ -]5\.7\./

/** The permanent rejection of a recipient; null for every other failure, which may pass. */
function rejectionIn(error: unknown): Rejection | null {
  const [answer, command] = [answerOf(error), textIn(error, 'command')]
  if (!/^5\d\d\b/.test(answer) || notRecipient.test(answer.replace(/\S+@\S+/g, ''))) return null
  if (command === 'RCPT TO') return policy.test(answer) ? null : { step: 'recipientRefused', answer }
  return command === 'DATA' ? { step: 'messageRefused', answer } : null
}

export const textIn = (error: unknown, name: 'code' | 'originalCode' | 'command' | 'response') => String(propertyOf(error, name) ?? '')
export const answerOf = (error: unknown) => cleanAnswer(textIn(error, 'response'))

/** The server's text is shown on a page and in a terminal: one line, no control characters, and not endless. */
export const cleanAnswer = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)

/** Server replies contain the recipient, and errors are logged, so only codes are kept. */
function describe(error: unknown): string {
  const codes = ['code', 'responseCode', 'command'].map((name) => propertyOf(error, name))
  const printable = codes.filter((code) => typeof code === 'number' || (typeof code === 'string' && /^[\w ]{1,20}$/.test(code)))
  return `The mail server did not take a mail (${printable.join(' ') || 'no reason given'}).`
}
