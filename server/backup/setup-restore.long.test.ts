import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { restorePartBytes } from '#contract/restore-choices.ts'
import type { RestoreState } from '#contract/restore.ts'
import { makeSetupLink } from '#server/accounts/sign-up/make-setup-link.ts'
import { systemClock } from '#server/integrations/clock.ts'
import { Manifest, manifestName } from '#server/backup/manifest.ts'
import { openSetupRestore } from '#server/backup/setup-restore.ts'
import { pictureEntry } from '#server/backup/tally.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { packEnd, packEntry, unpack, type TarEntry } from '#server/integrations/tar.ts'
import type { Settings } from '#server/settings.ts'
import { openLiveSettings } from '#server/settings/live-settings.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact } from '../../tests/factories/contacts.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
import { anApp as startApp, type TestApp } from '../../tests/harness/app.ts'
import { aDatabase } from '../../tests/harness/database.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { runSql } from '../../tests/harness/run-sql.ts'
import { eventually } from '../../tests/harness/eventually.ts'

const passphrase = 'a lamp above the blue door'
const person = { name: 'Maren Holloway', email: 'maren@harborpine.example', password: 'Lantern-Ferry-8' }
const json = { 'x-csrf': '1', 'content-type': 'application/json' }
const hour = 3_600_000

/** A busy machine asks for a state more often than a page. */
const anApp = ({ settings, ...options }: Parameters<typeof startApp>[0] = {}) =>
  startApp({ settings: { limitFactor: 100, ...settings }, ...options })

let folder: string
let clear: Buffer
let sealed: Buffer
let newer: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carte-setup-restore-'))
  await using source = await anApp()
  await post(source, '/bff/set-up', { ...person, setupCode: await codeOf(source) })
  const card = await aCard(source.deps, { alias: 'maren' })
  const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#05566f' } })
    .png()
    .toBuffer()
  await savePicture(source.deps, source.deps.db, card.id, 'profile', photo)
  await aContact(source.deps, card.id)
  const set = (value: string) => ({ value, at: '2026-06-01T12:00:00.000Z', by: '' })
  const stored = { PUBLIC_URL: set('https://cards.example'), PRODUCT_DESCRIPTION: set('Homes by the harbor') }
  await source.deps.db.execute(
    sql`insert into installation (name, value, updated_at) values ('settings', ${JSON.stringify(stored)}::jsonb, now())`,
  )
  clear = await backUp(source, 'clear', null)
  sealed = await backUp(source, 'sealed', passphrase)
  await source.deps.db.execute(sql`insert into migration (name, sum) values ('299901010000-more.sql', repeat('a', 64))`)
  newer = await backUp(source, 'newer', null)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function backUp({ deps }: TestApp, name: string, secret: string | null): Promise<Buffer> {
  const file = join(folder, name)
  const signal = new AbortController().signal
  await writeBackup({ ...deps, database: deps, clock: systemClock, productVersion: '0.1.0', signal }, { file, passphrase: secret })
  return readFile(file)
}

const entriesOf = (file: Buffer) => Array.fromAsync(unpack(Readable.from([gunzipSync(file)])))

/** As GNU tar writes a name of over a hundred bytes: in a file of its own before it. */
function packLongName(name: string): Buffer[] {
  const [header = Buffer.alloc(0), ...rest] = packEntry({ name: '././@LongLink', body: Buffer.from(name) }, new Date(0))
  const sum = Number.parseInt(header.toString('latin1', 148, 154), 8) + 'L'.charCodeAt(0) - '0'.charCodeAt(0)
  header.write(sum.toString(8).padStart(6, '0'), 148)
  header.write('L', 156)
  return [header, ...rest]
}

/** The backup in the clear with one more image, which its table of contents lists. */
async function withImage(key: string, body: Buffer, name = pictureEntry(key)): Promise<Buffer> {
  const entries = await entriesOf(clear)
  const { pictures, ...manifest } = Manifest.parse(JSON.parse(String(entries.pop()?.body)))
  const sha256 = createHash('sha256').update(body).digest('hex')
  const listed = { ...manifest, pictures: [...pictures, { key, bytes: body.length, sha256 }] }
  const pack = (entry: TarEntry) => packEntry(entry, new Date(0))
  const image = [...(name.length > 100 ? packLongName(name) : []), ...pack({ name: name.slice(0, 100), body })]
  const end = [...pack({ name: manifestName, body: Buffer.from(JSON.stringify(listed)) }), packEnd()]
  return gzipSync(Buffer.concat([...entries.flatMap(pack), ...image, ...end]))
}

const codeOf = async (app: TestApp) => (await makeSetupLink(app.deps))?.split('#')[1] ?? expect.fail('there is an administrator')
const post = (app: TestApp, path: string, body: object) => app.ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) })

async function addPart(app: TestApp, setupCode: string, id: string, at: number, body: Buffer) {
  const headers = { 'x-csrf': '1', 'x-setup-code': setupCode, 'content-type': 'application/octet-stream' }
  const answer = await app.ask(`/bff/restore/part?id=${id}&at=${at}`, { method: 'POST', headers, body: new Uint8Array(body) })
  return (await answer.json()) as RestoreState & { status?: number }
}

async function upload(app: TestApp, setupCode: string, file: Buffer) {
  const { id } = await app.call('restore.begin', { input: { setupCode, bytes: file.length } })
  let state = await app.call('restore.read', { input: { setupCode, id } })
  for (let at = 0; at < file.length && state.state === 'receiving'; at = state.received)
    state = await addPart(app, setupCode, id, at, file.subarray(at, at + restorePartBytes))
  return state
}

const settled = (app: TestApp, setupCode: string, id: string) =>
  eventually(async () => {
    const state = await app.call('restore.read', { input: { setupCode, id } })
    if (state.state === 'checking' || state.state === 'restoring') throw new Error(`still ${state.state}`)
    return state
  })

async function check(app: TestApp, setupCode: string, file: Buffer, secret?: string) {
  const { id } = await upload(app, setupCode, file)
  await app.call('restore.check', { input: { setupCode, id, passphrase: secret } })
  return settled(app, setupCode, id)
}

async function run(app: TestApp, setupCode: string, id: string) {
  await app.call('restore.run', { input: { setupCode, id } })
  return settled(app, setupCode, id)
}

type OwnOptions = Omit<Partial<Parameters<typeof openSetupRestore>[0]>, 'settings'> & { settings?: Partial<Settings> }

/** Beside the one of the app, with options of its own. */
async function aRestore({ deps }: TestApp, { settings: own, ...options }: OwnOptions) {
  const settings = { ...deps.settings, ...own }
  const restore = await openSetupRestore({
    ...deps,
    database: deps,
    liveSettings: await openLiveSettings(settings, {}, deps),
    settings,
    ...options,
  })
  const upload = async (setupCode: string, file: Buffer) => {
    const { id } = await restore.begin({ setupCode, bytes: file.length })
    return restore.addPart({ setupCode, id, at: 0, body: file })
  }
  const check = async (setupCode: string, id: string) => {
    await restore.check({ setupCode, id })
    return eventually(async () => {
      const state = await restore.read({ setupCode, id })
      expect(state.state).not.toBe('checking')
      return state
    })
  }
  return { ...restore, upload, check }
}

const rowsOf = async (app: TestApp) => {
  const { rows } = await app.deps.db.execute(
    sql`select (select count(*)::int from subject) as cards, (select count(*)::int from account) as accounts`,
  )
  return rows[0]
}
const photoOf = async (app: TestApp) => (await app.ask('/api/public/client-image/maren/ProfileImage/latest')).status
const readCard = (app: TestApp) => app.call('cards.read', { params: { alias: 'maren' } })
const uploadsOf = ({ settings }: TestApp) => readdir(join(settings.dataDir, 'restore')).catch(() => [])
const signIn = async (app: TestApp) => (await post(app, '/bff/sign-in', { email: person.email, password: person.password })).status
/** Its first image waits until it may go on. */
function aSlowDisk(name: string) {
  const disk = createDiskStorage(join(folder, `pictures ${name}`))
  const [isPutting, mayContinue] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const put = async (key: string, bytes: Buffer) => {
    isPutting.resolve()
    await mayContinue.promise
    await disk.put(key, bytes)
  }
  return { storage: { ...disk, put }, isPutting: isPutting.promise, goOn: mayContinue.resolve }
}

