import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { systemClock } from '#server/outside/clock.ts'
import { createStorage } from '#server/outside/storage.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { addContacts, doWaiting, fillWithEveryKind, fillWithPictures, pictures, waiting } from '../../tests/factories/every-kind.ts'
import { aDatabase } from '../../tests/harness/database.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { addressOf, tell as ask } from '../../tests/harness/tell.ts'
import { s3StandIn, type S3StandIn } from '../../tests/stand-ins/s3.ts'
import { moveInstallation } from './move-installation.ts'
import { movePictures } from './move-pictures.ts'
import { readFoundations } from './foundations.ts'
import { lookAhead } from './look-ahead.ts'
import { stay } from './stay.ts'
import { readUnits, sumOf } from './units.ts'

// Each test makes two databases and moves everything, some twice.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
let s3: S3StandIn
let full: Place
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carte-move-'))
  s3 = await s3StandIn({ pageMax: 2 })
  full = await aPlace()
  await using database = await openDatabase(full.settings, silentLog)
  await fillWithEveryKind(database)
})
beforeEach(() => s3.kept.clear())
afterAll(async () => {
  await full[Symbol.asyncDispose]()
  await s3[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

type Place = { settings: Settings; url: string } & AsyncDisposable

async function aPlace(env: NodeJS.ProcessEnv = {}): Promise<Place> {
  const { url, [Symbol.asyncDispose]: dispose } = await aDatabase()
  const dataDir = await mkdtemp(join(folder, 'data-'))
  return { settings: readSettings({ DATABASE_URL: url, DATA_DIR: dataDir, ...env }), url, [Symbol.asyncDispose]: dispose }
}

/** Filled once, and copied for each test. */
async function aFullPlace(): Promise<Place> {
  const { server } = inject('postgres')
  const name = `carte_full_${randomBytes(6).toString('hex')}`
  await ask(server, `create database ${name} template ${new URL(full.url).pathname.slice(1)}`)
  const url = addressOf(server, name)
  const settings = { ...full.settings, databaseUrl: url, dataDir: await mkdtemp(join(folder, 'data-')) }
  await fillWithPictures(await createStorage(settings, silentLog))
  return { settings, url, [Symbol.asyncDispose]: () => ask(server, `drop database if exists ${name} with (force)`) }
}

type Wishes = { signal?: AbortSignal; tell?: (line: string) => void; mayReplace?: boolean }

/** In pieces of two pages, so that there is a middle to be stopped in. */
function move(from: Place, to: Place, { signal = new AbortController().signal, tell = () => {}, mayReplace = false }: Wishes = {}) {
  return moveInstallation({ from: from.settings, to: to.settings, mayReplace, clock: systemClock, signal, tell, pieceBlocks: 2 })
}

/** Looks with a driver of its own, as nothing of Carte may be at work there. */
async function look<T>({ url }: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'`)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Every row of every table, and everything built on them; but not the line that tells of the move itself, nor the name of the place of pictures. */
const everythingOf = (place: Place) =>
  look(place, async (client) => {
    await client.query('begin')
    await client.query('delete from operator_act')
    await client.query(`delete from installation where name = 'pictures'`)
    const sums: Record<string, unknown> = {}
    for (const unit of await readUnits(client)) sums[unit.name] = await sumOf(client, unit)
    await client.query('rollback')
    const { partitions, references, indexes } = await readFoundations(client)
    return { sums, partitions, references, indexes }
  })

const keysOf = async ({ settings }: Place) => {
  const keys: string[] = []
  for await (const key of (await createStorage(settings, silentLog)).keys()) keys.push(key)
  return keys.toSorted()
}

const open = ({ settings }: Place): Promise<Database> => openDatabase(settings, silentLog)

describe('an installation that is moved', () => {
  test('to another database and a bucket, and back, is the same in every row, picture, index and reference', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace(s3.env)
    const before = await everythingOf(one)

    const { tables, pictures: moved } = await move(one, other)
    expect(tables).toContainEqual({ name: 'contact', rows: 1300 })
    expect(tables).toContainEqual({ name: 'visit_event', rows: 3 })
    expect(tables).toContainEqual({ name: 'jobs.job', rows: 1 })
    expect(moved?.count).toBe(pictures.size)
    expect(await everythingOf(other)).toEqual(before)
    expect(await keysOf(other)).toEqual([...pictures.keys()].toSorted())

    await expect(move(other, one)).rejects.toThrow('To put this installation in its place add --yes.')
    await look(one, (client) => client.query(`update contact set notes = 'what the old place still has'`))
    await move(other, one, { mayReplace: true })
    expect(await everythingOf(one)).toEqual(before)
    const storage = await createStorage(one.settings, silentLog)
    for (const [key, body] of pictures) expect(await storage.get(key)).toEqual(body)
  })

  test('is the same installation at the new place, whose pictures are named as such', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace(s3.env)
    await look(one, (client) => client.query(`insert into installation values ('pictures', '"a folder"', now())`))
    await move(one, other)
    const named = (place: Place) => look(place, (client) => client.query(`select value from installation where name = 'pictures'`))
    const there = await (await createStorage(other.settings, silentLog)).owner()
    expect([(await named(one)).rows, (await named(other)).rows]).toEqual([[{ value: 'a folder' }], [{ value: there }]])
    expect(there).toMatch(/^a folder\/.{36}$/)
  })

  test('does at the new place what waited at the old one, once', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace()
    await move(one, other)

    await using database = await open(other)
    expect(await doWaiting(database)).toEqual([waiting])
    expect(await doWaiting(database)).toEqual([])
  })

  test('says that it was moved, in the list of what operators did', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace()
    await move(one, other)
    expect(await look(other, async (client) => (await client.query('select act, actor from operator_act')).rows)).toEqual([
      { act: 'move', actor: 'command line' },
    ])
  })

  test('is started at the new place only, until it is taken back', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace()
    await move(one, other)

    await (await open(other))[Symbol.asyncDispose]()
    await expect(open(one)).rejects.toThrow(/^This installation was moved to the PostgreSQL at .+ on 20.+npm run carte -- move --stay$/)
    await expect(move(one, other)).rejects.toThrow('already. To take it up here again')

    await stay(one.settings, new Date())
    await (await open(one))[Symbol.asyncDispose]()
    await expect(stay(one.settings, new Date())).rejects.toThrow('was not moved anywhere')
  })

  test('has no sequence, whose place in the row of numbers a move would have to carry', async () => {
    await using one = await aPlace()
    expect(await look(one, async (client) => (await client.query(`select * from pg_sequences where schemaname = 'public'`)).rows)).toEqual(
      [],
    )
  })
})

