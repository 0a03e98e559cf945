import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/outside/log.ts'
import { createStorage, type Storage } from '#server/outside/storage.ts'
import { readSettings } from '#server/settings.ts'

/** An S3 server that nobody here wrote: it checks our signatures and reads our XML in its own way. */
let server: S3rver
let directory: string
let env: Record<string, string>
let storage: Storage

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carte-s3rver-'))
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'pictures' }] })
  const { port } = await server.run()
  env = {
    STORAGE: 's3',
    STORAGE_URL: `http://127.0.0.1:${port}`,
    STORAGE_BUCKET: 'pictures',
    STORAGE_PREFIX: 'carte/of-ours',
    STORAGE_KEY_ID: 'S3RVER',
    STORAGE_SECRET: 'replaced-below',
  }
  storage = await open()
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

/** Each has a cache of its own: what is read through a new one comes from the bucket. */
const open = (changed: Record<string, string> = {}, storageSecret = 'S3RVER') =>
  // Its secret is shorter than our settings take.
  createStorage(
    { ...readSettings({ ...env, ...changed }), storageSecret },
    createLog('error', () => {}),
  )

async function keysBelow(prefix: string) {
  const keys: string[] = []
  for await (const { key } of storage.files(prefix)) keys.push(key)
  return keys
}

test('the startup check passes and leaves nothing behind', async () => {
  await storage.reach()
  expect(await keysBelow('')).toEqual([])
})

test.each([
  ['a bucket that does not exist', { STORAGE_BUCKET: 'another' }, 'There is no bucket another'],
  ['an unknown key id', { STORAGE_KEY_ID: 'UNKNOWN' }, 'does not know STORAGE_KEY_ID'],
  ['a wrong secret', {}, 'STORAGE_SECRET does not belong to STORAGE_KEY_ID', 'wrong'],
])('the startup check names %s', async (_what, changed, words, secret?) => {
  await expect((await open(changed, secret)).reach()).rejects.toThrow(words)
})

test('bytes come back as they were put', async () => {
  const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, place) => (place * 7919) % 256))
  await storage.put('a/logo/1/master.webp', bytes)
  const other = await open()

  expect((await other.get('a/logo/1/master.webp'))?.equals(bytes)).toBe(true)
  expect([await other.has('a/logo/1/master.webp'), await other.has('a/logo/1/other.webp')]).toEqual([true, false])
  expect(await other.get('a/logo/1/other.webp')).toBeNull()
})

// It fails when it has to make a token for a second page: lists of several pages are for the stand-in.
test('a list tells every key, and removing a prefix removes them all and nothing else', async () => {
  const all = Array.from({ length: 60 }, (_, place) => `b/logo/${place}`).toSorted()
  await Promise.all(all.map((key) => storage.put(key, Buffer.from('x'))))
  await storage.put('bc/logo/1', Buffer.from('x'))
  expect((await keysBelow('b/')).toSorted()).toEqual(all)

  await storage.remove('b/')
  expect([await keysBelow('b/'), await keysBelow('bc/')]).toEqual([[], ['bc/logo/1']])
})

test('the name of the installation lies beside the pictures and is in no list', async () => {
  expect(await storage.owner()).toBeNull()
  await storage.own('an installation')
  expect(await (await open()).owner()).toBe('an installation')
  expect(await keysBelow('')).not.toContain('.name')
})
