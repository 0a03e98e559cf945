import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { createLog } from '../log.ts'
import { createStorage, type Storage } from '../storage.ts'
import { s3StandIn, type S3StandIn } from '../../../tests/stand-ins/s3.ts'

const silent = createLog('error', () => {})
let folder: string
let s3: S3StandIn
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carte-storage-'))
  s3 = await s3StandIn({ pageMax: 3 })
})
afterAll(async () => {
  await s3[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function keysOf(storage: Storage, prefix?: string) {
  const keys: string[] = []
  for await (const key of storage.keys(prefix)) keys.push(key)
  return keys.toSorted()
}

describe.each([
  ['a folder of this machine', () => ({ DATA_DIR: folder })],
  ['a bucket', () => s3.env],
  ['a folder in a bucket', () => ({ ...s3.env, STORAGE_PREFIX: 'carte/of-ours' })],
])('%s', (_where, env) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await createStorage(readSettings(env()), silent)
    await storage.reach()
  })

  test('returns what was put, and what replaced it', async () => {
    await storage.put('a/profile/1/master.webp', Buffer.from('one'))
    await storage.put('a/profile/1/master.webp', Buffer.from('two'))

    expect((await storage.get('a/profile/1/master.webp'))?.toString()).toBe('two')
    expect([await storage.has('a/profile/1/master.webp'), await storage.has('a/profile/1/other.webp')]).toEqual([true, false])
    expect(storage.isAway()).toBe(false)
  })

  test('returns nothing for keys that were never put or were removed', async () => {
    await storage.put('b/logo/1/master.webp', Buffer.from('x'))
    await storage.put('bc/logo/1/master.webp', Buffer.from('x'))
    await storage.remove('b/')
    await storage.remove('nowhere/')

    expect([await storage.get('b/logo/1/master.webp'), await storage.get('c/none')]).toEqual([null, null])
    expect([await keysOf(storage, 'b/'), await keysOf(storage, 'bc/')]).toEqual([[], ['bc/logo/1/master.webp']])
  })

  test('removes one key, and none that only starts with it', async () => {
    const all = ['g/icon/1', 'g/icon/1-180.png', 'g/icon/10']
    for (const key of all) await storage.put(key, Buffer.from('x'))
    await storage.remove('g/icon/1')
    await storage.remove('g/icon/nothing')

    expect(await keysOf(storage, 'g/')).toEqual(all.slice(1))
    await storage.remove('g/')
  })

  test('lists every key below a prefix, folder by folder, with its time', async () => {
    const start = Date.now() - 1000
    const all = ['d/logo/1/44.webp', 'd/logo/1/88.webp', 'd/logo/1/master.webp', 'd/logo/2/44.webp', 'd/logo/2/master.webp']
    for (const key of all) await storage.put(key, Buffer.from('x'))
    const folders: string[] = []
    for await (const { key, changedAt } of storage.files('d/')) {
      expect(changedAt.getTime()).toBeGreaterThan(start - 1000)
      const its = key.slice(0, key.lastIndexOf('/'))
      if (folders.at(-1) !== its) folders.push(its)
    }

    expect(folders.toSorted()).toEqual(['d/logo/1', 'd/logo/2'])
    expect(await keysOf(storage, 'd/')).toEqual(all)
    expect(await keysOf(storage)).toEqual(expect.arrayContaining(all))
    await storage.remove('d/')
    expect(await keysOf(storage, 'd/')).toEqual([])
  })

  test('returns any bytes unchanged', async () => {
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, place) => (place * 7919) % 256))
    await storage.put('e/logo/1/master.webp', bytes)
    expect((await storage.get('e/logo/1/master.webp'))?.equals(bytes)).toBe(true)
  })

  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '.hidden', 'a/.hidden', 'a\0b', ''])('refuses “%s” as a key', async (key) => {
    await expect(async () => storage.get(key)).rejects.toThrow('not a storage key')
  })
})

test('a partial file left by a stop is not listed, and is removed after a day', async () => {
  const storage = await createStorage(readSettings({ DATA_DIR: folder }), silent)
  await storage.put('f/profile/1/master.webp', Buffer.from('one'))
  const own = join(folder, 'pictures/f/profile/1')
  expect(await readdir(own)).toEqual(['master.webp'])
  const aWhileAgo = new Date(Date.now() - 2 * 86_400_000)
  for (const name of ['.young', '.old']) await writeFile(join(own, name), 'half')
  await utimes(join(own, '.old'), aWhileAgo, aWhileAgo)

  const listed: string[] = []
  for await (const { key } of storage.files('f/')) listed.push(key)
  expect([listed, await keysOf(storage, 'f/')]).toEqual([['f/profile/1/master.webp'], ['f/profile/1/master.webp']])
  expect(await readdir(own)).toEqual(expect.not.arrayContaining(['.old']))
})
