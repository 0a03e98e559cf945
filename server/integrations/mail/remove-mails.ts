import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listOutbox } from './read-outbox.ts'

const mailsMax = 100_000

/** Removes mails from the outbox: old ones, or those to an erased address. */
export async function removeMails(dataDir: string, which: { before: Date } | { to: string }): Promise<void> {
  const files = 'to' in which ? await listTo(dataDir, which.to) : await listBefore(dataDir, which.before)
  for (const file of files) await rm(join(dataDir, 'outbox', file), { force: true })
}

async function listTo(dataDir: string, address: string): Promise<string[]> {
  const mails = await listOutbox(dataDir, { before: undefined, limit: mailsMax })
  return mails.filter(({ to }) => addressIn(to) === address.toLowerCase()).flatMap(({ id }) => [`${id}.eml`, `${id}.txt`])
}

/** The exact address, without the display name: a partial match could be another person. */
const addressIn = (to: string) => (/<([^<>]*)>\s*$/.exec(to)?.[1] ?? to).trim().toLowerCase()

/** Removes partial files of a killed process: their names start with a dot. The mails are sent again. */
export async function removePartialFiles(dataDir: string, before: Date): Promise<void> {
  for (const file of await listBefore(dataDir, before, '.')) await rm(join(dataDir, 'outbox', file), { force: true })
}

/** File names start with the time, so older ones sort first. */
async function listBefore(dataDir: string, before: Date, mark = ''): Promise<string[]> {
  const files = await readdir(join(dataDir, 'outbox')).catch((): string[] => [])
  const moment = before.toISOString().replaceAll(/[:.]/g, '-')
  const matches = (file: string) => /\.(?:eml|txt)$/.test(file) && file.startsWith('.') === (mark === '.')
  return files.filter((file) => matches(file) && file < mark + moment)
}
