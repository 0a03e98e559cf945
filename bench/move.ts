import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { readSettings } from '#server/settings.ts'
import { copyAcross } from '../operator/move/copy-across.ts'
import { readUnits, tableOf } from '../operator/move/units.ts'
import { fillWithEveryKind } from '../tests/factories/every-kind.ts'
import { startPostgres } from '../tests/harness/postgres.ts'
import { silentLog } from '../tests/harness/silent-log.ts'
import { addressOf, tell } from '../tests/harness/tell.ts'

/**
 * How long a move takes beside the bare copying of its tables, into the same tables with their indexes, and beside a backup that is
 * restored: `.runtime/node bench/move.ts [CONTACTS]`. One server that never waits for its disk, so that the program is what is measured.
 */
const contacts = Number(process.argv[2] ?? 200_000)
const folder = await mkdtemp(join(tmpdir(), 'carte-bench-move-'))
const postgres = await startPostgres(await findBinaries())
const place = async (name: string) => {
  await tell(postgres.address, `create database ${name}`)
  const env = { DATABASE_URL: addressOf(postgres.address, name), DATA_DIR: join(folder, 'data'), PATH: process.env.PATH }
  const file = join(folder, `${name}.env`)
  await writeFile(file, `DATABASE_URL=${env.DATABASE_URL}\n`, { mode: 0o600 })
  await using _migrated = await openDatabase(readSettings({ DATABASE_URL: env.DATABASE_URL }), silentLog)
  return { env, file }
}

type Env = Record<string, string | undefined>

/** Seconds, and the most memory its process held. */
async function carte(env: Env, ...words: string[]): Promise<{ seconds: number; peakMb: number }> {
  const since = performance.now()
  const child = spawn(process.execPath, ['operator/main.ts', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  let peakMb = 0
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peakMb = Math.max(peakMb, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    } catch {
      // It has just ended.
    }
  }, 50)
  const [code] = await once(child, 'exit')
  clearInterval(look)
  if (code !== 0) throw new Error(`carte ${words[0]} ended with ${code}`)
  return { seconds: (performance.now() - since) / 1000, peakMb }
}

async function bareCopy(from: Env, to: Env): Promise<number> {
  const [source, target] = [new pg.Client({ connectionString: from.DATABASE_URL }), new pg.Client({ connectionString: to.DATABASE_URL })]
  await Promise.all([source.connect(), target.connect()])
  await target.query('truncate subject, plan, grade_service cascade')
  await target.query(`set session_replication_role = 'replica'`)
  const since = performance.now()
  for (const unit of await readUnits(source)) {
    if (unit.schema === 'jobs' || unit.name === 'installation' || unit.name.startsWith('visit_event_2')) continue
    const columns = unit.columns.join(', ')
    await copyAcross(source, `copy ${tableOf(unit)} (${columns}) to stdout`, target, `copy ${tableOf(unit)} (${columns}) from stdin`)
  }
  const seconds = (performance.now() - since) / 1000
  await Promise.all([source.end(), target.end()])
  return seconds
}

try {
  const source = await place('source')
  {
    await using database = await openDatabase(readSettings({ DATABASE_URL: source.env.DATABASE_URL }), silentLog)
    await database.pool.query(`alter role current_user set statement_timeout = 0`)
    await fillWithEveryKind(database, { contacts: Math.min(contacts, 10_000) })
  }
  await tell(
    source.env.DATABASE_URL,
    `insert into contact (subject_id, id, submission_id, name, full_name, notes, tags) select s.id, gen_random_uuid(), gen_random_uuid(), 'Ada', 'Ada ' || n,
      repeat('met at the gate ', 6), array['open house'] from subject s, generate_series(1, ${Math.max(0, contacts - 10_000)}) n`,
  )
  const bare = await bareCopy(source.env, (await place('bare')).env)
  const backup = join(folder, 'all.backup')
  const [written, restored] = [await carte(source.env, 'backup', backup), await carte((await place('restored')).env, 'restore', backup)]
  const moved = await carte(source.env, 'move', '--to', (await place('moved')).file)

  const line = (name: string, value: string) => console.log(`${name.padEnd(60)} ${value}`)
  line('contacts', contacts.toLocaleString('en'))
  line('bare COPY into the same tables, indexes in place', `${bare.toFixed(1)} s`)
  line(
    'backup, then restore',
    `${written.seconds.toFixed(1)} s + ${restored.seconds.toFixed(1)} s; ${Math.round(Math.max(written.peakMb, restored.peakMb))} MB`,
  )
  line('move: copied, compared, indexes and references built', `${moved.seconds.toFixed(1)} s; ${Math.round(moved.peakMb)} MB`)
  line('move to bare COPY', (moved.seconds / bare).toFixed(2))
  line('move to backup and restore', (moved.seconds / (written.seconds + restored.seconds)).toFixed(2))
  line('contacts a second', Math.round(contacts / moved.seconds).toLocaleString('en'))
} finally {
  await postgres[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
}
