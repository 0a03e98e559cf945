import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { copyOut } from './copy-out.ts'
import { manifestName, type Manifest } from './manifest.ts'
import { picturesOf } from './pictures.ts'
import { readTableShapes } from './table-shapes.ts'
import { pictureEntry, tablePart } from './tally.ts'
import { readWaitingJobs } from './waiting-jobs.ts'
import type { Entry } from '#server/integrations/tar.ts'

export type GatherNeeds = { storage: Storage; clock: Clock; productVersion: string; tellMissing(key: string): void }

/** Everything a backup holds, in order; the manifest, which sums it up, comes last and is handed back too. */
export async function* gatherEntries(
  tx: Db,
  { storage, clock, productVersion, tellMissing }: GatherNeeds,
): AsyncGenerator<Entry, Manifest> {
  const facts = await readFacts(tx)
  const tables: Manifest['tables'] = []
  for (const shape of [...(await readTableShapes(tx)), ...(await readWaitingJobs(tx))]) {
    const parts = copyOut(tx, shape)
    let number = 0
    let part = await parts.next()
    for (; !part.done; part = await parts.next()) yield { name: tablePart(shape.name, ++number), body: part.value }
    tables.push(part.value)
  }

  const pictures: Manifest['pictures'] = []
  for await (const { key, body } of picturesOf(tx, storage, tellMissing)) {
    yield { name: pictureEntry(key), body }
    pictures.push({ key, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') })
  }

  const madeAt = clock.now().toISOString()
  const manifest: Manifest = { kind: 'carte-backup', formatVersion: 1, productVersion, madeAt, ...facts, tables, pictures }
  yield { name: manifestName, body: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) }
  return manifest
}

async function readFacts(tx: Db): Promise<Pick<Manifest, 'postgres' | 'migrations'>> {
  const { rows } = await tx.execute<{ version: string }>(sql`select current_setting('server_version') as version`)
  const { rows: migrations } = await tx.execute<Manifest['migrations'][number]>(
    sql`select name, sum from migration order by name collate "C"`,
  )
  return { postgres: rows[0]?.version ?? '', migrations }
}
