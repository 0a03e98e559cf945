import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type MailServerMood =
  | 'good'
  | 'wrong-password'
  | 'wrong-sender'
  | 'nobody-there'
  | 'greylisting'
  | 'full'
  | 'spam'
  | 'slow'
  | 'silent-later'
  | 'cut-off'
  | 'hung-up'
  | 'no-relay'
/** How one recipient is answered, whatever the mood: at RCPT TO, or with `spam` after the message. */
type RecipientMood = 'nobody-there' | 'greylisting' | 'spam' | 'hung-up'
export type MailServerStandIn = {
  mood: MailServerMood
  recipients: Map<string, RecipientMood>
  port: number
  /** The received mails, complete. */
  received: { from: string; to: string[]; user: string; source: string }[]
  /** All login attempts, successful or not. */
  signIns: { user: string; password: string }[]
  [Symbol.asyncDispose](): Promise<void>
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url))
/** The certificate of the TLS modes, for localhost. */
export const mailServerCertificate = read('push-service.cert.pem').toString()

type Options = { requiresPassword?: boolean; tls?: 'none' | 'starttls' | 'at-once' }

/** An SMTP server, without TLS by default. */
export async function mailServerStandIn({ requiresPassword = false, tls = 'none' }: Options = {}): Promise<MailServerStandIn> {
  const state: MailServerStandIn = {
    mood: 'good',
    recipients: new Map(),
    port: 0,
    received: [],
    signIns: [],
    [Symbol.asyncDispose]: () => new Promise((done) => server.close(() => done())),
  }
  const server = new SMTPServer({
    authOptional: !requiresPassword,
    allowInsecureAuth: true,
    ...(tls === 'none' ? { disabledCommands: ['STARTTLS'] } : { cert: mailServerCertificate, key: read('push-service.key.pem') }),
    secure: tls === 'at-once',
    closeTimeout: 100,
    onConnect(_session, done) {
      if (state.mood === 'slow') return
      done(state.mood === 'cut-off' ? new Error('Go away.') : null)
    },
    onAuth({ username, password }, _session, done) {
      state.signIns.push({ user: username ?? '', password: password ?? '' })
      if (state.mood === 'wrong-password') return done(replyWith(535, `No such user ${username}`))
      done(null, { user: username ?? '' })
    },
    onMailFrom({ address }, _session, done) {
      done(state.mood === 'wrong-sender' ? replyWith(553, `<${address}> is not yours`) : null)
    },
    onRcptTo({ address }, session, done) {
      const mood = state.recipients.get(address) ?? state.mood
      if (mood === 'silent-later') return
      if (mood === 'hung-up') return void [...server.connections].find(({ id }) => id === session.id)?.close()
      if (mood === 'greylisting') return done(replyWith(451, '4.7.1 Greylisted, come back later'))
      if (mood === 'no-relay') return done(replyWith(554, `5.7.1 <${address}>: Relay access denied`))
      done(mood === 'nobody-there' ? replyWith(550, `<${address}> does not exist`) : null)
    },
    onData(stream, { envelope, user }, done) {
      let source = ''
      stream.on('data', (piece: Buffer) => (source += piece.toString('utf8')))
      stream.on('end', () => {
        if (state.mood === 'full') return done(replyWith(452, 'No room left'))
        const isSpam = envelope.rcptTo.some(({ address }) => state.recipients.get(address) === 'spam')
        if (isSpam || state.mood === 'spam') return done(replyWith(554, '5.7.1 This looks like spam\u001b[2J'))
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        state.received.push({ from, to: envelope.rcptTo.map(({ address }) => address), user: String(user ?? ''), source })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  state.port = (server.server.address() as AddressInfo).port
  return state
}

const replyWith = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })
