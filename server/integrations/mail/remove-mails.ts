import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listOutbox } from './read-outbox.ts'

const most = 100_000

/** Takes mails out of the outbox: those that are too old, or those to somebody who is gone. */
export async function removeMails(dataDir: string, which: { before: Date } | { to: string }): Promise<void> {
  const ids = 'to' in which ? await listTo(dataDir, which.to) : await listBefore(dataDir, which.before)
  for (const id of ids) await rm(join(dataDir, 'outbox', `${id}.eml`), { force: true })
}

async function listTo(dataDir: string, address: string): Promise<string[]> {
  const mails = await listOutbox(dataDir, { before: undefined, limit: most })
  return mails.filter(({ to }) => addressIn(to) === address.toLowerCase()).map(({ id }) => id)
}

/** The whole address, with a name before it or without: part of it is somebody else's. */
const addressIn = (to: string) => (/<([^<>]*)>\s*$/.exec(to)?.[1] ?? to).trim().toLowerCase()

/** What a program that was killed left half written: a dot, and then the name it would have had. It will be written anew. */
export async function removeUnfinished(dataDir: string, before: Date): Promise<void> {
  for (const id of await listBefore(dataDir, before, '.')) await rm(join(dataDir, 'outbox', `${id}.eml`), { force: true })
}

/** A name begins with its moment, so what is older stands before it. */
async function listBefore(dataDir: string, before: Date, mark = ''): Promise<string[]> {
  const files = await readdir(join(dataDir, 'outbox')).catch((): string[] => [])
  const moment = before.toISOString().replaceAll(/[:.]/g, '-')
  const isOurs = (file: string) => file.endsWith('.eml') && file.startsWith('.') === (mark === '.')
  return files.filter((file) => isOurs(file) && file < mark + moment).map((file) => file.slice(0, -'.eml'.length))
}
