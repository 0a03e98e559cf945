import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiskStorage, type Storage } from './storage.ts'

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carte-storage-'))
  storage = createDiskStorage(folder)
})
afterAll(() => rm(folder, { recursive: true }))

test('what was put is there, and leaves nothing half-made beside it', async () => {
  await storage.put('a/profile/1/master.webp', Buffer.from('one'))
  await storage.put('a/profile/1/master.webp', Buffer.from('two'))

  expect((await storage.get('a/profile/1/master.webp'))?.toString()).toBe('two')
  expect(await readdir(join(folder, 'pictures/a/profile/1'))).toEqual(['master.webp'])
})

test('what was never put is null, and what was removed too', async () => {
  await storage.put('b/logo/1/master.webp', Buffer.from('x'))
  await storage.remove('b/')

  expect([await storage.get('b/logo/1/master.webp'), await storage.get('c/none')]).toEqual([null, null])
  expect((await storage.list()).filter((key) => key.startsWith('b/'))).toEqual([])
})

test('folders are told one after the other, with when they changed', async () => {
  const start = Date.now() - 1000
  await storage.put('d/logo/1/master.webp', Buffer.from('x'))
  await storage.put('d/logo/2/master.webp', Buffer.from('x'))
  const told = async (prefix: string) => {
    const found: { name: string; changedAt: Date }[] = []
    for await (const folder of storage.folders(prefix)) found.push(folder)
    return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  expect((await told('d/logo/')).map(({ name }) => name)).toEqual(['1', '2'])
  expect((await told('d/logo/')).every(({ changedAt }) => changedAt.getTime() > start)).toBe(true)
  expect((await told('')).map(({ name }) => name)).toContain('d')
  expect([await told('d/logo/1/'), await told('nowhere/')]).toEqual([[], []])
})

test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '.hidden', 'a/.hidden', 'a\0b', ''])('“%s” is no key', async (key) => {
  await expect(async () => storage.get(key)).rejects.toThrow('not a storage key')
})
