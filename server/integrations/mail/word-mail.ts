import type { Mail, MailSettings } from '../mail.ts'

type Mailbox = { name: string; address: string }
export type WordedMail = {
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
export function wordMail({ to, subject, text, html, attachments = [], headers = {} }: Mail, settings: MailSettings): WordedMail {
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
