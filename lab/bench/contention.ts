import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { openDatabase } from '#server/database/database.ts'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { readSettings } from '#server/settings.ts'
import { openVisitBook, type VisitBook } from '#server/visits/visit-book.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { startPostgres } from '../../tests/harness/postgres.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { percentile } from './measure.ts'

/**
 * lab/bench/contention.ts [SECONDS]: a card that everybody opens at once, at 1, 2, 4 and 8 instances: the same few counts, added to by all of them.
 * Against as many instances whose visitors open cards of their own, turn by turn, on a server that flushes to its disk as it does in life.
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
    const books: { book: VisitBook; own: string }[] = []
    while (books.length < instances) {
      const { db } = open.use(await openDatabase(settings, silentLog))
      books.push({ book: open.use(openVisitBook({ db, log: silentLog, settings })), own: (await aCard(app.needs)).id })
    }
    const shared = (await aCard(app.needs)).id
    const apart: Pressed[] = []
    const together: Pressed[] = []
    for (let round = 0; round < rounds; round++) {
      apart.push(await press(books.map(({ book, own }) => ({ book, card: own }))))
      together.push(await press(books.map(({ book }) => ({ book, card: shared }))))
    }
    const ratio = middle(together.map(({ aSecond }, round) => aSecond / (apart[round]?.aSecond ?? Number.NaN)))
    console.log(`${instances} at once: one card ${told(together)}, cards of their own ${told(apart)}, ${ratio.toFixed(2)} of it`)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

type Pressed = { aSecond: number; p99: number }

/** Visitors of each instance who tell one visit after the other, each when the last is written for good. */
async function press(places: readonly { book: VisitBook; card: string }[]): Promise<Pressed> {
  const begun = performance.now()
  const took: number[] = []
  const visitor = async ({ book, card }: (typeof places)[number], place: number) => {
    while (performance.now() - begun < seconds * 1000) {
      const told = performance.now()
      const value = pages[(place + took.length) % pages.length] ?? ''
      await book.write([{ subjectId: card, at: new Date(), name: 'page_view', dimension: 'page_name', value }])
      took.push(performance.now() - told)
    }
  }
  await Promise.all(places.flatMap((each) => Array.from({ length: visitorsEach }, (_, place) => visitor(each, place))))
  return { aSecond: took.length / ((performance.now() - begun) / 1000), p99: percentile(took, 0.99) }
}

function told(of: readonly Pressed[]): string {
  return `${Math.round(middle(of.map(({ aSecond }) => aSecond))).toLocaleString('en')} a second (p99 ${middle(of.map(({ p99 }) => p99)).toFixed(0)} ms)`
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
