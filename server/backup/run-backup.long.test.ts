import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readSettings, type Settings } from '#server/settings.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { StorageUnavailableError } from '#server/integrations/storage-error.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { aSmallDisk } from '../../tests/start/a-small-disk.ts'
import { s3StandIn, type S3StandIn } from '../../tests/stand-ins/s3.ts'
import { readTableBytes } from './copy-tables.ts'
import { rehearse } from './rehearse.ts'
import { backUp, backUpWhenDue, rehearseBackup } from './backup.job.ts'
import { BusyError, whileLocked } from './run-lock.ts'
import { runBackup, type RunDeps } from './run-backup.ts'
import { endRun, listRuns, readLastGood, startRun } from './runs.ts'
import { partBytesOf } from './target.ts'
import { eventually } from '../../tests/harness/eventually.ts'

let app: TestApp
let root: string
let folder: string
let now = new Date('2026-11-26T03:00:00Z')

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'carte-runs-'))
  app = await anApp()
  const card = await aCard(app.deps)
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#1f533f' } })
    .png()
    .toBuffer()
  await app.deps.db.transaction((tx) => savePicture(app.deps, tx, card.id, 'profile', png))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'target-'))
  now = new Date(now.getTime() + 3_600_000)
})

const depsOf = (chosen: Partial<Settings> = {}, more: Partial<RunDeps> = {}): RunDeps => ({
  database: app.deps,
  storage: app.deps.storage,
  clock: { now: () => now },
  log: silentLog,
  settings: { ...app.settings, backupTo: folder, ...chosen },
  productVersion: '0.1.0',
  signal: new AbortController().signal,
  ...more,
})
const installationOf = (file: string) => file.slice(-15, -7)
/** Of this installation: other test files may rehearse at the same time. */
const scratchDatabases = async (file: string) =>
  (
    await app.deps.db.execute<{ name: string }>(
      sql`select datname as name from pg_database where datname like ${`carte_rehearsal_${installationOf(file)}_%`}`,
    )
  ).rows

