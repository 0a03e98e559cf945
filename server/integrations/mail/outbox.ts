import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { MailTransport } from '../mail.ts'

const noExternalAccess = { disableFileAccess: true, disableUrlAccess: true }

/** Without a mail server, stores each mail as an .eml file that only the administrator can read. */
export function outbox(dataDir: string, log: Log): MailTransport {
  const folder = join(dataDir, 'outbox')
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...noExternalAccess }).sendMail(
        mail,
      )
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const partial = join(folder, `.${name}`)
      try {
        await writeFile(partial, message, { mode: 0o600, flag: 'wx', flush: true })
        await rename(partial, join(folder, name))
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      log.info('mail-in-outbox', { file: name })
    },
    async close() {},
  }
}
