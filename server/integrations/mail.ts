import type { Settings } from '#server/settings.ts'
import type { Log } from './log.ts'
import { createBreakers } from './breaker.ts'
import { outbox } from './mail/outbox.ts'
import { mailServer } from './mail/mail-server.ts'
import { wordMail, type WordedMail } from './mail/word-mail.ts'

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
