import type { Mail, Mailer } from '#server/integrations/mail.ts'

export type Mailboxes = {
  mailer: Mailer
  /** All received mails. */
  mails: Mail[]
  /** Addresses whose mailbox is full. */
  full: Set<string>
}

/** Mailboxes without a mail server. The error of a full one contains the address, as with real servers. */
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
