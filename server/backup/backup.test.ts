import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql, TransactionRollbackError } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openChanges } from '#server/database/changes/changes.ts'
import { openDatabase, type Database, type Db } from '#server/database/database.ts'
import { readPicture } from '#server/media/read-pictures.ts'
import { removeBytes } from '#server/media/remove-bytes.ts'
import { setPictureDown } from '#server/media/set-picture-down.ts'
import type { Job } from '#server/jobs/job.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { readInstallation, writeInstallation } from '#server/database/installation.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { blockRemovals } from '#server/database/unless-backed-up.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { systemClock } from '#server/integrations/clock.ts'
import { packEnd, packEntry, unpack } from '#server/integrations/tar.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
import { eventually } from '../../tests/harness/eventually.ts'
import { aDatabase } from '../../tests/harness/database.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { copyOut, readTableShapes, usePlainForms } from './copy-tables.ts'
import { manifestName, type TableSummary } from './manifest.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { pictureEntry, tablePart } from './tally.ts'
import { writeBackup } from './write-backup.ts'

const passphrase = 'a lamp above the blue door'
const never = new AbortController().signal
const maren = '01930000-0000-7000-8000-000000000001'
const portrait = { key: `${maren}/profile/r1/master.webp`, body: Buffer.from('the bytes of a portrait') }
const storyId = 'a1b2c3d4e5f6a1b2c3d4e5f6'
const story = { key: `stories/${storyId}/master.webp`, body: Buffer.from('the bytes of a yard sign') }

