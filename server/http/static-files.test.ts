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

/** How often something is compressed meanwhile, in whatever way. */
async function compressionsDuring(run: () => Promise<unknown>): Promise<number> {
  let begun = 0
  const hook = createHook({ init: (_, type) => void (begun += Number(type === 'ZLIB')) }).enable()
  await run()
  hook.disable()
  return begun
}

test('a file of the build is given compressed, and those of its names that carry a hash are kept for ever', async () => {
  const ask = theFiles()
  const file = await ask('/assets/kit-1.js')
  expect(brotliDecompressSync((await file?.arrayBuffer()) ?? new ArrayBuffer()).toString()).toBe(script)
  expect(file?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await ask('/service-worker.js'))?.headers.get('cache-control')).toBe('no-cache')
})

test('whoever asks at the same moment, and later, waits for one compression', async () => {
  const ask = theFiles()
  const asked = async () => void (await Promise.all(Array.from({ length: 20 }, () => ask('/assets/kit-1.js'))))
  // Once as Brotli and once as gzip.
  expect(await compressionsDuring(asked)).toBe(2)
  expect(await compressionsDuring(asked)).toBe(0)
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
])('%s is no file, and costs nothing', async (path) => {
  const ask = theFiles()
  const spent = await compressionsDuring(async () => expect(await ask(path)).toBeNull())
  expect(spent).toBe(0)
})

test('where nothing is built there is no file', async () => {
  const answerFile = createStaticFiles(new URL('nothing/', pathToFileURL(`${folder}/`)))
  expect(await answerFile(new Request('http://localhost/assets/kit-1.js'))).toBeNull()
})

test('a file that went and came again is given again', async () => {
  const ask = theFiles()
  const file = join(folder, 'client/service-worker.js')
  await rm(file)
  expect(await ask('/service-worker.js')).toBeNull()
  await writeFile(file, script)
  expect((await ask('/service-worker.js'))?.status).toBe(200)
})
