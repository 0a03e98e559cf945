import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readHeaders, readMessage, type Message } from './read-message.ts'

type KeptMail = { id: string; at: string; to: string; subject: string }

const headBytes = 16 * 1024
const idOf = (file: string) => file.slice(0, -'.eml'.length)
const isMail = (file: string) => /^[\w-]{10,60}\.eml$/.test(file)

/** Mails in the outbox, the newest first: a name begins with its moment. */
export async function listOutbox(dataDir: string, { before, limit }: { before: string | undefined; limit: number }): Promise<KeptMail[]> {
  const folder = join(dataDir, 'outbox')
  const files = (await readdir(folder).catch(nothingIfMissing)) ?? []
  const wanted = files.filter((file) => isMail(file) && (before === undefined || idOf(file) < before))
  const shown = wanted.sort().reverse().slice(0, limit)
  return Promise.all(
    shown.map(async (file) => {
      const { to, subject } = readHeaders(await readHead(join(folder, file)))
      return { id: idOf(file), at: momentOf(file), to, subject }
    }),
  )
}

/** One of them; null where it is not there. */
export async function readOutboxMail(dataDir: string, id: string): Promise<(KeptMail & Message) | null> {
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

/** 2026-11-21T15-20-30-123Z-… as a moment. */
function momentOf(file: string): string {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/.exec(file) ?? []
  return day ? `${day}T${hour}:${minute}:${second}Z` : ''
}

function nothingIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
