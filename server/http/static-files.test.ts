import { createHook } from 'node:async_hooks'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStaticFiles } from './static-files.ts'

const script = 'export const one = 1\n'.repeat(1000)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carte-files-'))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  await writeFile(join(folder, 'client/assets/kit-1.js'), script)
  await writeFile(join(folder, 'client/service-worker.js'), script)
  await writeFile(join(folder, 'client/assets/kit-1.map'), '{}')
  await writeFile(join(folder, 'beside.js'), script)
})
afterAll(() => rm(folder, { recursive: true }))

function theFiles() {
  const answerFile = createStaticFiles(new URL('client/', pathToFileURL(`${folder}/`)))
  return (path: string) => answerFile(new Request(`http://localhost${path}`, { headers: { 'accept-encoding': 'br' } }))
}

/** The number of compressions during a run. */
async function compressionsDuring(run: () => Promise<unknown>): Promise<number> {
  let started = 0
  const hook = createHook({ init: (_, type) => void (started += Number(type === 'ZLIB')) }).enable()
  await run()
  hook.disable()
  return started
}

test('a built file is sent compressed, and immutable if its name has a hash', async () => {
  const ask = theFiles()
  const file = await ask('/assets/kit-1.js')
  expect(brotliDecompressSync((await file?.arrayBuffer()) ?? new ArrayBuffer()).toString()).toBe(script)
  expect(file?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await ask('/service-worker.js'))?.headers.get('cache-control')).toBe('no-cache')
})

test('concurrent and later requests share one compression', async () => {
  const ask = theFiles()
  const askAll = async () => void (await Promise.all(Array.from({ length: 20 }, () => ask('/assets/kit-1.js'))))
  // Once as Brotli and once as gzip.
  expect(await compressionsDuring(askAll)).toBe(2)
  expect(await compressionsDuring(askAll)).toBe(0)
})

test.each([
  '/assets//kit-1.js',
  '//assets/kit-1.js',
  '/assets///kit-1.js',
  '/assets/./kit-1.js/',
  '/assets/.%2fkit-1.js',
  '/assets/..//assets//kit-1.js',
  '/assets/kit-1.map',
  '/assets/none.js',
  '/assets/',
  '/../beside.js',
  '/assets/..%2f..%2fbeside.js',
])('%s is not a file, and costs nothing', async (path) => {
  const ask = theFiles()
  const compressions = await compressionsDuring(async () => expect(await ask(path)).toBeNull())
  expect(compressions).toBe(0)
})

test('without a build there are no files', async () => {
  const answerFile = createStaticFiles(new URL('nothing/', pathToFileURL(`${folder}/`)))
  expect(await answerFile(new Request('http://localhost/assets/kit-1.js'))).toBeNull()
})

test('a file that was deleted and restored is served again', async () => {
  const ask = theFiles()
  const file = join(folder, 'client/service-worker.js')
  await rm(file)
  expect(await ask('/service-worker.js')).toBeNull()
  await writeFile(file, script)
  expect((await ask('/service-worker.js'))?.status).toBe(200)
})
