import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { refuseStale } from '#server/accounts/sign-in/refuse-stale.ts'
import type { Log } from '#server/integrations/log.ts'
import { packEnd, packEntry } from '#server/integrations/tar.ts'
import { gatherArchive, type ArchiveNeeds } from './gather-archive.ts'
import type { Mine } from './read-privacy.ts'

/** The archive as it is made: as fast as the other side reads, and no further once it stops reading. */
export async function exportArchive(needs: ArchiveNeeds & { log: Log }, mine: Mine): Promise<ReadableStream<Uint8Array>> {
  await refuseStale(needs, mine)
  const gzip = createGzip({ level: 5 })
  pipeline(Readable.from(packArchive(needs, mine.accountId), { objectMode: true, highWaterMark: 1 }), gzip).catch((error: unknown) => {
    // Whoever went away in the middle is no fault of ours.
    if (!gzip.destroyed || !isGone(error)) needs.log.error('archive-not-finished', { error })
  })
  return Readable.toWeb(gzip) as ReadableStream<Uint8Array>
}

export async function* packArchive(needs: ArchiveNeeds, accountId: string): AsyncGenerator<Buffer> {
  const day = new Date(needs.clock.now().toISOString().slice(0, 10))
  for await (const entry of gatherArchive(needs, accountId)) for (const bytes of packEntry(entry, day)) if (bytes.length > 0) yield bytes
  yield packEnd()
}

const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(String(error.code))
