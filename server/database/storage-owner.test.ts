import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/integrations/clock.ts'
import { createStorage, type Storage } from '#server/integrations/storage.ts'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from '../../tests/harness/database.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { s3StandIn, type S3StandIn } from '../../tests/stand-ins/s3.ts'
import { openDatabase } from './database.ts'
import { claimStorage, ownsStorage, takeOverStorage } from './storage-owner.ts'

let s3: S3StandIn
let folder: string
beforeAll(async () => {
  s3 = await s3StandIn()
  folder = await mkdtemp(join(tmpdir(), 'carte-places-'))
})
afterAll(async () => {
  await s3[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function anInstallation() {
  const undo = new AsyncDisposableStack()
  const stored = undo.use(await aDatabase())
  const { db, workLocks } = undo.use(await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog))
  const warnings: string[] = []
  const log = { ...silentLog, warn: (event: string) => void warnings.push(event) }
  return {
    warnings,
    claim: (storage: Storage, isOfDatabase = false) =>
      claimStorage({ db, workLocks, storage, clock: systemClock, log }, { words: 'the place', isOfDatabase }),
    take: (storage: Storage) => takeOverStorage({ db, storage, clock: systemClock }),
    ownsStorage: (storage: Storage) => ownsStorage({ db, storage }),
    [Symbol.asyncDispose]: () => undo.disposeAsync(),
  }
}

let made = 0
const aBucket = () => createStorage(readSettings({ ...s3.env, STORAGE_PREFIX: `place-${++made}` }), silentLog)
const aFolder = () => createStorage(readSettings({ DATA_DIR: join(folder, String(++made)) }), silentLog)

describe.each([
  ['a bucket', aBucket],
  ['a folder', aFolder],
])('%s', (_kind, aPlace) => {
  test('belongs to one installation, and no listing shows the marker', async () => {
    await using one = await anInstallation()
    await using other = await anInstallation()
    const place = await aPlace()
    // Of a release before storages had names.
    await place.put('a/logo/1/master.webp', Buffer.from('x'))
    const name = await one.claim(place)

    expect(await one.claim(place)).toBe(name)
    const refused = await other.claim(place).catch((error: Error) => error.message)
    expect(refused).toMatch(/^The images in the place belong to another installation\. Set STORAGE.+storage take-over --yes$/)
    expect([await one.ownsStorage(place), await other.ownsStorage(place), one.warnings]).toEqual([true, false, []])
    expect(await keysOf(place)).toEqual(['a/logo/1/master.webp'])
    for await (const _file of place.files(''));
    expect(await place.owner()).toBe(name)
  })

  test('can be taken over, and its former installation cannot use or sweep it', async () => {
    await using one = await anInstallation()
    await using other = await anInstallation()
    const place = await aPlace()
    await one.claim(place)
    await other.take(place)

    await other.claim(place)
    expect([await one.ownsStorage(place), await other.ownsStorage(place)]).toEqual([false, true])
    await expect(one.claim(place)).rejects.toThrow('belong to another installation')
  })

  test('is shared by servers that start together on an empty one', async () => {
    await using one = await anInstallation()
    const place = await aPlace()
    await Promise.all([one.claim(place), one.claim(place), one.claim(place)])
    await one.claim(place)
    expect([one.warnings, await one.ownsStorage(place)]).toEqual([[], true])
  })

  test('a second one of the same installation is logged each time', async () => {
    await using one = await anInstallation()
    const [shared, apart] = [await aPlace(), await aPlace()]
    await one.claim(shared)
    for (const place of [apart, shared, shared]) await one.claim(place)
    expect(one.warnings).toEqual(['picture-folder-changed', 'picture-folder-changed'])
  })
})

test('a folder beside the embedded database moves with it', async () => {
  await using one = await anInstallation()
  await using other = await anInstallation()
  const place = await aFolder()
  await one.claim(place)
  expect(await other.claim(place, true)).toBe(await place.owner())
})