describe('a move that is stopped', () => {
  test.each([1, 2, 20, 40, 41])(
    'after the %s. thing it told goes on when it is run again, and nothing is lost or there twice',
    async (nth) => {
      await using one = await aFullPlace()
      await using other = await aPlace(s3.env)
      s3.kept.clear()
      const before = await everythingOf(one)
      const stop = new AbortController()
      let told = 0
      const tell = () => void (++told === nth && stop.abort())
      const stopped = move(one, other, { signal: stop.signal, tell }).then(() => 'to the end')
      await expect(stopped.catch((error: Error) => error.message)).resolves.toMatch(
        /^Stopped\. Run the same command again, and it goes on where it was; or start Carte on the old place|^to the end$/,
      )
      const there = await look(
        other,
        async (client) => (await client.query<{ n: number }>('select count(*)::int as n from contact')).rows[0]?.n,
      )
      const lines: string[] = []
      if (stop.signal.aborted) await move(one, other, { tell: (line) => lines.push(line) })

      expect(await everythingOf(other)).toEqual(before)
      expect([...s3.kept.keys()].filter((key) => key !== '.name')).toHaveLength(pictures.size)
      const again = lines.filter((line) => line.startsWith('contact:'))
      expect(there === 1300 ? again : [], 'what was there is not copied again').toEqual([])
    },
  )

  test('leaves the new place closed and the old one open', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace()
    await stoppedMove(one, other)

    await expect(open(other)).rejects.toThrow(/^This database is half-way: a move from the PostgreSQL at .+ is not finished\./)
    await (await open(one))[Symbol.asyncDispose]()
  })

  test('begins anew where the old place was used in between', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace()
    await stoppedMove(one, other)
    {
      await using database = await open(one)
      await database.pool.query('delete from contact')
      await addContacts(database.db, 7)
    }
    const before = await everythingOf(one)
    await move(one, other)
    expect(await everythingOf(other)).toEqual(before)
  })

  test('is not gone on with from anywhere else', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace()
    await stoppedMove(one, other)

    await using third = await aFullPlace()
    await expect(move(third, other)).rejects.toThrow(/a move from .+ that was begun on .+ and not finished\. .+ add --yes/)
    await using fourth = await aPlace()
    await expect(move(other, fourth)).rejects.toThrow('is not finished: finish that one first')
  })
})

async function stoppedMove(from: Place, to: Place) {
  const stop = new AbortController()
  const tell = (line: string) => void (line.startsWith('Comparing') && stop.abort())
  await expect(move(from, to, { signal: stop.signal, tell })).rejects.toThrow('Stopped.')
}