describe('a backup to a folder', () => {
  test('is there under its name, recorded, and rehearsed', async () => {
    const backup = await runBackup(depsOf())
    expect(backup).toMatchObject({ error: null, file: expect.stringMatching(/^carte-20261126T\d{6}Z-[\da-f]{8}\.backup$/) })
    expect(await readdir(folder)).toEqual([backup.file])
    const backedUpAt = now
    now = new Date(now.getTime() + 60_000)
    const rehearsal = await rehearse(depsOf())
    expect(rehearsal).toEqual({ file: backup.file, bytes: backup.bytes, error: null, message: '' })
    expect(await scratchDatabases(backup.file)).toEqual([])
    expect(await readLastGood(app.deps.db, 'backup')).toEqual(backedUpAt)
    expect((await listRuns(app.deps.db, 2)).map(({ kind, endedAt }) => [kind, endedAt])).toEqual([
      ['rehearsal', now],
      ['backup', backedUpAt],
    ])
  })

  test('says how far it is, and where it ended', async () => {
    const progress = async () => (await listRuns(app.deps.db, 1))[0]?.progress
    const storage: Storage = {
      ...app.deps.storage,
      async get(key) {
        await eventually(async () => expect(await progress()).toMatchObject({ step: 'images', images: 0, imagesTotal: 1 }))
        return app.deps.storage.get(key)
      },
    }
    await runBackup(depsOf({}, { storage }))
    expect(await progress()).toMatchObject({ step: 'check', share: 1, images: 1, databaseBytes: expect.toSatisfy((bytes) => bytes > 1000) })

    now = new Date(now.getTime() + 60_000)
    const broken = { ...app.deps.storage, get: () => Promise.reject(Object.assign(new Error('input/output'), { code: 'EIO' })) }
    await runBackup(depsOf({}, { storage: broken }))
    expect(await progress()).toMatchObject({ step: 'images', share: expect.toSatisfy((share) => share > 0 && share < 0.5) })
    now = new Date(now.getTime() + 60_000)
    await rehearse(depsOf())
    expect(await progress()).toBeNull()
  })

  test('counts what a table with partitions takes once', async () => {
    const bytes = await readTableBytes(app.deps)
    expect([...bytes.keys()].filter((name) => name.startsWith('visit_event'))).toEqual(['visit_event'])
  })

  test('deletes what is no longer kept, and nothing of another installation', async () => {
    const foreign = 'carte-20200101T000000Z-ffffffff.backup'
    await writeFile(join(folder, foreign), 'theirs')
    const first = await runBackup(depsOf({ backupKeep: { hours: 0, days: 1, weeks: 0, months: 0 } }))
    now = new Date(now.getTime() + 60_000)
    const second = await runBackup(depsOf({ backupKeep: { hours: 0, days: 1, weeks: 0, months: 0 } }))
    expect(first.file).not.toBe(second.file)
    expect(await readdir(folder)).toEqual([foreign, second.file])
  })

  test('removes what an interrupted one left, and records that it was interrupted', async () => {
    const { file } = await runBackup(depsOf())
    await writeFile(join(folder, `${file}.unfinished-0a0b0c0d`), 'half')
    await writeFile(join(folder, 'carte-20200101T000000Z-ffffffff.backup.unfinished-0a0b0c0d'), 'theirs')
    const id = await startRun(app.deps.db, 'backup', now)
    now = new Date(now.getTime() + 60_000)
    const { file: next } = await runBackup(depsOf())
    expect((await readdir(folder)).toSorted()).toEqual(['carte-20200101T000000Z-ffffffff.backup.unfinished-0a0b0c0d', next])
    const interrupted = (await listRuns(app.deps.db, 3)).find((run) => run.id === id)
    expect(interrupted).toMatchObject({ error: 'interrupted', endedAt: now })
  })

  test('is good even if an older one cannot be deleted', async () => {
    const { file } = await runBackup(depsOf())
    await rm(join(folder, file))
    await mkdir(join(folder, file))
    now = new Date(now.getTime() + 60_000)
    const warn = vi.fn<Log['warn']>()
    const backupKeep = { hours: 0, days: 0, weeks: 0, months: 0 }
    expect(await runBackup(depsOf({ backupKeep }, { log: { ...silentLog, warn } }))).toMatchObject({ error: null })
    expect(warn).toHaveBeenCalledWith('backup-not-pruned', { error: expect.any(Error) })
  })

  test('ends and is found when a clock was ahead', async () => {
    const { db } = app.deps
    const ahead = new Date(now.getTime() + 300 * 86_400_000)
    await endRun(db, await startRun(db, 'backup', ahead), { file: '', bytes: 0, error: null, message: '' }, now)
    expect((await listRuns(db, 1))[0]).toMatchObject({ startedAt: ahead, endedAt: ahead })
    expect(Number(await readLastGood(db, 'backup'))).not.toBe(ahead.getTime())
    expect(await runBackup(depsOf())).toMatchObject({ error: null })
    expect((await listRuns(db, 1))[0]?.startedAt).toEqual(now)
  })

  test('without its passphrase file says so, and not that the folder is missing', async () => {
    const backupPassphraseFile = join(root, 'no passphrase')
    expect(await runBackup(depsOf({ backupPassphraseFile }))).toMatchObject({ error: 'passphrase-file' })
  })

  test('deletes nothing when it fails', async () => {
    const { file } = await runBackup(depsOf())
    const broken = { ...app.deps.storage, get: () => Promise.reject(Object.assign(new Error('input/output'), { code: 'EIO' })) }
    now = new Date(now.getTime() + 60_000)
    const failed = await runBackup(depsOf({ backupKeep: { hours: 0, days: 0, weeks: 0, months: 0 } }, { storage: broken }))
    // Not BACKUP_TO, which an administrator would look at.
    expect(failed).toMatchObject({ error: 'images', message: expect.stringMatching(/^The images can’t be read \(EIO\)\. Check STORAGE /) })
    expect(await readdir(folder)).toEqual([file])
  })

  test('reads an image again that its storage did not answer', async () => {
    const answers = [new StorageUnavailableError('TimeoutError', 'the storage does not answer')]
    const slow: Storage = {
      ...app.deps.storage,
      async get(key) {
        const failure = answers.pop()
        if (failure) throw failure
        return app.deps.storage.get(key)
      },
    }
    const warn = vi.fn<Log['warn']>()
    expect(await runBackup(depsOf({}, { storage: slow, log: { ...silentLog, warn } }))).toMatchObject({ error: null })
    expect(answers).toEqual([])
    expect(warn).not.toHaveBeenCalled()
  })

  test('without its images fails and deletes nothing; a few missing ones are a warning', async () => {
    const backupKeep = { hours: 0, days: 0, weeks: 0, months: 0 }
    const { file } = await runBackup(depsOf())
    now = new Date(now.getTime() + 60_000)
    const unmounted = { ...app.deps.storage, get: async () => null }
    const failed = await runBackup(depsOf({ backupKeep }, { storage: unmounted }))
    expect(failed).toMatchObject({ error: 'without-images', message: expect.stringMatching(/^1 of 1 images are missing/) })
    expect(await readdir(folder)).toEqual([file, failed.file])

    await app.deps.db.execute(sql`
      insert into uploaded_picture (subject_id, kind, revision, width, height, bytes, has_alpha)
      select subject_id, 'card', 'revision' || number, 1, 1, 1, false from picture, generate_series(1, 10) as number`)
    now = new Date(now.getTime() + 60_000)
    const oneLost = { ...app.deps.storage, get: async (key: string) => (key.includes('revision7') ? null : Buffer.from(key)) }
    const warn = vi.fn<Log['warn']>()
    const good = await runBackup(depsOf({ backupKeep }, { storage: oneLost, log: { ...silentLog, warn } }))
    await app.deps.db.execute(sql`delete from uploaded_picture`)
    expect(good.error).toBeNull()
    expect(warn).toHaveBeenCalledWith('backup-images-missing', { missing: 1, total: 11 })
    expect(await readdir(folder)).toEqual([good.file])
  })

  test.each([
    ['missing', 'missing', async () => join(folder, 'gone')],
    [
      'a file',
      'missing',
      async () => {
        await writeFile(join(folder, 'file'), '')
        return join(folder, 'file')
      },
    ],
    [
      'not writable',
      'denied',
      // For root too.
      async () => '/sys',
    ],
  ])('that is %s is one line', async (_, error, makeTarget) => {
    const result = await runBackup(depsOf({ backupTo: await makeTarget() }))
    expect(result.error).toBe(error)
    expect(result.message).toMatch(/^[^\n]{10,200}$/)
  })

  test('that is full is one line, and leaves the last backup alone', async ({ skip }) => {
    await using disk = await aSmallDisk(4)
    if (!disk) return skip()
    const deps = depsOf({ backupTo: disk.path })
    const { file } = await runBackup(deps)
    await disk.fillUp()
    now = new Date(now.getTime() + 60_000)
    expect(await runBackup(deps)).toMatchObject({ error: 'full', message: expect.stringMatching(/^[^\n]* is full\.[^\n]*$/) })
    await disk.freeStorage()
    expect(await readdir(disk.path)).toEqual([file])
  })

  test('that hangs ends, and leaves no transaction open', async () => {
    const stuck = { ...app.deps.storage, get: () => new Promise<never>(() => {}) }
    const result = await runBackup(depsOf({}, { storage: stuck }), 1500)
    expect(result).toMatchObject({ error: 'slow', message: expect.stringContaining('Nothing was read or written for') })
    expect(await readdir(folder).then((names) => names.filter((name) => name.endsWith('.backup')))).toEqual([])
    const idle = sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in%'`
    await eventually(async () => expect((await app.deps.db.execute<{ count: number }>(idle)).rows).toEqual([{ count: 0 }]))
  })

  test('that takes long is not stopped while it reads', async () => {
    await app.deps.db.execute(sql`
      insert into uploaded_picture (subject_id, kind, revision, width, height, bytes, has_alpha)
      select subject_id, 'card', 'revision' || number, 1, 1, 1, false from picture, generate_series(1, 30) as number`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const idleMs = 60_000
    const storage: Storage = {
      ...app.deps.storage,
      async get(key) {
        // Some are read ahead.
        vi.advanceTimersByTime(idleMs / 10)
        return Buffer.from(key)
      },
    }
    const result = await runBackup(depsOf({}, { storage }), idleMs)
    vi.useRealTimers()
    await app.deps.db.execute(sql`delete from uploaded_picture`)
    expect(result).toMatchObject({ error: null })
  })

  test('is not due again while it runs, however long it takes', async () => {
    const enqueued: string[] = []
    const jobs = { ...app.deps.jobs, enqueue: async (_: unknown, name: string) => void enqueued.push(name) }
    const check = () => backUpWhenDue({ ...depsOf(), jobs }).run({})
    await whileLocked(app.deps, silentLog, async () => {
      await startRun(app.deps.db, 'backup', now)
      now = new Date(now.getTime() + 25 * 3_600_000)
      await check()
    })
    expect(enqueued).toEqual([])
    await check()
    expect(enqueued).toEqual(['backup.run'])
  })

  test('and its schedule are left to other servers by one without BACKUP_TO', () => {
    const [there, here] = [depsOf(), depsOf({ backupTo: '' })].map((deps) => ({ ...deps, jobs: app.deps.jobs }))
    if (!there || !here) throw new Error('there are two servers')
    expect(backUpWhenDue(here).every).toBe(backUpWhenDue(there).every)
    expect([backUp(here), rehearseBackup(here)].map(({ isForOthers }) => isForOthers?.())).toEqual([true, true])
    expect([backUp(there), rehearseBackup(there)].map(({ isForOthers }) => isForOthers?.())).toEqual([false, false])
  })

  test('does not start beside another', async () => {
    await whileLocked(app.deps, silentLog, async () => {
      await expect(runBackup(depsOf())).rejects.toThrow(BusyError)
    })
  })
})

describe('a rehearsal', () => {
  const passphraseFile = async (words: string) => {
    const file = join(folder, `passphrase-${words.length}`)
    await writeFile(file, `${words}\n`)
    await chmod(file, 0o600)
    return file
  }

  test('says when the passphrase was changed', async () => {
    await runBackup(depsOf({ backupPassphraseFile: await passphraseFile('a lamp above the blue door') }))
    const changed = await rehearse(depsOf({ backupPassphraseFile: await passphraseFile('a lamp above the red door') }))
    expect(changed).toMatchObject({ error: 'passphrase', message: expect.stringContaining('can’t be opened with the passphrase') })
    expect(await rehearse(depsOf({ backupPassphraseFile: null }))).toMatchObject({ error: 'passphrase' })
  })

  test('finds a damaged backup', async () => {
    const { file } = await runBackup(depsOf())
    const whole = await readFile(join(folder, file))
    await writeFile(join(folder, file), whole.subarray(0, whole.length / 2))
    expect(await rehearse(depsOf())).toMatchObject({ error: 'unusable', message: expect.stringContaining('ends too early') })
  })

  test('restores nothing beside the embedded database if the disk is nearly full', async ({ skip }) => {
    await using disk = await aSmallDisk(4)
    if (!disk) return skip()
    await runBackup(depsOf())
    const result = await rehearse(depsOf({ databaseUrl: null, dataDir: disk.path }))
    expect(result).toMatchObject({ error: 'full', message: expect.stringMatching(/ needs \d+ MiB in [^\n]*, and \d MiB are free\.$/) })
  })

  test('without a backup says so', async () => {
    expect(await rehearse(depsOf())).toMatchObject({ error: 'none' })
  })

  test('that was interrupted leaves nothing after the next', async () => {
    const { file } = await runBackup(depsOf())
    const leftover = `carte_rehearsal_${installationOf(file)}_0a0b0c0d`
    await app.deps.db.execute(sql`create database ${sql.identifier(leftover)}`)
    await app.deps.db.execute(sql`create database carte_rehearsal_ffffffff_0a0b0c0d`)
    expect(await rehearse(depsOf())).toMatchObject({ error: null })
    expect(await scratchDatabases(file)).toEqual([])
    // Another installation's stays: this fails if it is gone.
    await app.deps.db.execute(sql`drop database carte_rehearsal_ffffffff_0a0b0c0d`)
  })
})

describe('a backup to a bucket', () => {
  let s3: S3StandIn
  beforeAll(async () => void (s3 = await s3StandIn()))
  afterAll(() => s3[Symbol.asyncDispose]())
  beforeEach(() => {
    s3.be('good')
    s3.objects.clear()
  })
  const bucketDeps = (env: Record<string, string> = {}) => {
    const { STORAGE_BUCKET: bucket, ...access } = s3.env
    const read = readSettings({ ...access, STORAGE: 'disk', BACKUP_TO: `s3://${bucket}/backups`, ...env })
    const { backupTo, storageUrl, storageRegion, storageKeyId, storageSecret } = read
    return depsOf({ backupTo, storageUrl, storageRegion, storageKeyId, storageSecret })
  }

  test('is uploaded, rehearsed, pruned, and leaves no copy here', async () => {
    const { file } = await runBackup(bucketDeps())
    expect([...s3.objects.keys()]).toEqual([`backups/${file}`])
    expect((await listRuns(app.deps.db, 1))[0]?.progress).toMatchObject({ step: 'upload', share: 1 })
    expect(await rehearse(bucketDeps())).toMatchObject({ file, error: null })
    now = new Date(now.getTime() + 60_000)
    const next = await runBackup(bucketDeps({ BACKUP_KEEP: '1d' }))
    expect([...s3.objects.keys()]).toEqual([`backups/${next.file}`])
    expect(await readdir(join(app.settings.dataDir, 'backup-transfer'))).toEqual([])
  })

  test('has parts that are few enough', () => {
    const [megabyte, terabyte] = [1024 ** 2, 1024 ** 4]
    expect(partBytesOf(megabyte)).toBe(32 * megabyte)
    expect(terabyte / partBytesOf(terabyte)).toBeLessThan(10_000)
  })

  test('aborts an upload that was interrupted', async () => {
    const { file } = await runBackup(bucketDeps())
    s3.objects.set(`\0backups/${file}\0`, { body: Buffer.alloc(0), changedAt: now, headers: {} })
    now = new Date(now.getTime() + 60_000)
    await runBackup(bucketDeps())
    expect([...s3.objects.keys()].filter((key) => key.startsWith('\0'))).toEqual([])
  })

  test.each([
    ['full', 'full'],
    ['denied', 'denied'],
    ['read-only', 'denied'],
    ['broken', 'unreachable'],
  ] as const)('that is %s is one line, and the last backup stays', async (mood, error) => {
    const { file } = await runBackup(bucketDeps())
    s3.be(mood)
    now = new Date(now.getTime() + 60_000)
    const result = await runBackup(bucketDeps())
    expect(result).toMatchObject({ error, message: expect.stringMatching(/^[^\n]{10,200}$/) })
    expect([...s3.objects.keys()].filter((key) => !key.startsWith('\0'))).toEqual([`backups/${file}`])
  })

  test('with wrong credentials or no such bucket is one line', async () => {
    expect(await runBackup(bucketDeps({ STORAGE_SECRET: 'another-secret' }))).toMatchObject({ error: 'denied' })
    expect(await runBackup(bucketDeps({ BACKUP_TO: 's3://elsewhere' }))).toMatchObject({ error: 'missing' })
  })
})
