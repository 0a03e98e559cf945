import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { styleText } from 'node:util'
import type { Log } from '../log.ts'
import type { MailSettings, MailTransport, OutgoingMessage } from '../mail.ts'

/** Disables the library’s reading of files and URLs named in a mail. */
export const noExternalAccess = { disableFileAccess: true, disableUrlAccess: true }

/** Prints to a terminal only: login links must not reach a log. Tests replace it. */
export type PrintMail = ((lines: string) => void) | null
const toTerminal: PrintMail = process.stdout.isTTY ? (lines) => void process.stdout.write(lines) : null

/**
 * Without a mail server, stores each mail as files that only the administrator can read: .eml for a mail program, .txt for a person.
 * In a terminal, its recipient, subject and login link are printed.
 */
export function outbox({ dataDir, publicUrl }: MailSettings, log: Log, print = toTerminal): MailTransport {
  const folder = join(dataDir, 'outbox')
  return {
    async send(mail, address) {
      const { createTransport } = await import('nodemailer')
      const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...noExternalAccess }).sendMail(
        mail,
      )
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const forPeople = join(folder, `${name}.txt`)
      await writeWhole(folder, `${name}.txt`, `To: ${mail.to.address}\nSubject: ${mail.subject}\n\n${mail.text}\n`)
      try {
        await writeWhole(folder, `${name}.eml`, message)
      } catch (error) {
        await rm(forPeople, { force: true })
        throw error
      }
      log.info('mail-in-outbox', { file: `${name}.eml` })
      print?.(noticeOf(mail, address?.startsWith(`${publicUrl}/account/`) ? address : null, forPeople))
    },
    async close() {},
  }
}

async function writeWhole(folder: string, name: string, content: Parameters<typeof writeFile>[1]): Promise<void> {
  const partial = join(folder, `.${name}`)
  try {
    await writeFile(partial, content, { mode: 0o600, flag: 'wx', flush: true })
    await rename(partial, join(folder, name))
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** The subject and the recipient, with the login link or, for other mails, the name of the file. */
const noticeOf = ({ to, subject }: OutgoingMessage, loginLink: string | null, file: string) =>
  `${styleText('green', '✉')} ${subject} ${styleText('dim', `for ${to.address}`)}\n  ${loginLink ?? styleText('dim', file)}\n`
