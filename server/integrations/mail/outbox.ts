import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { Post } from '../mail.ts'

const nothingElse = { disableFileAccess: true, disableUrlAccess: true }

/** Without a mail server each mail is a whole file that any mail program opens, readable by the operator alone. */
export function outbox(dataDir: string, log: Log): Post {
  const folder = join(dataDir, 'outbox')
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...nothingElse }).sendMail(mail)
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = join(folder, `.${name}`)
      try {
        await writeFile(unfinished, message, { mode: 0o600, flag: 'wx', flush: true })
        await rename(unfinished, join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      log.info('mail-in-outbox', { file: name })
    },
    async close() {},
  }
}
