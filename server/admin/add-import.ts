import type { CardImport } from '#contract/admin/admin.ts'
import { importBytesMax, importPartBytes } from '#contract/admin/admin-choices.ts'
import { readActor } from '#server/accounts/sessions/read-actor.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { countParts, insertImport, insertPart, lockImport, updateImport } from './import-store.ts'

type Deps = { db: Db; changes: Changes; clock: Clock }

/** Starts an upload. */
export async function addImport(
  { db, changes, clock }: Deps,
  caller: Caller,
  { name, takes, encoding }: Pick<CardImport, 'name' | 'takes' | 'encoding'>,
): Promise<{ id: string }> {
  const { accountId, name: actor } = await readActor(db, caller)
  const now = clock.now()
  const id = newId(now.getTime())
  await changes.write((tx) =>
    insertImport(tx, { id, createdAt: now, updatedAt: now, accountId, actor, name, takes, encoding, state: 'arriving' }),
  )
  return { id }
}

/** Stores the next part; parts come in order, each once, and from the one who started the upload. */
export async function addImportPart(
  { db, changes, clock }: Deps,
  caller: Caller,
  { id, place, data }: { id: string; place: number; data: string },
): Promise<void> {
  const bytes = Buffer.from(data, 'base64')
  const { accountId } = await readActor(db, caller)
  await changes.write(async (tx) => {
    const row = await lockImport(tx, id)
    if (!row) throw problem('not-found')
    if (row.accountId !== accountId) throw problem('conflict', { detail: 'Another administrator uploads this file.' })
    if (row.state !== 'arriving' || (await countParts(tx, id)) !== place) throw problem('conflict')
    if (bytes.length > importPartBytes || row.bytes + bytes.length > importBytesMax) throw problem('body-too-large')
    await insertPart(tx, { importId: id, place, bytes })
    await updateImport(tx, id, { bytes: row.bytes + bytes.length, updatedAt: clock.now() })
  })
}
