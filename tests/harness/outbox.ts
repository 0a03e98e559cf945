import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The mails in the outbox folder, decoded, the newest first. A mail being written has a name that begins with a dot. */
export async function readOutbox(dataDir: string): Promise<string[]> {
  const folder = join(dataDir, 'outbox')
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => /^[^.].*\.eml$/.test(name))
    .toSorted()
    .toReversed()
  return Promise.all(names.map(async (name) => (await readFile(join(folder, name), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=')))
}
