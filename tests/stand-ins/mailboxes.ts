import type { Mail, Mailer } from '#server/integrations/mail.ts'

export type Mailboxes = {
  mailer: Mailer
  /** What came in, of everybody. */
  mails: Mail[]
  /** Who takes nothing just now. */
  full: Set<string>
}

/** Everybody's mailboxes, without a mail server. One that is full says whose it is, as servers do. */
export function mailboxes(): Mailboxes {
  const mails: Mail[] = []
  const full = new Set<string>()
  const mailer: Mailer = {
    async send(mail) {
      if (full.has(mail.to)) throw new Error(`<${mail.to}> has no room left`)
      mails.push(mail)
    },
    async [Symbol.asyncDispose]() {},
  }
  return { mailer, mails, full }
}
