import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { createLog } from '../log.ts'
import type { Storage } from '../storage.ts'
import { patienceMs } from '../../../tests/harness/patience.ts'
import { s3StandIn, type S3Mood, type S3StandIn } from '../../../tests/stand-ins/s3.ts'
import { openBucket } from './open-bucket.ts'

const silent = createLog('error', () => {})
const patient = { answerMs: patienceMs, bodyMs: patienceMs, attempts: 3 }
/** Short timeouts, for servers that never answer. */
const brisk = { answerMs: 50, bodyMs: 50, attempts: 3 }
const key = 'a/profile/1/master.webp'
const bytes = Buffer.from('a portrait')

let s3: S3StandIn
let storage: Storage
beforeAll(async () => void (s3 = await s3StandIn()))
afterAll(() => s3[Symbol.asyncDispose]())
beforeEach(() => {
  s3.be('good')
  s3.state.clockMs = 0
  s3.objects.clear()
  storage = aBucket()
})

const aBucket = (env: Record<string, string> = {}, waits = s3.state.mood === 'hang' ? brisk : patient) =>
  openBucket(readSettings({ ...s3.env, ...env }), silent, waits)

describe('temporary failures are retried', () => {
  test.each<[S3Mood]>([['slow-down'], ['broken'], ['half'], ['torn']])('%s', async (mood) => {
    await storage.put(key, bytes)
    s3.be(mood, 2)
    expect((await aBucket().get(key))?.toString()).toBe('a portrait')
  })

  test('and a picture that is put twice is stored once', async () => {
    s3.be('broken', 2)
    await storage.put(key, bytes)
    expect([...s3.objects.keys()]).toEqual([key])
  })
})

describe('lasting failures throw StorageUnavailableError', () => {
  test.each<[S3Mood, string]>([
    ['slow-down', 'SlowDown'],
    ['broken', 'InternalError'],
    ['half', 'ECONNRESET'],
    ['torn', 'ChecksumMismatch'],
    ['hang', 'TimeoutError'],
    ['denied', 'AccessDenied'],
    ['moved', 'PermanentRedirect'],
  ])('%s', async (mood, code) => {
    await storage.put(key, bytes)
    s3.be(mood)
    await expect(aBucket().get(key)).rejects.toMatchObject({ name: 'StorageUnavailableError', code })
  })

  test('when nothing listens at the address', async () => {
    const stopped = await s3StandIn()
    await stopped[Symbol.asyncDispose]()
    await expect(aBucket(stopped.env).put(key, bytes)).rejects.toMatchObject({ name: 'StorageUnavailableError', code: 'ECONNREFUSED' })
  })

  test('when the bucket is gone, instead of “not found”', async () => {
    await expect(aBucket({ STORAGE_BUCKET: 'another' }).get(key)).rejects.toMatchObject({ code: 'NoSuchBucket' })
  })
})

test('after a few failures calls fail at once', async () => {
  s3.be('broken')
  for (let time = 0; time < 2; time++) await storage.put(key, bytes).catch(() => {})
  const before = s3.requests.length

  await expect(storage.put(key, bytes)).rejects.toMatchObject({ code: 'CircuitOpen' })
  expect([storage.isAway(), s3.requests.length]).toEqual([true, before])
})

test('a clock that is an hour off is detected and corrected', async () => {
  s3.state.clockMs = 3_600_000
  await storage.put(key, bytes)
  expect((await storage.get(key))?.toString()).toBe('a portrait')
})

test('a picture is requested once, also by concurrent readers, until it is removed', async () => {
  await storage.put(key, bytes)
  const other = aBucket()
  const before = s3.requests.length
  await Promise.all([other.get(key), other.get(key)])
  await other.get(key)
  expect(s3.requests.length - before).toBe(1)

  await other.remove('a/')
  expect(await other.get(key)).toBeNull()
})

test('keys of other programs are neither listed nor removed', async () => {
  const odd = 'notes/a & b <c>/ü.txt'
  s3.objects.set(odd, { body: bytes, changedAt: new Date(), headers: {} })
  const keys: string[] = []
  for await (const each of storage.keys()) keys.push(each)
  expect([keys, s3.objects.has(odd)]).toEqual([[], true])
})

test('more than a thousand keys are removed in several requests', async () => {
  for (let place = 0; place < 1500; place++) s3.objects.set(`a/logo/${place}/x`, { body: bytes, changedAt: new Date(), headers: {} })
  await storage.remove('a/')
  expect(s3.objects.size).toBe(0)
})

describe('at the start, a wrong configuration is explained in one line', () => {
  const explanation = (env: Record<string, string>) =>
    aBucket(env)
      .reach()
      .then(
        () => 'nothing',
        (error: Error) => error.message,
      )

  test.each([
    ['a bucket that is not there', { STORAGE_BUCKET: 'wrong-one' }, 'There is no bucket wrong-one at STORAGE_URL. Create it'],
    ['an unknown key', { STORAGE_KEY_ID: 'AKIDWRONG' }, 'does not know STORAGE_KEY_ID'],
    ['a wrong secret', { STORAGE_SECRET: 'another-one' }, 'STORAGE_SECRET does not belong to STORAGE_KEY_ID'],
    ['a wrong region', { STORAGE_REGION: 'us-east-1' }, 'in the region eu-central-1. Set STORAGE_REGION=eu-central-1'],
    ['an unknown host', { STORAGE_URL: 'http://nowhere.invalid' }, 'The host in STORAGE_URL is not known'],
    ['a closed port', { STORAGE_URL: 'http://127.0.0.1:9' }, 'cannot be reached'],
  ])('%s', async (_what, env, words) => {
    const message = await explanation(env)
    expect(message).toContain(words)
    expect(message).not.toContain('\n')
  })

  test.each<[S3Mood, string]>([
    ['denied', 'may not list the bucket pictures'],
    ['read-only', 'may not write to the bucket pictures'],
    ['moved', 'in the region us-west-2'],
    ['hang', 'cannot be reached (TimeoutError)'],
  ])('%s', async (mood, words) => {
    s3.be(mood)
    expect(await explanation({})).toContain(words)
  })

  test('and the check leaves nothing in a bucket', async () => {
    await storage.reach()
    expect(s3.objects.size).toBe(0)
  })
})