/** The first row of a contact never ends. */
const makeEndless = async ({ deps }: TestApp) => {
  await deps.db.execute(
    sql.raw(`create function sleep() returns trigger language plpgsql as 'begin perform pg_sleep(1e6); return new; end'`),
  )
  await deps.db.execute(sql.raw('create trigger sleep before insert on contact for each row execute function sleep()'))
}
/** The first row of a contact needs a lock that another transaction has. */
const makeBusy = async ({ deps }: TestApp) => {
  await deps.db.execute(sql.raw(`create function refuse() returns trigger language plpgsql as 'begin raise lock_not_available; end'`))
  await deps.db.execute(sql.raw('create trigger refuse before insert on contact for each row execute function refuse()'))
}
/** The last row before the commit never ends, and when it is canceled, all connections are lost. */
const makeLost = async ({ deps }: TestApp) => {
  await deps.db.execute(
    sql.raw(`create function lose() returns trigger language plpgsql as $$begin
      perform pg_sleep(1e6);
      return new;
    exception when query_canceled then
      perform pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
      perform pg_terminate_backend(pg_backend_pid());
      return new;
    end$$`),
  )
  await deps.db.execute(
    sql.raw('create trigger lose before insert on operator_act for each row when (new.act = $$restore$$) execute function lose()'),
  )
}
const expectSleep = async ({ deps }: TestApp) => {
  const { rows } = await deps.db.execute(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`)
  expect(rows).toHaveLength(1)
}

const refused = { problem: expect.objectContaining({ status: 410 }) }
const empty = { cards: 0, accounts: 0 }

describe('a restore by the setup link', () => {
  test.each([
    ['encrypted', () => sealed, passphrase],
    ['in the clear', () => clear, undefined],
  ])('of a backup %s brings its administrator back and ends the link', async (_, file, secret) => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const { id, backup, ...checked } = await check(app, setupCode, file(), secret)
    expect(checked).toMatchObject({ state: 'checked', issue: null, isSealed: secret !== undefined })
    expect(backup).toEqual({
      madeBy: '0.1.0',
      madeAt: expect.any(String),
      cards: 1,
      contacts: 1,
      images: 1,
      accounts: 1,
      address: 'https://cards.example',
      isAddressNew: true,
    })
    expect(await rowsOf(app)).toEqual(empty)
    // Cached.
    await expect(readCard(app)).rejects.toMatchObject({ problem: { status: 404 } })
    expect(await photoOf(app)).toBe(404)

    expect(await run(app, setupCode, id)).toMatchObject({ state: 'done', issue: null })
    expect(await rowsOf(app)).toEqual({ cards: 1, accounts: 1 })
    expect(await readCard(app)).toMatchObject({ '{product}': { title: 'Broker' } })
    expect(await photoOf(app)).toBe(200)
    expect(app.settings.productDescription).toBe('Homes by the harbor')
    expect(await uploadsOf(app)).toEqual([])
    expect(await app.call('accounts.signUpState', { query: {} })).toMatchObject({ setupMinutesLeft: null })
    expect((await post(app, '/bff/set-up', { ...person, email: 'rival@harborpine.example', setupCode })).status).toBe(410)
    await expect(app.call('restore.begin', { input: { setupCode: 'AAAA-AAAA-AAAA-AAAA', bytes: 9 } })).rejects.toMatchObject(refused)
    expect(await signIn(app)).toBe(200)
    const { rows } = await app.deps.db.execute(sql`select act, actor from operator_act where act = 'restore'`)
    expect(rows).toEqual([{ act: 'restore', actor: 'setup link' }])
  })

  test('says what is wrong with a file, and changes nothing', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const flipped = Buffer.from(clear)
    flipped.writeUInt8(flipped.readUInt8(flipped.length >> 1) ^ 0x20, flipped.length >> 1)
    const flippedSealed = Buffer.from(sealed)
    flippedSealed.writeUInt8(flippedSealed.readUInt8(sealed.length - 100) ^ 0x20, sealed.length - 100)
    const issueOf = async (...args: [Buffer, string?]) => (await check(app, setupCode, ...args)).issue
    expect(await issueOf(sealed, 'another passphrase')).toBe('passphrase-wrong')
    expect(await issueOf(sealed)).toBe('passphrase-missing')
    expect(await issueOf(sealed.subarray(0, -1), passphrase)).toBe('cut-off')
    expect(await issueOf(clear.subarray(0, -20))).toBe('cut-off')
    expect(await issueOf(flipped)).toBe('damaged')
    expect(await issueOf(flippedSealed, passphrase)).toBe('damaged')
    expect(await check(app, setupCode, newer)).toMatchObject({ issue: 'newer-version', version: '0.1.0' })
    await app.deps.db.execute(sql`insert into migration (name, sum) values ('299901010000-more.sql', repeat('a', 64))`)
    expect(await issueOf(clear)).toBe('older-version')
    expect(await rowsOf(app)).toEqual(empty)
    expect((await post(app, '/bff/set-up', { ...person, setupCode })).status).toBe(200)
  })

  test('refuses a file that is no backup at its first part', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    for (const file of [Buffer.from('a photo'), gzipSync('a table'), Buffer.alloc(3 * restorePartBytes)])
      expect(await upload(app, setupCode, file)).toMatchObject({ state: 'none', issue: 'not-a-backup' })
    expect(await uploadsOf(app)).toEqual([])
  })

  test('refuses hostile names of entries before anything is written', async () => {
    const storage = createDiskStorage(join(folder, 'pictures hostile'))
    await using app = await anApp({ outside: { storage } })
    const setupCode = await codeOf(app)
    const body = Buffer.from('x')
    const [photo] = (await entriesOf(clear)).filter(({ name }) => name.startsWith('pictures/'))
    const key = 'a/logo/1/master.webp'
    const hostile = {
      'leaves the folder': await withImage('../a/logo/master.webp', body),
      'is absolute': await withImage('/a/logo/1/master.webp', body),
      'is absolute, of no image': await withImage(key, body, '/a/logo/1/master.webp'),
      'ends before its end': await withImage(`${key}\0/../../master.webp`, body),
      'is another than the one listed': await withImage(key, body, `${pictureEntry(key)}/../../master.webp`),
      'is very long': await withImage(`a/logo/${'1'.repeat(1000)}/master.webp`, body),
      'has the folder of other images': await withImage('a/master.webp', body),
      'comes twice': await withImage(photo?.name.replace('pictures/', '') ?? '', photo?.body ?? body),
    }
    for (const [name, file] of Object.entries(hostile))
      expect(await check(app, setupCode, file), name).toMatchObject({ state: 'received', issue: 'damaged' })
    expect([await rowsOf(app), await keysOf(storage)]).toEqual([empty, []])
  })

  test('measures what a restore needs of the disk, and says how much is free', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const image = Buffer.alloc(3_000_000)
    const file = await withImage('a/logo/1/master.webp', image)
    const sizeOf = (entries: { body: Buffer }[]) => entries.reduce((sum, { body }) => sum + body.length, 0)
    const { rows = [], images = [] } = Object.groupBy((await entriesOf(file)).slice(0, -1), ({ name }) =>
      name.startsWith('pictures/') ? 'images' : 'rows',
    )
    const reserved = 64 * 1024 * 1024
    let free = 0
    const cases: [Partial<Settings>, number][] = [
      [{ databaseUrl: null, storage: 'disk' }, 3 * sizeOf(rows) + sizeOf(images)],
      [{ databaseUrl: null, storage: 's3' }, 3 * sizeOf(rows)],
      [{ storage: 'disk' }, sizeOf(images)],
      [{ storage: 's3' }, 0],
    ]
    for (const [own, needed] of cases) {
      await using restore = await aRestore(app, { settings: own, readFreeBytes: async () => free })
      free = 0
      const begun = await restore.begin({ setupCode, bytes: file.length })
      const least = own.databaseUrl === null && own.storage === 'disk' ? 2 * file.length : file.length
      expect(begun).toMatchObject({ state: 'none', issue: 'full', space: { needed: least + reserved, free } })
      free = Infinity
      const { id } = await restore.upload(setupCode, file)
      free = needed + reserved - 1
      const full = { state: 'received', issue: 'full', space: { needed: needed + reserved, free } }
      expect(await restore.check(setupCode, id)).toMatchObject(needed > 0 ? full : { state: 'checked' })
      free = needed + reserved
      expect(await restore.check(setupCode, id)).toMatchObject({ state: 'checked', issue: null, space: null })
    }
    expect(await app.call('restore.begin', { input: { setupCode, bytes: 2 ** 50 } })).toMatchObject({
      issue: 'full',
      space: { needed: 2 ** 50 + reserved, free: expect.any(Number) },
    })
  })

  test('refuses more files than fit in memory', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const count = (await entriesOf(clear)).length - 1
    for (const filesMax of [count - 1, count]) {
      await using restore = await aRestore(app, { filesMax })
      const { id } = await restore.upload(setupCode, clear)
      expect((await restore.check(setupCode, id)).issue).toBe(filesMax < count ? 'too-many-files' : null)
    }
  })

  test('refuses a distributed database before anything is uploaded', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    await using restore = await aRestore(app, { database: { ...app.deps, isCluster: true } })
    expect(await restore.begin({ setupCode, bytes: 9 })).toMatchObject({ state: 'none', issue: 'distributed' })
    expect(await uploadsOf(app)).toEqual([])
  })

  test('of a database in use changes nothing, and goes through when it is free', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    await makeBusy(app)
    expect(await run(app, setupCode, id)).toMatchObject({ state: 'checked', issue: 'busy' })
    expect(await rowsOf(app)).toEqual(empty)
    await app.deps.db.execute(sql.raw('drop function refuse cascade'))
    expect(await run(app, setupCode, id)).toMatchObject({ state: 'done', issue: null })
  })

  test('is not run before it was checked, and after a wrong passphrase is checked again', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const { id } = await upload(app, setupCode, sealed)
    const input = { setupCode, id }
    expect(await app.call('restore.run', { input })).toMatchObject({ state: 'received' })
    await app.call('restore.check', { input: { ...input, passphrase: 'another one' } })
    expect(await settled(app, setupCode, id)).toMatchObject({ state: 'received', issue: 'passphrase-wrong' })
    expect(await app.call('restore.run', { input })).toMatchObject({ state: 'received' })
    await app.call('restore.check', { input: { ...input, passphrase } })
    expect(await settled(app, setupCode, id)).toMatchObject({ state: 'checked' })
    expect(await app.call('restore.cancel', { input })).toMatchObject({ state: 'none' })
    expect([await uploadsOf(app), await rowsOf(app)]).toEqual([[], empty])
  })

  test('needs the current code at each call', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const { id } = await upload(app, setupCode, clear)
    for (const wrong of ['', 'AAAA-AAAA-AAAA-AAAA']) {
      const input = { setupCode: wrong, id }
      await expect(app.call('restore.begin', { input: { ...input, bytes: 1 } })).rejects.toMatchObject(refused)
      for (const name of ['restore.check', 'restore.run', 'restore.read', 'restore.cancel'] as const)
        await expect(app.call(name, { input })).rejects.toMatchObject(refused)
      expect(await addPart(app, wrong, id, 0, clear)).toMatchObject({ status: 410 })
    }
    // A newer link replaces it, with what was uploaded.
    const newest = await codeOf(app)
    await expect(app.call('restore.run', { input: { setupCode, id } })).rejects.toMatchObject(refused)
    expect(await uploadsOf(app)).toEqual([])
    expect(await app.call('restore.read', { input: { setupCode: newest, id } })).toMatchObject({ state: 'none', issue: 'elsewhere' })
  })

  test('stops when a newer link replaces its own while it waits for the tables', async () => {
    const events: unknown[] = []
    const log = { ...silentLog, warn: (event: string, fields = {}) => void events.push({ event, ...fields }) }
    await using app = await anApp({ outside: { log } })
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    const input = { setupCode, id }
    const reader = await app.deps.pool.connect()
    await reader.query('begin; lock table subject in access share mode')
    await app.call('restore.run', { input })
    const waiting = sql`select 1 from pg_locks where relation = 'subject'::regclass and not granted`
    await eventually(async () => expect((await app.deps.db.execute(waiting)).rows).toHaveLength(1))
    const newest = await codeOf(app)
    await reader.query('commit')
    reader.release()
    const failed = { event: 'setup-restore-failed', during: 'restoring', issue: 'stopped' }
    await eventually(() => expect(events).toContainEqual(failed))
    await expect(app.call('restore.read', { input })).rejects.toMatchObject(refused)
    expect([await rowsOf(app), await uploadsOf(app)]).toEqual([empty, []])
    expect((await post(app, '/bff/set-up', { ...person, setupCode: newest })).status).toBe(200)
  })

  test('uploaded in two tabs at once: one wins, and the other learns why', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const begin = () => app.call('restore.begin', { input: { setupCode, bytes: clear.length } })
    const begun = await Promise.all([begin(), begin()])
    const states = await Promise.all(begun.map(({ id }) => addPart(app, setupCode, id, 0, clear)))
    const lost = begun.find((_, at) => states[at]?.state === 'none')?.id ?? ''
    const won = begun.find((_, at) => states[at]?.state === 'received')?.id ?? ''
    const replaced = { state: 'none', issue: 'replaced' }
    expect(states).toContainEqual(expect.objectContaining(replaced))
    expect(await app.call('restore.check', { input: { setupCode, id: lost } })).toMatchObject(replaced)
    expect(await app.call('restore.cancel', { input: { setupCode, id: lost } })).toMatchObject({ state: 'none', issue: null })
    await app.call('restore.check', { input: { setupCode, id: won } })
    expect(await settled(app, setupCode, won)).toMatchObject({ state: 'checked' })
    expect(await run(app, setupCode, won)).toMatchObject({ state: 'done' })
  })

  test('that the disk has no room for leaves the upload of another tab', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    let free = Infinity
    await using restore = await aRestore(app, { readFreeBytes: async () => free })
    const { id } = await restore.upload(setupCode, clear)
    free = 0
    expect(await restore.begin({ setupCode, bytes: 2 * clear.length })).toMatchObject({ state: 'none', issue: 'full' })
    expect(await restore.read({ setupCode, id })).toMatchObject({ state: 'received', issue: null })
    // The upload that is replaced makes room.
    free = 64 * 1024 * 1024
    expect(await restore.begin({ setupCode, bytes: clear.length })).toMatchObject({ state: 'receiving', issue: null })
    expect(await restore.read({ setupCode, id })).toMatchObject({ state: 'none', issue: 'replaced' })
  })

  test('stops when another browser finishes setup', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    expect((await post(app, '/bff/set-up', { ...person, email: 'first@harborpine.example', setupCode })).status).toBe(200)
    await expect(app.call('restore.run', { input: { setupCode, id } })).rejects.toMatchObject(refused)
    expect([await rowsOf(app), await uploadsOf(app)]).toEqual([{ cards: 0, accounts: 1 }, []])
  })

  test('beside a setup by the same link: one of them wins, whole', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    const own = { ...person, email: 'first@harborpine.example', setupCode }
    const [{ state }, answer] = await Promise.all([
      run(app, setupCode, id).catch(() => ({ state: 'refused' })),
      post(app, '/bff/set-up', own),
    ])
    const { rows } = await app.deps.db.execute(sql`select email from account`)
    expect([state === 'done', rows]).toEqual([answer.status !== 200, [{ email: state === 'done' ? person.email : own.email }]])
  })

  test('that is canceled changes nothing, and its progress is read meanwhile', async () => {
    const disk = aSlowDisk('canceled')
    await using app = await anApp({ outside: { storage: disk.storage } })
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    const input = { setupCode, id }
    await app.call('restore.run', { input })
    await disk.isPutting
    const canceling = app.call('restore.cancel', { input })
    // The tables are locked, and the cancel waits. Another code learns nothing.
    expect(await app.call('restore.read', { input })).toMatchObject({ state: 'restoring', step: 'images', share: 0 })
    const other = 'AAAA-AAAA-AAAA-AAAA'
    await expect(app.call('restore.read', { input: { setupCode: other } })).rejects.toMatchObject(refused)
    expect(await addPart(app, other, id, 0, clear)).toMatchObject({ status: 410 })
    disk.goOn()
    expect(await canceling).toMatchObject({ state: 'none', issue: null })
    // In another tab.
    expect(await app.call('restore.read', { input })).toMatchObject({ state: 'none', issue: 'stopped' })
    expect([await rowsOf(app), await uploadsOf(app), await keysOf(disk.storage)]).toEqual([empty, [], []])
    expect((await post(app, '/bff/set-up', { ...person, setupCode })).status).toBe(200)
  })

  test('with the tables locked: alive, not ready, and progress is read with a login, too', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    await makeEndless(app)
    const input = { setupCode, id }
    await app.call('restore.run', { input })
    await eventually(() => expectSleep(app))
    const ready = await app.ask('/readyz')
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('a backup is being restored')])
    expect((await app.ask('/healthz')).status).toBe(200)
    const headers = { ...json, cookie: '__Host-session=x; session=x' }
    const read = await app.ask('/bff/restore/read', { method: 'POST', headers, body: JSON.stringify(input) })
    expect(await read.json()).toMatchObject({ state: 'restoring' })
    await app.call('restore.cancel', { input })
    await eventually(async () => expect((await app.ask('/readyz')).status).toBe(200))
  })

  test('is canceled in the middle of a statement', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    await makeEndless(app)
    const input = { setupCode, id }
    await app.call('restore.run', { input })
    await eventually(() => expectSleep(app))
    expect(await app.call('restore.cancel', { input })).toMatchObject({ state: 'none', issue: null })
    expect(await rowsOf(app)).toEqual(empty)
  })

  test('reports “unsure” if the connection is lost at the commit, also when canceled', async () => {
    await using database = await aDatabase()
    await using app = await anApp({ settings: { databaseUrl: database.url } })
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    await makeLost(app)
    const input = { setupCode, id }
    await app.call('restore.run', { input })
    await eventually(() => expectSleep(app))
    const { rows } = await app.deps.db.execute<{ name: string }>(sql`select current_database() as name`)
    const allow = (isAllowed: boolean) =>
      runSql(inject('postgres').server, `alter database ${rows[0]?.name} with allow_connections ${isAllowed}`)
    await allow(false)
    const canceled = await app.call('restore.cancel', { input })
    await allow(true)
    expect(canceled).toMatchObject({ state: 'none', issue: 'unsure' })
    // In another tab.
    expect(await app.call('restore.read', { input })).toMatchObject({ state: 'none', issue: 'unsure' })
  })

  test('ends with the server, and changes nothing', async () => {
    const disk = createDiskStorage(join(folder, 'pictures stopped'))
    await using database = await aDatabase()
    const settings = { databaseUrl: database.url }
    const app = await anApp({ settings, outside: { storage: disk } })
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    await makeEndless(app)
    await app.call('restore.run', { input: { setupCode, id } })
    await eventually(() => expectSleep(app))
    await app[Symbol.asyncDispose]()
    await using next = await anApp({ settings, outside: { storage: disk } })
    expect([await rowsOf(next), await keysOf(disk)]).toEqual([empty, []])
    expect(await next.call('restore.read', { input: { setupCode } })).toMatchObject({ state: 'none', issue: null })
  })

  test('stays done when its file can’t be removed afterwards', async () => {
    const disk = aSlowDisk('done')
    await using app = await anApp({ outside: { storage: disk.storage } })
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    await app.call('restore.run', { input: { setupCode, id } })
    await disk.isPutting
    const file = join(app.settings.dataDir, 'restore', id)
    await rm(file)
    await mkdir(file)
    disk.goOn()
    expect(await settled(app, setupCode, id)).toMatchObject({ state: 'done', issue: null })
    expect(await rowsOf(app)).toEqual({ cards: 1, accounts: 1 })
  })

  test('blames the file only for what is wrong with it', async () => {
    const events: unknown[] = []
    const log = { ...silentLog, warn: (event: string, fields = {}) => void events.push({ event, ...fields }) }
    const error = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    const disk = createDiskStorage(join(folder, 'pictures denied'))
    await using app = await anApp({ outside: { log, storage: { ...disk, put: () => Promise.reject(error) } } })
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    expect(await run(app, setupCode, id)).toMatchObject({ state: 'received', issue: 'failed' })
    expect(events).toContainEqual(expect.objectContaining({ event: 'setup-restore-failed', issue: 'failed', error: expect.any(Error) }))
    await rm(join(app.settings.dataDir, 'restore', id))
    await app.call('restore.check', { input: { setupCode, id } })
    expect(await settled(app, setupCode, id)).toMatchObject({ state: 'none', issue: 'elsewhere' })
    expect(await rowsOf(app)).toEqual(empty)
  })

  test('replaces demo cards', async () => {
    await using app = await anApp({ settings: { demo: true } })
    expect(await rowsOf(app)).not.toEqual(empty)
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    expect(await run(app, setupCode, id)).toMatchObject({ state: 'done' })
    expect(await rowsOf(app)).toEqual({ cards: 1, accounts: 1 })
  })

  test('refuses an installation with a card or an account of its own', async () => {
    await using app = await anApp()
    const setupCode = await codeOf(app)
    const { id } = await check(app, setupCode, clear)
    await aCard(app.deps, { alias: 'julian' })
    expect(await run(app, setupCode, id)).toMatchObject({ state: 'received', issue: 'occupied' })
    expect(await app.call('restore.begin', { input: { setupCode, bytes: 9 } })).toMatchObject({ state: 'none', issue: 'occupied' })
    expect(await rowsOf(app)).toMatchObject({ cards: 1 })
  })

  test('goes on after a part that came twice, also past the hour of the link', async () => {
    let now = new Date('2026-06-01T12:00:00Z')
    await using app = await anApp({ outside: { clock: { now: () => now } } })
    const setupCode = await codeOf(app)
    const { id } = await app.call('restore.begin', { input: { setupCode, bytes: clear.length } })
    const half = clear.length >> 1
    now = new Date(now.getTime() + hour - 60_000)
    await addPart(app, setupCode, id, 0, clear.subarray(0, half))
    now = new Date(now.getTime() + 120_000)
    expect(await addPart(app, setupCode, id, 0, clear.subarray(0, half))).toMatchObject({ state: 'receiving', received: half })
    expect(await addPart(app, setupCode, id, half, Buffer.alloc(clear.length))).toMatchObject({ status: 413 })
    expect(await addPart(app, setupCode, id, half, Buffer.alloc(0))).toMatchObject({ status: 422 })
    expect(await addPart(app, setupCode, id, half, clear.subarray(half))).toMatchObject({ state: 'received' })
    await app.call('restore.check', { input: { setupCode, id } })
    const { id: checked } = await settled(app, setupCode, id)
    expect(await run(app, setupCode, checked)).toMatchObject({ state: 'done' })
  })

  test('removes an upload after an hour without use', async () => {
    let now = new Date('2026-06-01T12:00:00Z')
    await using app = await anApp({ outside: { clock: { now: () => now } } })
    const setupCode = await codeOf(app)
    const { id } = await upload(app, setupCode, clear)
    expect(await uploadsOf(app)).toEqual([id])
    now = new Date(now.getTime() + hour)
    const newest = await codeOf(app)
    expect(await app.call('restore.read', { input: { setupCode: newest } })).toMatchObject({ state: 'none', issue: null })
    expect(await uploadsOf(app)).toEqual([])
  })

  test('removes it also when no one asks for it', async () => {
    let now = new Date('2026-06-01T12:00:00Z')
    await using app = await anApp({ outside: { clock: { now: () => now } }, waits: { restoreSweepMs: 10 } })
    await upload(app, await codeOf(app), clear)
    now = new Date(now.getTime() + hour)
    await eventually(async () => expect(await uploadsOf(app)).toEqual([]))
  })

  test('removes what an ended process left, and no upload of a running one', async () => {
    await using app = await anApp()
    const { id } = await upload(app, await codeOf(app), clear)
    const left = join(app.settings.dataDir, 'restore', 'left')
    await writeFile(left, 'x')
    const before = new Date(Date.now() - hour)
    await utimes(left, before, before)
    const { databaseUrl, dataDir } = app.settings
    const next = await anApp({ settings: { databaseUrl, dataDir } })
    expect(await uploadsOf(app)).toEqual([id])
    await next[Symbol.asyncDispose]()
    expect(await uploadsOf(app)).toEqual([id])
  })
})