let folder: string
/** Filled once. Tests only read it. */
let source: Installation
let files: { clear: string; sealed: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carte-backup-'))
  source = await anInstallation()
  await fill(source)
  // Its own name, which a restore must not bring along.
  await writeInstallation(source.database.db, 'pictures', 'a folder', new Date())
  files = { clear: await backUp(source, 'in the clear'), sealed: await backUp(source, 'encrypted', passphrase) }
})
afterAll(async () => {
  await source[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

type Installation = Awaited<ReturnType<typeof anInstallation>>

async function anInstallation() {
  const made = await aDatabase()
  const database = await openDatabase({ databaseUrl: made.url, dataDir: '/nowhere' }, silentLog)
  const changes = await openChanges(database, silentLog)
  const storage = createDiskStorage(await mkdtemp(join(folder, 'data-')))
  return {
    database,
    storage,
    changes,
    async [Symbol.asyncDispose]() {
      await changes[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await made[Symbol.asyncDispose]()
    },
  }
}

/** Rows with difficult values: JSON's null beside SQL's, bytes, lists, generated columns, partitions, several scripts. */
async function fill({ database: { db }, storage }: Installation) {
  await db.execute(sql`insert into subject (id, key, alias, full_name, bio, granted_rights, menus, settings) values
    (${maren}, 'k1', 'maren', ${'Maren “Mé” Holloway\t\\ \n 馬'}, ${'a,b{"c"}'}, '{Home,"a b",NULL}', '[{"key": "x", "weight": 1.50}]', '{"location": null}')`)
  await db.execute(sql`insert into alias values ('maren', ${maren})`)
  await db.execute(sql`insert into account (id, email) values (${maren}, 'maren@example.com')`)
  await db.execute(sql`insert into membership (subject_id, account_id) values (${maren}, ${maren})`)
  await db.execute(
    sql`insert into sign_in_link (token_hash, account_id, expires_at) values (decode(repeat('0aff', 16), 'hex'), ${maren}, now() + interval '1 hour')`,
  )
  await db.execute(sql`insert into session (id, account_id, token_hash, exchanged_at, signed_in_at, seen_at, ends_at, way) values
    (${maren}, ${maren}, decode(repeat('1bff', 16), 'hex'), now(), now(), now(), now() + interval '14 days', 'link')`)
  await db.execute(sql`insert into push_subscription (subject_id, device, account_id, session_id, token, updated_at) values
    (${maren}, 'a telephone', ${maren}, ${maren}, '{"endpoint": "https://push.example/1", "keys": {"p256dh": "", "auth": ""}}', now())`)
  await db.execute(sql`insert into review_cache (subject_id, source, source_key, answer, fetched_at) values
    (${maren}, 'zillow-agent', 'json-null', 'null', now()), (${maren}, 'zillow-agent', 'sql-null', null, null)`)
  await db.execute(sql`insert into contact (subject_id, id, submission_id, name, full_name, tags)
    select ${maren}::uuid, gen_random_uuid(), gen_random_uuid(), 'Ada', 'Ada ' || n, array['open house', 'ü'] from generate_series(1, 1300) n`)
  await db.execute(sql`insert into picture (subject_id, kind, revision, width, height, bytes, has_alpha)
    values (${maren}, 'profile', 'r1', 4, 5, 23, false)`)
  await storage.put(portrait.key, portrait.body)
  await db.execute(
    sql`insert into card_draft (subject_id, revision, fields, saved_at) values (${maren}, 7, '{"title": "half\\ttyped", "pictures": null}', now())`,
  )
  const groups = [
    { storyId: 'x', stories: [{ url: `/api/public/story-picture/${storyId}` }, { url: '/api/public/story-picture/mailbox' }] },
  ]
  await db.execute(
    sql`insert into publication (kind, tag, content) values ('stories', 'S', ${JSON.stringify(groups)}::jsonb), ('tour', 'T', '[{}]')`,
  )
  await storage.put(story.key, story.body)
  await writeInstallation(db, 'setup', 'hash', new Date())
  await db.execute(sql`insert into visit_event (subject_id, at, id, name) values (${maren}, now(), ${maren}, 'page_view')`)
}

/** Checksums of all tables. `withoutSessions` skips what a restore leaves out: sessions, their devices, mailed links, known browsers. */
async function sumsOf({ db }: Database, { withoutSessions = false } = {}) {
  const sums: TableSummary[] = []
  const reading = db.transaction(async (tx) => {
    await usePlainForms(tx)
    if (withoutSessions) {
      for (const table of ['push_subscription', 'session', 'sign_in_link']) await tx.execute(sql`delete from ${sql.identifier(table)}`)
      await tx.execute(sql`update account set browser_epoch = 0`)
    }
    // Each storage has its own name, and a setup link is not restored.
    await tx.execute(sql`delete from installation where name in ('pictures', 'setup')`)
    for (const shape of await readTableShapes(tx)) {
      const parts = copyOut(tx, shape)
      let next = await parts.next()
      while (!next.done) next = await parts.next()
      sums.push(next.value)
    }
    tx.rollback()
  })
  await expect(reading).rejects.toThrow(TransactionRollbackError)
  return sums
}

/** Unencrypted unless a test is about the passphrase: deriving its key takes half a second each time. */
async function backUp(context: Installation, name: string, secret: string | null = null) {
  const file = join(folder, name)
  await writeBackup({ ...context, clock: systemClock, productVersion: '0.1.0', signal: never }, { file, passphrase: secret })
  return file
}

/** A copy of a backup of the filled installation, to be damaged. */
async function aCopy(of: keyof typeof files, name: string) {
  const file = join(folder, name)
  await copyFile(files[of], file)
  return file
}

test('no table has a sequence, whose position a backup would lose', async () => {
  const { rows } = await source.database.db.execute(sql`select sequencename from pg_sequences where schemaname = current_schema()`)
  expect(rows).toEqual([])
})

describe.each([
  ['encrypted', 'sealed', passphrase],
  ['in the clear', 'clear', null],
] as const)('a backup %s', (kind, name, secret) => {
  let other: Installation
  const received: string[] = []
  beforeAll(async () => {
    other = await anInstallation()
    other.changes.on((change) => void received.push(change))
    await restoreBackup({ ...other, signal: never, place: 'here/1' }, { file: files[name], passphrase: secret }, { replaces: false })
  })
  afterAll(() => other[Symbol.asyncDispose]())

  test('ACCOUNT-5 restores every row, value and picture into an empty installation', async () => {
    const withoutSessions = { withoutSessions: true }
    expect(await sumsOf(other.database, withoutSessions)).toEqual(await sumsOf(source.database, withoutSessions))
    expect(await keysOf(other.storage)).toEqual([portrait.key, story.key])
    expect(await other.storage.get(portrait.key)).toEqual(portrait.body)
    expect(await other.storage.get(story.key)).toEqual(story.body)
    const { rows } = await other.database.db.execute(sql`select count(*) filter (where answer is null)::int as none,
      count(*) filter (where answer = 'null')::int as json from review_cache`)
    expect(rows).toEqual([{ none: 1, json: 1 }])
    expect(received).toContain('everything')
  })

  test('leaves the name of the storage it is restored into', async () => {
    expect(await readInstallation(other.database.db, 'pictures')).toBe('here/1')
  })

  test('restores no setup link', async () => {
    expect(await readInstallation(source.database.db, 'setup')).toBe('hash')
    expect(await readInstallation(other.database.db, 'setup')).toBeNull()
  })

  test('leaves foreign keys enforced after a restore', async () => {
    const { rows } = await other.database.db.execute(
      sql`select count(*)::int as loose from pg_constraint where contype = 'f' and condeferrable`,
    )
    expect(rows).toEqual([{ loose: 0 }])
  })

  test('is readable by its owner only and leaves no temporary file', async () => {
    expect(((await stat(files[name])).mode & 0o777).toString(8)).toBe('600')
    expect((await readdir(folder)).filter((one) => one.includes('unfinished'))).toEqual([])
  })

  test('that is truncated anywhere is rejected', async () => {
    const file = await aCopy(name, `cut ${kind}`)
    const { size } = await stat(file)
    for (const length of secret ? [size - 1, 40, 0] : [size - 1, size - 9, Math.floor(size / 2), 0]) {
      await truncate(file, length)
      await expect(checkBackup({ file, passphrase: secret })).rejects.toThrow(
        /cannot be used\. (It ends too early|It is not a Carte backup)/,
      )
    }
  })

  test('with any byte changed is rejected', async () => {
    const file = await aCopy(name, `changed ${kind}`)
    const whole = await readFile(file)
    // Bytes 3 to 9 of the gzip header are time and system, and the last byte before its checksums has unused bits: neither carries data.
    for (let at = secret ? 0 : 10; at < whole.length - (secret ? 0 : 9); at += Math.ceil(whole.length / (secret ? 6 : 40))) {
      const changed = Buffer.from(whole)
      changed.writeUInt8(changed.readUInt8(at) ^ 0x20, at)
      await writeFile(file, changed)
      await expect(checkBackup({ file, passphrase: secret }), `byte ${at}`).rejects.toThrow(/cannot be used/)
    }
  })
})

describe('jobs', () => {
  const done: unknown[] = []
  const queues = [
    { name: 'contacts.mail', run: async (data: unknown) => void done.push(data) },
    { name: 'accounts.mail-link', run: async () => void done.push('a link') },
    { name: 'cards.cleanup', run: async () => void done.push('nightly work') },
  ] as Job[]
  const about = { subjectId: maren, contactId: storyId }
  const link = { purpose: 'sign-in', email: 'maren@example.com', name: '', language: 'en', returnUrl: '', requestId: '1' } as const
  const jobsOf = ({ database }: Installation) => openJobs({ ...database, log: silentLog }, queues, { works: false })
  const restoreInto = (other: Installation, file: string) =>
    restoreBackup({ ...other, signal: never, place: 'here/1' }, { file, passphrase: null }, { replaces: true })

  let one: Installation
  let other: Installation
  let withMail: string
  beforeAll(async () => {
    one = await anInstallation()
    other = await anInstallation()
    await using before = jobsOf(one)
    await before.enqueue(one.database.db, 'contacts.mail', about)
    withMail = await backUp(one, 'with a mail')
  })
  afterAll(async () => {
    await one[Symbol.asyncDispose]()
    await other[Symbol.asyncDispose]()
  })

  test.each(['retry', 'active'])('an unsent email is sent once after a second restore that finds it %s', async (state) => {
    await one.database.db.execute(sql`delete from jobs.job`)
    await using before = jobsOf(one)
    await before.enqueue(one.database.db, 'contacts.mail', { ...about, contactId: 'sent before' }, { key: 'sent' })
    await before.settle()
    await before.enqueue(one.database.db, 'contacts.mail', about, { key: 'waiting' })
    await one.database.db.execute(sql`update jobs.job set state = ${state}::jobs.job_state where state = 'created'`)
    await before.enqueue(one.database.db, 'accounts.mail-link', link)
    await before.enqueue(one.database.db, 'cards.cleanup', {})
    const file = await backUp(one, `with a mail in state ${state}`)

    await restoreInto(other, file)
    await other.database.db.execute(sql`update jobs.job set state = ${state}::jobs.job_state where name = 'contacts.mail'`)
    await restoreInto(other, file)
    const waiting = sql`select state::text from jobs.job where name = 'contacts.mail' and state < 'completed'`
    expect((await other.database.db.execute(waiting)).rows).toEqual([{ state: 'created' }])
    done.length = 0
    await using after = jobsOf(other)
    await after.settle()
    expect(done).toEqual([about])
  })

  test('a job that is planned starts at its time, and not with the restore', async () => {
    await one.database.db.execute(sql`delete from jobs.job`)
    const startAfter = new Date(Date.now() + 3_600_000)
    await using before = jobsOf(one)
    await before.enqueue(one.database.db, 'contacts.mail', about, { startAfter })
    await restoreInto(other, await backUp(one, 'with a planned mail'))
    const planned = sql`select to_json(start_after) #>> '{}' as at from jobs.job where name = 'contacts.mail' and state = 'created'`
    const { rows } = await other.database.db.execute<{ at: string }>(planned)
    expect(rows.map(({ at }) => new Date(at))).toEqual([startAfter])
  })

  test('a restore waits for the queue as long as it takes to open', async () => {
    await using queue = jobsOf(other)
    await queue.ready()
    const blocker = await other.database.pool.connect()
    await blocker.query('begin; lock table jobs.queue')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const restoring = restoreInto(other, withMail)
    restoring.catch(() => {})
    const waiting = `select 1 from pg_locks where relation = 'jobs.queue'::regclass and not granted`
    await eventually(async () => expect((await blocker.query(waiting)).rows).not.toEqual([]))
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await blocker.query('commit')
    blocker.release()
    await restoring
    const { rows } = await other.database.db.execute(sql`select data from jobs.job where name = 'contacts.mail' and state < 'completed'`)
    expect(rows).toEqual([{ data: about }])
  })

  test('a restore that is refused does not create the queue', async () => {
    await using empty = await anInstallation()
    const restore = (replaces: boolean) =>
      restoreBackup({ ...empty, signal: never, place: 'here/1' }, { file: withMail, passphrase: null }, { replaces })
    const { db } = empty.database
    await fill(empty)
    await expect(restore(false)).rejects.toThrow('This installation is in use')
    await db.execute(sql`insert into migration (name, sum) values ('299901010000-more.sql', repeat('a', 64))`)
    await expect(restore(true)).rejects.toThrow('made by the older Carte 0.1.0')
    expect((await db.execute(sql`select to_regclass('jobs.job') as queue`)).rows).toEqual([{ queue: null }])
  })
})

test('a restore brings back no sessions and no mailed links', async () => {
  await using one = await anInstallation()
  await fill(one)
  // After the backup a session was ended, the link was used, and known browsers were forgotten.
  await one.database.db.execute(sql`delete from session`)
  await one.database.db.execute(sql`update sign_in_link set used_at = now()`)
  await one.database.db.execute(sql`update account set browser_epoch = 3`)

  await restoreBackup({ ...one, signal: never, place: 'here/1' }, { file: files.clear, passphrase: null }, { replaces: true })
  const { rows } = await one.database.db.execute(sql`select (select count(*)::int from session) as sessions,
    (select count(*)::int from push_subscription) as devices, (select count(*)::int from sign_in_link) as links,
    (select bool_and(browser_epoch > 3) from account) as "areForgotten", (select count(*)::int from contact) as contacts`)
  expect(rows).toEqual([{ sessions: 0, devices: 0, links: 0, areForgotten: true, contacts: 1300 }])
})

test('an encrypted backup reveals nothing of its content', async () => {
  const bytes = await readFile(files.sealed)
  expect(bytes.includes('maren')).toBe(false)
  expect(() => gunzipSync(bytes)).toThrow('incorrect header check')
})

test('a wrong or missing passphrase is distinguished from damage', async () => {
  const file = files.sealed
  await expect(checkBackup({ file, passphrase: 'another one' })).rejects.toThrow('The passphrase is wrong.')
  await expect(checkBackup({ file, passphrase: null })).rejects.toThrow('--passphrase-file')
})

test('changed rows in an unencrypted backup are rejected', async () => {
  const file = await aCopy('clear', 'smuggled')
  const archive = gunzipSync(await readFile(file))
  const at = archive.indexOf('maren@example.com')
  archive.write('mallo', at)
  await writeFile(file, gzipSync(archive))

  await expect(checkBackup({ file, passphrase: null })).rejects.toThrow('the table account does not match its table of contents')
})

test('bytes after the end are rejected at the first one', async () => {
  const read: string[] = []
  async function* bytes() {
    yield packEnd()
    for (const part of ['first', 'second']) {
      read.push(part)
      yield Buffer.alloc(512)
    }
  }
  await expect(unpack(bytes()).next()).rejects.toThrow('changed or damaged')
  expect(read).toEqual(['first'])
  const file = await aCopy('clear', 'longer')
  await appendFile(file, gzipSync(Buffer.alloc(512)))
  await expect(checkBackup({ file, passphrase: null })).rejects.toThrow('changed or damaged')
})

test('a table of contents larger than its entries need is not parsed', async () => {
  const file = join(folder, 'long contents')
  const contents = (bytes: number) => packEntry({ name: manifestName, body: Buffer.alloc(bytes, ' ') }, new Date())
  const check = async (bytes: number) => {
    await writeFile(file, gzipSync(Buffer.concat([...contents(bytes), packEnd()])))
    return checkBackup({ file, passphrase: null })
  }
  await expect(check(4 * 1024 * 1024)).rejects.toThrow('Its table of contents cannot be read.')
  await expect(check(4 * 1024 * 1024 + 1)).rejects.toThrow('Its table of contents is larger than its entries need.')
})

test.each([
  ['picture', pictureEntry(portrait.key)],
  ['part of a table', tablePart('contact', 1)],
])('a %s that comes twice is rejected', async (what, name) => {
  const file = await aCopy('clear', `twice a ${what}`)
  const entry = packEntry({ name, body: Buffer.alloc(0) }, new Date())
  await writeFile(file, gzipSync(Buffer.concat([...entry, gunzipSync(await readFile(file))])))
  await expect(checkBackup({ file, passphrase: null })).rejects.toThrow('It contains an entry twice')
})

describe('a restore changes nothing when', () => {
  let one: Installation
  beforeAll(async () => {
    one = await anInstallation()
    await fill(one)
  })
  afterAll(() => one[Symbol.asyncDispose]())
  const restoreInto = (
    file: string,
    { replaces = true, ...deps }: Partial<Parameters<typeof restoreBackup>[0]> & { replaces?: boolean } = {},
  ) => restoreBackup({ ...one, signal: never, place: 'here/1', ...deps }, { file, passphrase: null }, { replaces })

  test('the installation is in use', async () => {
    const before = await sumsOf(one.database)
    await expect(restoreInto(files.clear, { replaces: false })).rejects.toThrow('cards 1, accounts 1')
    expect(await sumsOf(one.database)).toEqual(before)
  })

  test('the backup is damaged, even with replace', async () => {
    const file = await aCopy('clear', 'damaged')
    await truncate(file, (await stat(file)).size - 20)
    const before = await sumsOf(one.database)
    await expect(restoreInto(file)).rejects.toThrow('ends too early')
    expect(await sumsOf(one.database)).toEqual(before)
    expect(await keysOf(one.storage)).toEqual([portrait.key, story.key])
  })

  test('it is interrupted', async () => {
    const before = await sumsOf(one.database)
    const stop = new AbortController()
    await one.storage.remove(`${maren}/`)
    const storage: Storage = {
      ...one.storage,
      async put(key, bytes) {
        await one.storage.put(key, bytes)
        stop.abort()
        stop.signal.throwIfAborted()
      },
    }
    await expect(restoreInto(files.clear, { storage, signal: stop.signal })).rejects.toThrow('Stopped. Nothing was changed.')
    expect(await sumsOf(one.database)).toEqual(before)
    expect(await keysOf(one.storage)).toEqual([story.key])
    await one.storage.put(portrait.key, portrait.body)
  })

  test('its lock against removals is lost: a sweep may have removed an image', async () => {
    const before = await sumsOf(one.database)
    await one.storage.remove(`${maren}/`)
    const storage: Storage = {
      ...one.storage,
      async put(key, bytes) {
        await one.storage.put(key, bytes)
        await one.database.db.execute(endRemovalsLock)
      },
    }
    await expect(restoreInto(files.clear, { storage })).rejects.toThrow(
      'The connection that blocks the removal of images was lost. Nothing was changed.',
    )
    expect(await sumsOf(one.database)).toEqual(before)
    expect(await keysOf(one.storage)).toEqual([story.key])
    await one.storage.put(portrait.key, portrait.body)
  })

  const more = `insert into migration (name, sum) values ('299901010000-more.sql', repeat('a', 64))`
  const noMore = `delete from migration where name like '299901%'`
  test.each([
    ['newer', more, noMore, '', 'does not know (299901010000-more.sql)'],
    [
      'differently migrated',
      `update migration set name = 'x' || name`,
      'update migration set name = substr(name, 2)',
      '',
      'Backups from before the first release',
    ],
    ['older', '', more, noMore, 'made by the older Carte 0.1.0'],
  ])('the backup was made by a %s version', async (age, then, now, afterwards, words) => {
    const run = async (statement: string) => statement && one.database.db.execute(sql.raw(statement))
    await run(then)
    const file = await backUp(one, `made by ${age}`)
    await run(now)
    const before = await sumsOf(one.database)
    await expect(restoreInto(file)).rejects.toThrow(words)
    expect(await sumsOf(one.database)).toEqual(before)
    await run(afterwards)
  })
})

const endRemovalsLock = sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 7201346
  and database = (select oid from pg_database where datname = current_database())`

test.each([
  ['its lock', (db: Db) => db.execute(endRemovalsLock)],
  ['the answer to its commit', () => Promise.reject(new Error('Connection terminated unexpectedly'))],
])('a restore that loses %s after the commit is done, with its images', async (_, lose) => {
  await using one = await anInstallation()
  const changes: typeof one.changes = {
    ...one.changes,
    async write(work) {
      const result = await one.changes.write(work)
      await lose(one.database.db)
      return result
    },
  }
  await restoreBackup({ ...one, changes, signal: never, place: 'here/1' }, { file: files.clear, passphrase: null }, { replaces: false })
  expect(await keysOf(one.storage)).toEqual([portrait.key, story.key])
})

test('with replace, a restore removes all earlier data', async () => {
  await using one = await anInstallation()
  const file = await backUp(one, 'replacing')
  const before = await sumsOf(one.database)
  await fill(one)

  await restoreBackup({ ...one, signal: never, place: 'here/1' }, { file, passphrase: null }, { replaces: true })
  expect(await sumsOf(one.database)).toEqual(before)
  expect(await keysOf(one.storage)).toEqual([])
})

test('a missing picture is reported, and everything else is saved', async () => {
  const storage: Storage = { ...source.storage, get: async (key) => (key === portrait.key ? null : source.storage.get(key)) }
  const deps = { ...source, storage, clock: systemClock, productVersion: '0.1.0', signal: never }
  const { missingPictures, manifest } = await writeBackup(deps, { file: join(folder, 'without picture'), passphrase: null })

  expect(missingPictures).toEqual([portrait.key])
  expect(manifest.tables.find(({ name }) => name === 'contact')?.rows).toBe(1300)
})

test('a picture replaced during a backup is still in it, and is removed afterwards', async () => {
  await using one = await anInstallation()
  await fill(one)
  const picture = { subjectId: maren, kind: 'profile', revision: 'r1' } as const
  const { db } = one.database
  const storage: Storage = {
    ...one.storage,
    async get(key) {
      // The owner publishes another picture: first the row is deleted, then the file that no row names.
      await db.execute(sql`delete from picture where subject_id = ${maren}`)
      await removeBytes({ ...one.database, storage: one.storage }, [picture])
      return one.storage.get(key)
    },
  }
  const deps = { ...one, storage, clock: systemClock, productVersion: '0.1.0', signal: never }
  const { missingPictures, manifest } = await writeBackup(deps, { file: join(folder, 'replaced meanwhile'), passphrase: null })

  expect(missingPictures).toEqual([])
  expect(manifest.pictures.map(({ key }) => key)).toEqual([portrait.key, story.key])
  await removeBytes({ ...one.database, storage: one.storage }, [picture])
  expect(await keysOf(one.storage)).toEqual([story.key])
})

test('images are copied several at once, in order, after the tables’ transaction', async () => {
  await using one = await anInstallation()
  const { db } = one.database
  await fill(one)
  await db.execute(sql`insert into uploaded_picture (subject_id, kind, revision, width, height, bytes, has_alpha)
    select ${maren}, 'logo', 'r' || n, 1, 1, 1, false from generate_series(1, 30) n`)
  const atOnce = { now: 0, most: 0 }
  const storage: Storage = {
    ...one.storage,
    async get(key) {
      atOnce.most = Math.max(atOnce.most, ++atOnce.now)
      // A migration of this table would wait for each lock.
      const locks = sql`select mode from pg_locks where relation = 'contact'::regclass and pid <> pg_backend_pid()`
      await eventually(async () => expect((await db.execute(locks)).rows).toEqual([]))
      atOnce.now--
      return Buffer.from(key)
    },
  }
  const deps = { ...one, storage, clock: systemClock, productVersion: '0.1.0', signal: never }
  const { manifest } = await writeBackup(deps, { file: join(folder, 'many images'), passphrase: null })
  const keys = manifest.pictures.map(({ key }) => key)
  expect(keys).toHaveLength(32)
  expect(keys).toEqual([...keys.slice(0, -1).toSorted(), story.key])
  expect(atOnce.most).toBe(8)
})

test('a picture that was taken down can be put back after a restore', async () => {
  await using one = await anInstallation()
  await fill(one)
  const { db } = one.database
  const logo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1f533f' } })
    .png()
    .toBuffer()
  await db.transaction(async (tx) => savePicture({ ...one, clock: systemClock }, tx, maren, 'logo', logo))
  const setDown = (tx: Db, isDown: boolean) => setPictureDown(tx, { subjectId: maren, kind: 'logo', isDown }, new Date())
  await db.transaction((tx) => setDown(tx, true))
  const file = await backUp(one, 'with one taken down')

  await using other = await anInstallation()
  await restoreBackup({ ...other, signal: never, place: 'here/1' }, { file, passphrase: null }, { replaces: false })
  const read = () => readPicture({ db: other.database.db, storage: other.storage }, maren, 'logo', { width: 44, format: 'webp' })
  expect(await read()).toBe(null)
  await other.database.db.transaction((tx) => setDown(tx, false))
  expect(await sharp((await read()) ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 44 })
})

test('two backups at once are made one after the other', async () => {
  await Promise.all([backUp(source, 'first at once'), backUp(source, 'second at once')])
  expect((await checkBackup({ file: join(folder, 'second at once'), passphrase: null })).pictures).toHaveLength(2)
})

test('a backup that waits for another says so', async () => {
  const waits = Promise.withResolvers<void>()
  let waiting: Promise<unknown> | undefined
  await blockRemovals(source.database.db, { signal: never }, async () => {
    const deps = { ...source, clock: systemClock, productVersion: '0.1.0', signal: never, onWait: waits.resolve }
    waiting = writeBackup(deps, { file: join(folder, 'after another'), passphrase: null })
    await waits.promise
  })
  await expect(waiting).resolves.toMatchObject({ missingPictures: [] })
})

test('an interrupted backup leaves no file', async () => {
  const stop = new AbortController()
  const storage: Storage = {
    ...source.storage,
    async get(key) {
      stop.abort()
      return source.storage.get(key)
    },
  }
  const deps = { ...source, storage, clock: systemClock, productVersion: '0.1.0', signal: stop.signal }

  await expect(writeBackup(deps, { file: join(folder, 'unwanted'), passphrase: null })).rejects.toThrow('Stopped. No backup was made.')
  expect((await readdir(folder)).filter((name) => name.startsWith('unwanted'))).toEqual([])
})

describe('a backup explains why it cannot write to', () => {
  test('an existing file, and leaves it alone', async () => {
    await writeFile(join(folder, 'taken'), 'precious')

    await expect(backUp(source, 'taken')).rejects.toThrow('already exists')
    expect(await readFile(join(folder, 'taken'), 'utf8')).toBe('precious')
  })

  test('a missing folder', async () => {
    await expect(backUp(source, 'no/such/folder')).rejects.toThrow(/There is no folder .* No backup was made\./)
  })

  test.runIf(process.platform === 'linux')('a read-only place', async () => {
    const deps = { ...source, clock: systemClock, productVersion: '0.1.0', signal: never }
    await expect(writeBackup(deps, { file: '/proc/backup', passphrase: null })).rejects.toThrow(/No backup was made\./)
  })
})