describe('a move is refused', () => {
  test('where the bucket is another installation’s, which keeps all of it', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace({ ...s3.env, STORAGE_PREFIX: 'another' })
    const storage = await createStorage(other.settings, silentLog)
    await storage.own('another/1')
    await expect(move(one, other)).rejects.toThrow('belong to another installation')
    const look = { from: one.settings, to: other.settings, mayReplace: false }
    await expect(lookAhead(look)).rejects.toThrow('belong to another installation')
    expect([await storage.owner(), await keysOf(other)]).toEqual(['another/1', []])
  })

  test('where a row did not arrive as it left, and copies the table anew the next time', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace()
    const before = await everythingOf(one)
    await stoppedMove(one, other)
    await look(other, (client) => client.query(`update contact set full_name = 'Eve' where full_name = 'Ada 7'`))

    await expect(move(one, other)).rejects.toThrow(
      'The table contact did not arrive as it left: 1300 rows here, 1300 there, and not the same.',
    )
    await expect(open(other)).rejects.toThrow('half-way')
    await move(one, other)
    expect(await everythingOf(other)).toEqual(before)
  })

  test('where a job did not, with its queue', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace()
    await stoppedMove(one, other)
    await look(other, (client) => client.query(`delete from jobs.job`))

    await expect(move(one, other)).rejects.toThrow('The table job_common did not arrive as it left')
    await move(one, other)
    await using database = await open(other)
    expect(await doWaiting(database)).toEqual([waiting])
  })

  test('where a picture did not arrive as it left', async () => {
    await using one = await aFullPlace()
    const source = await createStorage(one.settings, silentLog)
    const kept = new Map<string, Buffer>()
    const target = {
      get: async (key: string) => kept.get(key) ?? null,
      put: async (key: string, body: Uint8Array) => void kept.set(key, Buffer.from(body).fill(0, 1, 2)),
    }
    const signal = new AbortController().signal
    await expect(movePictures({ source, target, proof: target, signal, tell() {} })).rejects.toThrow(
      /The picture .+ did not arrive as it left/,
    )
  })

  test('where somebody is at work on the old place, or on the new one', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace()
    for (const busy of [one, other]) {
      await using _database = await open(busy)
      await expect(move(one, other)).rejects.toThrow(/^Carte is at work on the PostgreSQL at .+ Stop every instance first/)
    }
  })

  test('into a place that is in use, which it leaves as it was', async () => {
    await using one = await aFullPlace()
    await using other = await aFullPlace()
    const before = await everythingOf(other)
    await expect(move(one, other, { mayReplace: true })).rejects.toThrow(
      'The new place is in use: cards 1, accounts 1. A move never overwrites them.',
    )
    expect(await everythingOf(other)).toEqual(before)
  })

  test('onto itself, whatever its address is written like', async () => {
    await using one = await aFullPlace()
    const again = { ...one, settings: { ...one.settings, databaseUrl: `${one.url}&connect_timeout=3` } }
    await expect(move(one, again)).rejects.toThrow('is the database this installation lives in already')
  })

  test('into a bucket that does not answer, before anything is copied', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace({ ...s3.env, STORAGE_BUCKET: 'nobodys' })
    await expect(move(one, other)).rejects.toThrow(/STORAGE_BUCKET/)
    await (await open(other))[Symbol.asyncDispose]()
  })

  test('where a newer version has been at work', async () => {
    await using one = await aFullPlace()
    await using other = await aPlace()
    await look(one, (client) => client.query(`insert into migration (name, sum) values ('2999-01-01-more.sql', repeat('a', 64))`))
    await expect(move(one, other)).rejects.toThrow('does not know (2999-01-01-more.sql). Move with that version.')
  })
})

test('while it is moved nobody writes in the old place, and nobody starts on it', async () => {
  await using one = await aFullPlace()
  await using other = await aPlace()
  const seen: Promise<unknown>[] = []
  const tell = (line: string) => {
    if (!line.startsWith('Comparing')) return
    const write = (client: pg.Client) => client.query(`set lock_timeout = '50ms'`).then(() => client.query('delete from contact'))
    seen.push(look(one, write).catch((error: Error) => error.message))
    seen.push(open(one).catch((error: Error) => error.message))
  }
  await move(one, other, { tell })
  expect(await Promise.all(seen)).toEqual([
    'canceling statement due to lock timeout',
    expect.stringMatching(/^This installation is just being moved to|^This installation was moved to/),
  ])
})

test('a look ahead says what would be moved and changes nothing', async () => {
  await using one = await aFullPlace()
  await using other = await aPlace()
  const before = [await everythingOf(one), await everythingOf(other)]
  await using _server = await open(one)
  const lines = (await lookAhead({ from: one.settings, to: other.settings, mayReplace: false })).map((line) => line.join(' ')).join('\n')
  expect(lines).toMatch(/nothing of anybody is there/)
  expect(lines).toMatch(/pictures 3 files, from .+ to .+/)
  expect(lines).toMatch(/to do stop every instance first/)
  expect([await everythingOf(one), await everythingOf(other)]).toEqual(before)
})
