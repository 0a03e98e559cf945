import type { Settings } from '#server/settings.ts'
import type { Log } from './log.ts'
import { createBreakers, type Breakers } from './breaker.ts'
import { outbox, type PrintMail } from './mail/outbox.ts'
import { mailServer } from './mail/mail-server.ts'

/** A mail to one recipient: plain text, and optionally HTML. */
export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  /** Where its button leads. */
  address?: string
  attachments?: readonly { name: string; type: string; content: string | Buffer }[]
  headers?: Record<string, string>
  /** The card it is about. */
  subjectId?: string
  /** Not sent to an address that keeps refusing. */
  isNotification?: true
}

/** Throws if a mail was not accepted; the job retries, unless it is a `RecipientRefused`. */
export type Mailer = { send(mail: Mail): Promise<void>; [Symbol.asyncDispose](): Promise<void> }

export type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'productName' | 'publicUrl' | 'dataDir'>

/** `timeoutMs` and `printMail` are for tests. */
type MailerOptions = { timeoutMs?: number; breakers?: Breakers; printMail?: PrintMail }

/** Sends mails to the configured server, or stores them as files without one. */
export function createMailer(
  settings: MailSettings,
  log: Log,
  { timeoutMs = 10_000, breakers = createBreakers(), printMail }: MailerOptions = {},
): Mailer {
  const server = mailServer(settings, timeoutMs, breakers.of('mail'))
  const files = outbox(settings, log, printMail)
  return {
    send: async (mail) => (settings.smtpUrl ? server : files).send(toMessage(mail, settings), mail.address),
    async [Symbol.asyncDispose]() {
      await server.close()
      await files.close()
    },
  }
}

export type MailTransport = { send(mail: OutgoingMessage, address?: string): Promise<void>; close(): Promise<void> }

type Mailbox = { name: string; address: string }
export type OutgoingMessage = {
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

const singleMailbox = /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}]+$/u
const controlCharacter = /\p{Cc}/u

/** Converts a mail for the mail library. Rejects what could inject a header or a recipient. */
export function toMessage(
  { to, subject, text, html, attachments = [], headers = {} }: Mail,
  settings: Omit<MailSettings, 'dataDir'>,
): OutgoingMessage {
  // Without the address: the error is logged.
  if (!singleMailbox.test(to)) throw new Error('A mail needs exactly one plain address.')
  if ([subject, ...Object.entries(headers).flat()].some((part) => controlCharacter.test(part))) {
    throw new Error('The subject and headers of a mail must not contain line breaks.')
  }
  return {
    from: settings.mailFrom || defaultSender(settings),
    to: { name: '', address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const defaultSender = ({ productName, publicUrl }: Pick<MailSettings, 'productName' | 'publicUrl'>): Mailbox => ({
  name: productName,
  address: `no-reply@${new URL(publicUrl).hostname}`,
})

/** The sender's address alone. */
export const senderAddress = (settings: Pick<MailSettings, 'mailFrom' | 'productName' | 'publicUrl'>): string =>
  /([^<>\s]+@[^<>\s]+)>?$/.exec(settings.mailFrom)?.[1] ?? defaultSender(settings).address
