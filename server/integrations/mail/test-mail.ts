import { isIP, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { MailStep } from '#contract/admin/admin.ts'
import { translateTo } from '#server/common/messages.ts'
import type { Dns } from '../guard/dns.ts'
import { guardedSocket } from '../guard/guarded-socket.ts'
import { renderMail } from '../render-mail.ts'
import { senderAddress, toMessage, type MailSettings } from '../mail.ts'
import { checkSenderDns, within } from './check-sender-dns.ts'
import { answerOf, cleanAnswer, isThisMachine, textIn, readAddress, timeouts } from './mail-server.ts'

/** `timeoutMs`: for the server's name and each of four addresses. The session, and then the sender's DNS, may take three times as long. */
type Deps = { settings: Omit<MailSettings, 'dataDir'>; dns: Dns; timeoutMs?: number }
type Steps<T = void> = AsyncGenerator<MailStep, T, void>

/** `selector` names the DKIM key, if it is known. */
export type MailTestOptions = { to: string; language: string; selector?: string | undefined }

/** Sends a test mail step by step, then checks the DNS records of its sender. */
export async function* testMail(deps: Deps, { selector, ...options }: MailTestOptions): Steps {
  const { settings, dns, timeoutMs = defaultTimeoutMs } = deps
  if (!settings.smtpUrl) return void (yield at('noServer'))
  const server = yield* connectMail(deps)
  if (server)
    try {
      yield await sendTo(server, settings, options)
    } finally {
      server.close()
    }
  yield* checkSenderDns(dns, {
    sender: senderAddress(settings),
    host: readAddress(settings.smtpUrl).host,
    address: server?.address ?? null,
    selector,
    timeoutMs: 3 * timeoutMs,
  })
}

/** Connects to the configured server and logs in, without sending anything. */
export async function* testMailServer(deps: Deps): Steps {
  const server = yield* connectMail(deps)
  server?.close()
}

const defaultTimeoutMs = 10_000

/** Null if it failed; the last step says why. */
async function* connectMail({ settings, dns, timeoutMs = defaultTimeoutMs }: Deps): Steps<MailServer | null> {
  const address = readAddress(settings.smtpUrl)
  const { host, port, auth } = address
  const addresses = await within(timeoutMs, dns.addresses(host)).catch(() => null)
  if (addresses === null) return yield* failed(at('nameUnanswered', { host }))
  if (addresses.length === 0) return yield* failed(at('nameUnknown', { host }))
  if (!isIP(host)) yield at('resolved', { host, addresses: addresses.join(', ') })

  const socket = await connectToOne(addresses, port, timeoutMs)
  if ('step' in socket) return yield* failed(socket)
  yield at('connected', { address: socket.remoteAddress ?? host, port: String(port) })

  const server = await openServer(address, socket, timeoutMs)
  try {
    await server.run((done) => server.connection.connect(done))
  } catch (error) {
    server.close()
    return yield* failed(explainConnection(error, address, timeoutMs))
  }
  const { _socket } = server.connection
  if (server.connection.secure) yield at('encrypted', { version: (_socket as TLSSocket).getProtocol() ?? 'TLS' })
  else yield at(isThisMachine(host) ? 'unencryptedHere' : 'unencrypted')

  if (!auth) yield at('noLogin')
  else
    try {
      await server.run((done) => server.connection.login(auth, done))
      yield at('loggedIn')
    } catch (error) {
      server.close()
      // Some providers' user name is a secret as well.
      const answer = answerOf(error).replaceAll(auth.user, '…')
      return yield* failed(explainLost(error) ?? at('loginRefused', { answer }))
    }
  return server
}

async function* failed(step: MailStep): Steps<null> {
  yield step
  return null
}

const addressesMax = 4

/** The addresses in turn, as a mail is sent; the failure of the first if none answers. */
async function connectToOne(addresses: string[], port: number, timeoutMs: number): Promise<Socket | MailStep> {
  let failure: MailStep | undefined
  for (const address of addresses.slice(0, addressesMax)) {
    try {
      return await guardedSocket({ host: address, port, timeoutMs, signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      const code = codeOf(error)
      const step =
        error instanceof Error && error.name === 'BlockedCallError'
          ? 'addressBlocked'
          : code === 'ECONNREFUSED'
            ? 'portRefused'
            : 'unreachable'
      failure ??= at(step, { address, port: String(port), code })
    }
  }
  return failure ?? at('unreachable', { address: '', port: String(port), code: '' })
}

type MailServer = Awaited<ReturnType<typeof openServer>>

async function openServer(address: ReturnType<typeof readAddress>, socket: Socket, timeoutMs: number) {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const { auth: _, ...where } = address
  const connection = new SMTPConnection({ ...where, ...timeouts(timeoutMs), connection: socket })
  const lost = new Promise<never>((_resolve, reject) => {
    connection.on('error', reject)
    // A limit for all steps together: a server that trickles bytes would never end.
    AbortSignal.timeout(3 * timeoutMs).onabort = () => reject(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' }))
  })
  lost.catch(() => {})
  return {
    connection,
    address: socket.remoteAddress ?? '',
    close: () => connection.close(),
    /** One command; it also fails when the connection does. */
    run: <T>(start: (done: (error?: Error | null, result?: T) => void) => void): Promise<T | undefined> =>
      Promise.race([
        lost,
        new Promise<T | undefined>((resolve, reject) => start((error, result) => (error ? reject(error) : resolve(result)))),
      ]),
  }
}

/** Why there is no session: wrong port, wrong mode of TLS, a certificate, or a server that doesn't want this machine. */
function explainConnection(
  error: unknown,
  { host, port, secure, requireTLS }: ReturnType<typeof readAddress>,
  timeoutMs: number,
): MailStep {
  const code = codeOf(error)
  const answer = answerOf(error)
  const values = { host, port: String(port), code, answer }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG') return at('tlsTooEarly', values)
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT/.test(code)) return at('certificate', values)
  if (requireTLS && answer && textIn(error, 'command') === 'STARTTLS') return at('tlsMissing', values)
  if (isTimeout(error)) return at(secure ? 'timedOut' : 'noGreeting', { ...values, seconds: String(timeoutMs / 1000) })
  if (/^[45]\d\d\b/.test(answer)) return at('greetingRefused', values)
  if (textIn(error, 'code') === 'ETLS' || code.startsWith('ERR_SSL')) return at('tlsFailed', values)
  if (answer) return at('notMail', values)
  return at('closed', values)
}

async function sendTo(
  server: MailServer,
  settings: Deps['settings'],
  { to, language }: Omit<MailTestOptions, 'selector'>,
): Promise<MailStep> {
  const { createTransport } = await import('nodemailer')
  const { productName, publicUrl } = settings
  const t = translateTo(language)
  const rendered = renderMail({
    productName,
    subject: t('mail.test.subject', { product: productName }),
    lines: [t('mail.test.body', { address: publicUrl })],
  })
  const mail = toMessage({ to, ...rendered }, settings)
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(mail)
  const from = senderAddress(settings)
  try {
    const sent = await server.run<{ response?: string }>((done) => server.connection.send({ from, to: [to] }, message, done))
    return at('accepted', { to, answer: cleanAnswer(sent?.response ?? '') })
  } catch (error) {
    const answer = answerOf(error)
    const values = { from, to, answer }
    if (answer.startsWith('4')) return at('greylisted', values)
    if (answer && textIn(error, 'command') === 'MAIL FROM') return at('senderRefused', values)
    if (answer && textIn(error, 'command') === 'RCPT TO') return at('recipientRefused', values)
    return explainLost(error) ?? at('messageRefused', values)
  }
}

/** The server stopped responding. */
function explainLost(error: unknown): MailStep | null {
  if (isTimeout(error)) return at('timedOut')
  return answerOf(error) ? null : at('closed')
}

const at = (step: MailStep['step'], values: Record<string, string> = {}): MailStep => ({ step, values })

const isTimeout = (error: unknown) => textIn(error, 'code') === 'ETIMEDOUT'
/** The system's or the TLS library's code, not the mail library's. */
const codeOf = (error: unknown) => textIn(error, 'originalCode') || textIn(error, 'code')
