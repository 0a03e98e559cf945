import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage } from './stages.ts'

/** Who left their name is told to the owner: the mail lies in the outbox, or the job that writes it waits. */
export async function findForgotten(stage: Stage): Promise<string[]> {
  const client = await stage.connect()
  const { rows } = await client.query<{ name: string }>(`select c.name from contact c
    where c.source = 'form' and not c.is_held and not exists (
      select from jobs.job j where j.name = 'contacts.mail' and j.state in ('created', 'retry', 'active') and j.data ->> 'contactId' = c.id::text)`)
  await client.end()
  const outbox = join(stage.environment['DATA_DIR'] ?? '', 'outbox')
  const files = await readdir(outbox).catch((): string[] => [])
  const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
  const words = mails.join('\n').replaceAll('=\r\n', '')
  return rows.filter(({ name }) => !words.includes(name)).map(({ name }) => `nobody is told of ${name}`)
}
