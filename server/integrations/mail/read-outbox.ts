import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nothingIfMissing } from '#server/common/nothing-if-missing.ts'
import { readHeaders, readMessage, type Message } from './read-message.ts'

type StoredMail = { id: string; at: string; to: string; subject: string }

const headBytes = 16 * 1024
const idOf = (file: string) => file.slice(0, -'.eml'.length)
const isMail = (file: string) => /^[\w-]{10,60}\.eml$/.test(file)

/** Mails in the outbox, newest first: file names start with the time. */
export async function listOutbox(dataDir: string, { before, limit }: { before: string | undefined; limit: number }): Promise<StoredMail[]> {
  const folder = join(dataDir, 'outbox')
  const files = (await readdir(folder).catch(nothingIfMissing)) ?? []
  const matching = files.filter((file) => isMail(file) && (before === undefined || idOf(file) < before))
  const page = matching.sort().reverse().slice(0, limit)
  return Promise.all(
    page.map(async (file) => {
      const { to, subject } = readHeaders(await readHead(join(folder, file)))
      return { id: idOf(file), at: momentOf(file), to, subject }
    }),
  )
}

/** One mail; null if it does not exist. */
export async function readOutboxMail(dataDir: string, id: string): Promise<(StoredMail & Message) | null> {
  const file = `${id}.eml`
  if (!isMail(file)) return null
  const bytes = await readFile(join(dataDir, 'outbox', file)).catch(nothingIfMissing)
  return bytes && { id, at: momentOf(file), ...readMessage(bytes.toString('latin1')) }
}

async function readHead(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return buffer.subarray(0, bytesRead).toString('latin1')
}

/** The time in a name such as 2026-11-21T15-20-30-123Z-…. */
function momentOf(file: string): string {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/.exec(file) ?? []
  return day ? `${day}T${hour}:${minute}:${second}Z` : ''
}
