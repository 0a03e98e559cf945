import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCaller } from '#server/accounts/read-caller.ts'
import { createApp, type App } from '#server/app.ts'
import { openDatabase } from '#server/db/database.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'
import { readSettings } from '#server/settings.ts'
import { findFloor } from '../../scripts/test/find-floor.ts'
import { addContacts, fillWithEveryKind } from '../factories/every-kind.ts'
import { startPostgres, type Postgres } from '../harness/postgres.ts'
import { freePort } from '../harness/site.ts'
import { silentLog } from '../harness/silent-log.ts'
import { signedInAs } from '../harness/signed-in.ts'
import { addressOf, tell } from '../harness/tell.ts'
import { aFolder, run } from './program.ts'

// A dozen processes one after the other, each with a database to start.
const patientMs = 180_000

/** The oldest PostgreSQL we promise where this machine has it: the embedded one is the newest. */
let postgres: Postgres
beforeAll(async () => {
  const floor = findFloor()
  postgres = await startPostgres(floor && 'TEST_POSTGRES_BINARIES' in floor ? floor.TEST_POSTGRES_BINARIES : await findBinaries())
})
afterAll(() => postgres[Symbol.asyncDispose]())

const carte = (env: NodeJS.ProcessEnv, ...words: string[]) => run('operator/main.ts', env, { after: words })

async function asApp<T>(env: NodeJS.ProcessEnv, work: (app: App) => Promise<T>): Promise<T> {
  await using app = await createApp(readSettings({ ...env, DEMO: 'off' }), { log: silentLog, pages: false, works: false })
  return await work(app)
}

/** An embedded installation with somebody who is signed in, and a database that waits for it. */
async function aMove() {
  const folder = await aFolder()
  const database = `carte_${process.pid}_${Math.trunc(performance.now())}`
  await tell(postgres.address, `create database ${database} template template0 encoding 'UTF8'`)
  const old = { DATA_DIR: join(folder.path, 'data') }
  const next = { ...old, DATABASE_URL: addressOf(postgres.address, database) }
  const file = { up: join(folder.path, 'up.env'), back: join(folder.path, 'back.env') }
  await writeFile(file.up, `# The new place\nDATABASE_URL=${next.DATABASE_URL}\n`, { mode: 0o600 })
  await writeFile(file.back, `DATA_DIR=${old.DATA_DIR}\n`, { mode: 0o600 })
  await fill(old)
  const cookie = await asApp(old, async (app) => (await signedInAs(app, 'maren@example.com')).cookie)
  return { folder, old, next, file, cookie }
}

/** Without the app, which lays out its jobs at the same time. */
async function fill(env: NodeJS.ProcessEnv) {
  await using database = await openDatabase(readSettings(env), silentLog)
  await fillWithEveryKind(database)
  await addContacts(database.db, 18_700)
}

async function whatIsThere(env: NodeJS.ProcessEnv, cookie: string) {
  return asApp(env, async ({ needs }) => {
    const { rows } = await needs.pool.query('select count(*)::int as contacts, count(distinct id)::int as different from contact')
    const { kind } = await readCaller(needs, new Request(needs.settings.publicUrl, { headers: { cookie } }))
    return { ...rows[0], isSignedIn: kind === 'owner' }
  })
}

test(
  'an embedded installation moves to a PostgreSQL of another version and back, killed in the middle, and whoever was signed in stays so',
  async () => {
    const { folder, old, next, file, cookie } = await aMove()
    await using _ = folder
    const whole = { contacts: 20_000, different: 20_000, isSignedIn: true }

    for (const moment of ['Copying tables.', 'Going on with the tables.', 'Building indexes']) {
      await using killed = carte(old, 'move', '--to', file.up)
      await killed.complains(moment)
      killed.send('SIGKILL')
      expect(await killed.ended).toBe('SIGKILL')
    }
    await using up = carte(old, 'move', '--to', file.up)
    expect([await up.ended, up.complaints()]).toEqual([0, expect.stringContaining('Going on with the tables.')])
    expect(up.output()).toMatch(/^contact +20,000 +equal$/m)

    await using refused = run('server/main.ts', { ...old, PORT: String(await freePort()) })
    expect([await refused.ended, refused.complaints()]).toEqual([
      1,
      expect.stringMatching(/^This installation was moved to the PostgreSQL at .+\n$/),
    ])
    expect(await whatIsThere(next, cookie)).toEqual(whole)

    await using back = carte(next, 'move', '--to', file.back, '--yes')
    expect([await back.ended, back.complaints()]).toEqual([0, expect.not.stringContaining('Going on')])
    expect(await whatIsThere(old, cookie)).toEqual(whole)
  },
  patientMs,
)

test(
  'a move waits for no server: it is refused while one runs, stops in words at Ctrl-C, and is looked at beside one',
  async () => {
    const { folder, old, file, cookie } = await aMove()
    await using _ = folder
    {
      await using server = run('server/main.ts', { ...old, DEMO: 'off', PORT: String(await freePort()) })
      await server.writes('is ready at')
      await using refused = carte(old, 'move', '--to', file.up)
      expect([await refused.ended, refused.complaints()]).toEqual([
        1,
        `Carte is already running on ${old.DATA_DIR}. Stop it first, or choose another DATA_DIR.\n`,
      ])
      await using looked = carte(old, 'move', '--to', file.up, '--dry-run')
      expect([await looked.ended, looked.output()]).toEqual([0, expect.stringContaining('stop every instance first')])
    }
    await using stopped = carte(old, 'move', '--to', file.up)
    await stopped.complains('Copying tables.')
    stopped.send('SIGINT')
    expect([await stopped.ended, stopped.complaints()]).toEqual([
      1,
      expect.stringMatching(/\nStopped\. Run the same command again, and it goes on where it was;/),
    ])
    expect(await whatIsThere(old, cookie)).toMatchObject({ contacts: 20_000, isSignedIn: true })
  },
  patientMs,
)
