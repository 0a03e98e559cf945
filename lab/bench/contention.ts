import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/database.ts'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { readSettings } from '#server/settings.ts'
import { openVisitWriter, type VisitWriter } from '#server/visits/visit-writer.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { percentile } from './measure.ts'

/**
 * lab/bench/contention.ts [SECONDS]: one popular card on 1, 2, 4 and 8 instances that all update the same counts,
 * compared with one card per visitor. Interleaved, on a server that flushes to disk.
 */
const seconds = Number(process.argv[2] ?? 5)
const rounds = 3
const visitorsEach = 2000
const pages = ['home', 'about', 'contact', 'reviews', 'listings']

const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  await using postgres = await startPostgres(await findBinaries(), { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' })
  const settings = readSettings({ DATABASE_URL: postgres.address, DATA_DIR: dataDir, DEMO: 'off' })
  await using app = await createApp(settings, { log: silentLog, pages: false, works: false })

  for (const instances of [1, 2, 4, 8]) {
    await using open = new AsyncDisposableStack()
    const books: { book: VisitWriter; own: string }[] = []
    while (books.length < instances) {
      const { db } = open.use(await openDatabase(settings, silentLog))
      books.push({ book: open.use(openVisitWriter({ db, log: silentLog, settings })), own: (await aCard(app.deps)).id })
    }
    const shared = (await aCard(app.deps)).id
    const apart: LoadResult[] = []
    const together: LoadResult[] = []
    for (let round = 0; round < rounds; round++) {
      apart.push(await writeVisits(books.map(({ book, own }) => ({ book, card: own }))))
      together.push(await writeVisits(books.map(({ book }) => ({ book, card: shared }))))
    }
    const ratio = middle(together.map(({ aSecond }, round) => aSecond / (apart[round]?.aSecond ?? Number.NaN)))
    console.log(`${instances} at once: one card ${describe(together)}, cards of their own ${describe(apart)}, ${ratio.toFixed(2)} of it`)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

type LoadResult = { aSecond: number; p99: number }

/** Visitors of each instance, who send one visit after the other, each after the previous one is committed. */
async function writeVisits(places: readonly { book: VisitWriter; card: string }[]): Promise<LoadResult> {
  const started = performance.now()
  const took: number[] = []
  const visitor = async ({ book, card }: (typeof places)[number], place: number) => {
    while (performance.now() - started < seconds * 1000) {
      const sentMs = performance.now()
      const value = pages[(place + took.length) % pages.length] ?? ''
      await book.write([{ subjectId: card, at: new Date(), name: 'page_view', dimension: 'page_name', value }])
      took.push(performance.now() - sentMs)
    }
  }
  await Promise.all(places.flatMap((each) => Array.from({ length: visitorsEach }, (_, place) => visitor(each, place))))
  return { aSecond: took.length / ((performance.now() - started) / 1000), p99: percentile(took, 0.99) }
}

function describe(of: readonly LoadResult[]): string {
  return `${Math.round(middle(of.map(({ aSecond }) => aSecond))).toLocaleString('en')} a second (p99 ${middle(of.map(({ p99 }) => p99)).toFixed(0)} ms)`
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
