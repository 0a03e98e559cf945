import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type MailServerMood = 'good' | 'wrong-password' | 'nobody-there' | 'full' | 'slow' | 'cut-off'
export type MailServerStandIn = {
  mood: MailServerMood
  port: number
  /** What came in, whole. */
  received: { from: string; to: string[]; user: string; source: string }[]
  /** Every sign-in that was tried, good or not. */
  signIns: { user: string; password: string }[]
  [Symbol.asyncDispose](): Promise<void>
}

/** A mail server that speaks SMTP without TLS. */
export async function mailServerStandIn({ wantsPassword = false } = {}): Promise<MailServerStandIn> {
  const state: MailServerStandIn = {
    mood: 'good',
    port: 0,
    received: [],
    signIns: [],
    [Symbol.asyncDispose]: () => new Promise((done) => server.close(() => done())),
  }
  const server = new SMTPServer({
    authOptional: !wantsPassword,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      if (state.mood === 'slow') return
      done(state.mood === 'cut-off' ? new Error('Go away.') : null)
    },
    onAuth({ username, password }, _session, done) {
      state.signIns.push({ user: username ?? '', password: password ?? '' })
      if (state.mood === 'wrong-password') return done(Object.assign(new Error(`No such user ${username}`), { responseCode: 535 }))
      done(null, { user: username ?? '' })
    },
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error(`<${address}> is nobody here`), { responseCode: 550 })
      done(state.mood === 'nobody-there' ? refusal : null)
    },
    onData(stream, { envelope, user }, done) {
      let source = ''
      stream.on('data', (piece: Buffer) => (source += piece.toString('utf8')))
      stream.on('end', () => {
        if (state.mood === 'full') return done(Object.assign(new Error('No room left'), { responseCode: 452 }))
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
