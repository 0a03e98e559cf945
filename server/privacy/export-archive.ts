import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { OwnerSession } from '#server/accounts/sessions/require-owner.ts'
import { assertRecentLogin } from '#server/accounts/sign-in/assert-recent-login.ts'
import type { Log } from '#server/integrations/log.ts'
import { packEnd, packEntry } from '#server/integrations/tar.ts'
import { buildArchive, type ArchiveDeps } from './build-archive.ts'

/** Streams the archive while it is built, at the speed the client reads, and stops when the client disconnects. */
export async function exportArchive(deps: ArchiveDeps & { log: Log }, owner: OwnerSession): Promise<ReadableStream<Uint8Array>> {
  await assertRecentLogin(deps, owner)
  const gzip = createGzip({ level: 5 })
  pipeline(Readable.from(packArchive(deps, owner.accountId), { objectMode: true, highWaterMark: 1 }), gzip).catch((error: unknown) => {
    // A disconnected client is no error.
    if (!gzip.destroyed || !isDisconnect(error)) deps.log.error('archive-not-finished', { error })
  })
  return Readable.toWeb(gzip) as ReadableStream<Uint8Array>
}

async function* packArchive(deps: ArchiveDeps, accountId: string): AsyncGenerator<Buffer> {
  const day = new Date(deps.clock.now().toISOString().slice(0, 10))
  for await (const entry of buildArchive(deps, accountId)) for (const bytes of packEntry(entry, day)) if (bytes.length > 0) yield bytes
  yield packEnd()
}

const isDisconnect = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(String(error.code))
