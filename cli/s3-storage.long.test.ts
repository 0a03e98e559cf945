import { pathTo } from '#common/path-to.ts'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { deletionGraceDays } from '#contract/accounts/retention.ts'
import { spellPath } from '#contract/product.ts'
import type { Uploaded } from '#contract/media/uploads.ts'
import { people, seedDemo } from '#server/demo/seed-demo.ts'
import { savePicture } from '../tests/factories/pictures.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../tests/factories/cards.ts'
import { anApp, type TestApp } from '../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../tests/harness/signed-in.ts'
import { s3StandIn, type S3StandIn } from '../tests/stand-ins/s3.ts'
import { openContext } from './open-context.ts'
import { runCarte } from './run-carte.ts'

/** Pictures with STORAGE=s3: two servers and the command line on one bucket, and a second installation beside them. */
let s3: S3StandIn
let folder: string
let here: TestApp
let there: TestApp
let second: TestApp
let now = new Date()
const testClock = { clock: { now: () => now } }
const file = (name: string) => join(folder, name)

beforeAll(async () => {
  s3 = await s3StandIn({ pageMax: 7 })
  folder = await mkdtemp(join(tmpdir(), 'carte-bucket-'))
  here = await anApp({ settings: bucketOf('first/'), outside: testClock })
  const { databaseUrl, publicUrl } = here.settings
  there = await anApp({ settings: { ...bucketOf('first/'), databaseUrl, publicUrl }, outside: testClock })
  second = await anApp({ settings: bucketOf('second/'), outside: testClock })
})
afterAll(async () => {
  for (const open of [second, there, here, s3]) await open[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

function bucketOf(prefix: string) {
  const all = readSettings({ ...s3.env, STORAGE_PREFIX: prefix })
  const { storage, storageUrl, storageBucket, storageRegion, storageKeyId, storageSecret, storagePrefix } = all
  return { storage, storageUrl, storageBucket, storageRegion, storageKeyId, storageSecret, storagePrefix }
}

async function carte({ settings }: TestApp, ...words: string[]): Promise<string> {
  const output: string[] = []
  const terminal = { print: (line: string) => output.push(line), printNote: (line: string) => output.push(line), columns: 200 }
  await using context = openContext({
    environment: {},
    settings,
    terminal,
    clock: testClock.clock,
    productVersion: '0.1.0',
    signal: new AbortController().signal,
  })
  if ((await runCarte(words, context)) !== 0) throw new Error(output.join('\n'))
  return output.join('\n')
}

const inBucket = (prefix: string) => [...s3.objects.keys()].filter((key) => key.startsWith(prefix))
const faceOf = async (app: TestApp, alias: string, revision = 'latest') => {
  const headers = { accept: 'image/webp' }
  const answer = await app.ask(`/api/public/client-image/${alias}/ProfileImage/${revision}?w=88`, { headers })
  return { status: answer.status, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) }
}
const aPng = () =>
  sharp({ create: { width: 300, height: 300, channels: 3, background: '#1f533f' } })
    .png()
    .toBuffer()
const aPhoto = { status: 200, type: 'image/webp' }

async function upload(owner: Pick<SignedIn, 'ask'>, alias: string): Promise<Uploaded> {
  const address = spellPath(pathTo('media.upload', { alias, kind: 'profile' }), here.settings.productSlug)
  const answer = await owner.ask(address, {
    method: 'POST',
    headers: { 'x-csrf': '1', 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await aPng()),
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.json() as Promise<Uploaded>
}

describe('an installation with its pictures in a bucket', () => {
  let card: { id: string; alias: string }
  let owner: SignedIn
  let revision: string

  test('seeds its demo into it, and nothing onto the disk', async () => {
    await seedDemo(here.deps, people.slice(0, 1))
    expect(inBucket('first/').length).toBeGreaterThan(1)
    expect(existsSync(join(here.settings.dataDir, 'pictures'))).toBe(false)
    expect(await carte(here, 'status')).toMatch(/Pictures +\d+, in the bucket pictures\/first\//)
    expect(await faceOf(there, 'maren')).toMatchObject(aPhoto)
  })

  test('accepts an upload on one server and serves it from the other', async () => {
    card = await aCard(here.deps)
    owner = await signedIn(here, card.id)
    const onOther = {
      ask: (path: string, init?: RequestInit) => there.ask(path, { ...init, headers: { ...init?.headers, cookie: owner.cookie } }),
    }
    revision = (await upload(onOther, card.alias)).revision
    const before = s3.requests.length
    expect(await faceOf(here, card.alias, revision)).toMatchObject(aPhoto)
    // Each request is billed: the cached size, the original, and storing the derived size.
    expect(s3.requests.slice(before).map((line) => line.split(' ')[0])).toEqual(['GET', 'GET', 'PUT'])
  })

  test('is backed up with its pictures, and restored into another bucket', async () => {
    await carte(here, 'backup', file('all.backup'))
    await carte(second, 'restore', file('all.backup'))
    expect(await faceOf(second, 'maren')).toMatchObject(aPhoto)
    expect((await faceOf(second, card.alias, revision)).bytes).toEqual((await faceOf(here, card.alias, revision)).bytes)
  })

  test('rejects a server, a restore and a command of another installation', async () => {
    const before = inBucket('first/')
    const astray = { ...second, settings: { ...second.settings, ...bucketOf('first/') } }
    await expect(anApp({ settings: bucketOf('first/'), outside: testClock })).rejects.toThrow('belong to another installation')
    const words = [
      ['restore', file('all.backup'), '--replace', '--yes'],
      ['demo', 'remove'],
      ['cards', 'remove', 'maren', '--yes'],
    ]
    for (const command of words) await expect(carte(astray, ...command)).rejects.toThrow('belong to another installation')
    expect(inBucket('first/')).toEqual(before)
    expect(await faceOf(second, 'maren')).toMatchObject(aPhoto)
    // After another installation took the storage over, this one must not sweep it.
    const name = (await here.deps.storage.owner()) ?? ''
    await here.deps.storage.own('another/1')
    const stray = `${crypto.randomUUID()}/profile/0123456789ab/master.webp`
    await here.deps.storage.put(stray, Buffer.from('another’s'))
    now = new Date(Date.now() + 3 * 86_400_000)
    await here.deps.jobs.enqueue(here.deps.db, 'media.sweep', {})
    await here.deps.jobs.settle()
    now = new Date()
    expect(inBucket('first/')).toContain(`first/${stray}`)
    await here.deps.storage.own(name)
    await here.deps.storage.remove(stray.slice(0, stray.indexOf('/') + 1))
  })

  test('exports an archive that another installation imports', async () => {
    await here.deps.changes.write(async (tx) => void (await savePicture(here.deps, tx, card.id, 'profile', await aPng())))
    const archive = await owner.ask(spellPath(pathTo('privacy.archive'), here.settings.productSlug))
    expect(archive.status).toBe(200)
    await writeFile(file('mine.tar.gz'), Buffer.from(await archive.arrayBuffer()))
    await carte(second, 'import-archive', file('mine.tar.gz'), '--alias', `${card.alias}-again`)
    expect(await faceOf(second, `${card.alias}-again`)).toMatchObject(aPhoto)
  })

  test('erases every picture of an owner who left, and no other', async () => {
    const others = inBucket('first/').filter((key) => !key.includes(card.id))
    await owner.call('privacy.requestDeletion', { input: { confirm: owner.email } })
    now = new Date(now.getTime() + (deletionGraceDays + 1) * 86_400_000)
    await there.deps.jobs.enqueue(there.deps.db, 'privacy.erase', {})
    await there.deps.jobs.settle()
    expect(inBucket('first/').toSorted()).toEqual(others.toSorted())
    expect(inBucket('second/').some((key) => key.includes(card.id))).toBe(true)
  })

  test('sweeps pictures that no row names, and removes the demo', async () => {
    now = new Date(Date.now() + 3 * 86_400_000)
    const stray = `${crypto.randomUUID()}/profile/0123456789ab/master.webp`
    await here.deps.storage.put(stray, Buffer.from('left behind'))
    await here.deps.jobs.enqueue(here.deps.db, 'media.sweep', {})
    await here.deps.jobs.settle()
    expect(inBucket('first/')).not.toContain(`first/${stray}`)
    expect(await faceOf(there, 'maren')).toMatchObject(aPhoto)
    await carte(here, 'demo', 'remove')
    expect(inBucket('first/')).toEqual(['first/.name'])
    expect(inBucket('second/').length).toBeGreaterThan(0)
  })
})
