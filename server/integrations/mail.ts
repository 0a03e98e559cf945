import type { Settings } from '#server/settings.ts'
import type { Log } from './log.ts'
import { createBreakers } from './breaker.ts'
import { outbox } from './mail/outbox.ts'
import { mailServer } from './mail/mail-server.ts'

/** A mail to one person. Its words are plain text, and a page beside it where there is one. */
export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  attachments?: readonly { name: string; type: string; content: string | Buffer }[]
  headers?: Record<string, string>
}

/** Throws where a mail was not taken: the job that sends it tries again. */
export type Mailer = { send(mail: Mail): Promise<void>; [Symbol.asyncDispose](): Promise<void> }

export type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'productName' | 'publicUrl' | 'dataDir'>

/** Hands mails to the operator's server, or keeps them as files where there is none. `timeoutMs` is for tests. */
export function createMailer(settings: MailSettings, log: Log, { timeoutMs = 10_000, breakers = createBreakers() } = {}): Mailer {
  const post: Post = settings.smtpUrl ? mailServer(settings.smtpUrl, timeoutMs, breakers.of('mail')) : outbox(settings.dataDir, log)
  return {
    send: async (mail) => post.send(wordMail(mail, settings)),
    [Symbol.asyncDispose]: async () => post.close(),
  }
}

export type Post = { send(mail: WordedMail): Promise<void>; close(): Promise<void> }

type Mailbox = { name: string; address: string }
type WordedMail = {
  from: string | Mailbox
  to: Mailbox
  subject: string
  text: string
  html?: string
  attachments: { filename: string; contentType: string; content: string | Buffer }[]
  headers: Record<string, string>
  disableFileAccess: true
  disableUrlAccess: true
}

const oneMailbox = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u
const hasBreak = /\p{Cc}/u

/** A mail as the mail library takes it. What could end a header, or add a recipient, is refused before it gets there. */
function wordMail({ to, subject, text, html, attachments = [], headers = {} }: Mail, settings: MailSettings): WordedMail {
  // Said without the address: what is thrown here is logged.
  if (!oneMailbox.test(to)) throw new Error('A mail goes to one plain address.')
  if ([subject, ...Object.entries(headers).flat()].some((part) => hasBreak.test(part))) {
    throw new Error('A mail’s subject and headers hold no line breaks.')
  }
  return {
    from: settings.mailFrom || ours(settings),
    to: { name: '', address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    // Out-of-office answers to a machine help nobody.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const ours = ({ productName, publicUrl }: MailSettings): Mailbox => ({
  name: productName,
  address: `no-reply@${new URL(publicUrl).hostname}`,
})
