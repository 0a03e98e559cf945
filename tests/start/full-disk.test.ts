import { pathTo } from '#common/path-to.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spellPath } from '#contract/product.ts'
import { anEntry } from '../factories/contacts.ts'
import { freePort } from '../harness/site.ts'
import { solveCaptcha } from '../harness/solve-captcha.ts'
import { seedOwners, type Owner } from '../../lab/kills/seed-owners.ts'
import { embeddedStage, type Stage } from '../../lab/kills/stages.ts'
import { aSmallDisk, type SmallDisk } from './a-small-disk.ts'
import { callerAt } from './caller.ts'
import { run, type Program } from './program.ts'

const closing = new AsyncDisposableStack()
let disk: SmallDisk
let stage: Stage
let owner: Owner
let program: Program
let url = ''
let visitors = 0

const found = await aSmallDisk(220)

beforeAll(async () => {
  if (!found) return
  disk = closing.use(found)
  stage = embeddedStage(join(disk.path, 'data'))
  const { owners } = await seedOwners(stage.environment, 1)
  if (!owners[0]) throw new Error('the card has no owner')
  owner = owners[0]
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  program = closing.use(run('tests/start/serve-calls.ts', { ...stage.environment, PORT: String(port) }))
  await program.waitForOutput('serves calls')
})
afterAll(() => closing.disposeAsync())

const viewCard = () => fetch(`${url}/remote/api/public/e-card-by-alias/${owner.alias}`)
const names = async () => (await callerAt(url, { cookie: owner.cookie }).names()).toSorted()

/** 4,000 characters: one page of the table. A retry sends the same form with a new captcha. */
function aLongEntry(name: string): () => Promise<Response> {
  const reCaptchaAction = 'carte/connect_client'
  const notes = Array.from({ length: 600 }, () => Math.random().toString(36).slice(2, 8)).join('')
  const entry = anEntry({ alias: owner.alias, name, notes, reCaptchaAction })
  return async () => {
    const headers = { 'x-forwarded-for': `10.9.0.${++visitors}`, 'content-type': 'application/json' }
    const challenge = await callerAt(url, headers).call('contacts.challenge', { query: { alias: owner.alias, action: reCaptchaAction } })
    const body = JSON.stringify({ ...entry, reCaptchaResponse: await solveCaptcha(challenge) })
    return fetch(`${url}/remote/api/public/connect-client`, { method: 'POST', headers, body })
  }
}

/** A picture of noise, so that it is large. */
async function upload(): Promise<Response> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#888888', noise } })
    .jpeg()
    .toBuffer()
  const path = spellPath(pathTo('media.upload', { alias: owner.alias, kind: 'profile' }), 'carte')
  const headers = { cookie: owner.cookie, 'x-csrf': '1', 'content-type': 'application/octet-stream' }
  return fetch(url + path, { method: 'POST', headers, body: new Uint8Array(picture) })
}
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(disk.path, 'data/pictures'), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile() && entry.name !== '.name').map(({ name }) => name)
}

/** A full disk may leave space in existing files, so this forces a new WAL file, which cannot be created. */
async function breakTheDatabase() {
  const client = await stage.connect()
  await disk.fillUp()
  const write = async () => {
    await client.query('select pg_logical_emit_message(true, $1, $2), pg_switch_wal()', ['carte', 'x'.repeat(1000)])
    return 'written'
  }
  await expect.poll(() => write().catch(() => 'fallen'), { timeout: 20_000 }).toBe('fallen')
  await client.end().catch(() => {})
}

const inWords = { type: '/problems/unavailable', detail: expect.stringMatching(/^Nothing can be saved right now, .+ Try again/) }

test.runIf(found)('a full disk rejects contacts and pictures with an error, and shows cards', async () => {
  expect((await viewCard()).status).toBe(200)
  expect((await aLongEntry('Before')()).status).toBe(200)
  await disk.fillUp()

  const picture = await upload()
  expect([picture.status, picture.headers.get('retry-after'), await picture.json()]).toEqual([503, '5', expect.objectContaining(inWords)])
  expect(await storedFiles()).toEqual([])

  const taken = ['Before']
  let send = aLongEntry('During 0')
  let refused = await send()
  while (refused.status === 200 && taken.length < 40) {
    taken.push(`During ${taken.length - 1}`)
    send = aLongEntry(`During ${taken.length - 1}`)
    refused = await send()
  }
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ success: 0, message: expect.stringMatching(/again/) })
  expect((await viewCard()).status).toBe(200)

  await disk.freeStorage()
  await expect.poll(async () => (await send()).status, { timeout: 30_000, interval: 200 }).toBe(200)
  expect((await send()).status).toBe(200)
  expect(await names()).toEqual([...taken, `During ${taken.length - 1}`].toSorted())
  expect((await upload()).status).toBe(200)
})

test.runIf(found)('a database that crashed on a full disk recovers once there is space', async () => {
  const before = await names()
  await breakTheDatabase()
  const refused = await fetch(`${url}/remote/api/public/e-card-by-alias/nobody-yet`)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect([(await viewCard()).status, (await fetch(`${url}/healthz`)).status]).toEqual([200, 200])

  await disk.freeStorage()
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 30_000 }).toBe(200)
  expect((await aLongEntry('After')()).status).toBe(200)
  expect(await names()).toEqual([...before, 'After'].toSorted())
})

test.runIf(found)('a start on a full disk fails with an error, and the next one finds all data', async () => {
  const before = await names()
  await breakTheDatabase()
  program.send('SIGKILL')
  await program.ended
  const start = async () => run('tests/start/serve-calls.ts', { ...stage.environment, PORT: new URL(url).port })
  const refused = closing.use(await start())
  expect(await refused.ended).not.toBe(0)
  expect(refused.errorOutput()).toContain('is full. Free some space and start again; nothing was lost')

  await disk.freeStorage()
  const next = closing.use(await start())
  await next.waitForOutput('serves calls')
  expect(await names()).toEqual(before)
})
