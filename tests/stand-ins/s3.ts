import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer, errorResponse, type StoredObject, type StubResponse } from './s3/answer.ts'
import { checkSignature } from './s3/check-signature.ts'

/** The failure mode of all requests. `half` aborts in the middle of a picture, `torn` changes a byte of it. */
export type S3Mood = 'good' | 'slow-down' | 'broken' | 'hang' | 'half' | 'torn' | 'denied' | 'read-only' | 'full' | 'moved'
export type S3StandIn = Awaited<ReturnType<typeof s3StandIn>>

const keyId = 'AKIDSTANDIN'
const secret = 'of/the+stand-in='
const bucket = 'pictures'
const region = 'eu-central-1'

/** A bucket with S3’s API that verifies every signature. */
export async function s3StandIn({ pageMax = 1000 } = {}) {
  const objects = new Map<string, StoredObject>()
  const requests: string[] = []
  const state = {
    mood: 'good' as S3Mood,
    /** For how many more requests the mood applies. */ times: Infinity,
    clockMs: 0,
    /** Requests wait for this. */ opened: Promise.resolve(),
  }
  const now = () => new Date(Date.now() + state.clockMs)

  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    requests.push(`${request.method} ${request.url}`)
    const mood = state.times > 0 ? state.mood : 'good'
    state.times--
    if (mood === 'hang') return
    await state.opened
    send(response, responseInMood(mood, request) ?? handleSigned(request, body), mood)
  })

  function responseInMood(mood: S3Mood, { method = '' }: IncomingMessage): StubResponse | null {
    if (mood === 'slow-down') return errorResponse({ status: 503, code: 'SlowDown' })
    if (mood === 'broken') return errorResponse({ status: 500, code: 'InternalError' })
    if (mood === 'denied' || (mood === 'read-only' && !['GET', 'HEAD'].includes(method)))
      return errorResponse({ status: 403, code: 'AccessDenied' })
    if (mood === 'full' && method === 'PUT') return errorResponse({ status: 507, code: 'XMinioStorageFull' })
    if (mood !== 'moved') return null
    const moved = errorResponse({ status: 301, code: 'PermanentRedirect' })
    return { ...moved, headers: { ...moved.headers, 'x-amz-bucket-region': 'us-west-2', location: 'http://elsewhere.invalid/' } }
  }

  function handleSigned(request: IncomingMessage, body: Buffer): StubResponse {
    const error = checkSignature(request, body, { keyId, secret, region, now })
    if (error) return errorResponse(error)
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const [, first, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (first !== bucket) return errorResponse({ status: 404, code: 'NoSuchBucket' })
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    return answer(objects, pageMax, { method: request.method ?? '', url, headers, body }, rest.join('/'), now())
  }

  function send(response: ServerResponse, { status, headers = {}, body = '' }: StubResponse, mood: S3Mood) {
    response.writeHead(status, { ...headers, date: now().toUTCString() })
    if (!Buffer.isBuffer(body) || (mood !== 'half' && mood !== 'torn')) return void response.end(body)
    if (mood === 'half') return void response.write(body.subarray(0, body.length / 2), () => response.destroy())
    const corrupted = Buffer.from(body)
    corrupted.writeUInt8(corrupted.readUInt8(0) ^ 1, 0)
    response.end(corrupted)
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    state,
    objects,
    requests,
    /** Environment variables for this bucket. */
    env: { STORAGE: 's3', STORAGE_URL: url, STORAGE_BUCKET: bucket, STORAGE_REGION: region, STORAGE_KEY_ID: keyId, STORAGE_SECRET: secret },
    be(mood: S3Mood, times = Infinity) {
      Object.assign(state, { mood, times })
    },
    /** Blocks every request from now on, until the returned function is called. */
    block() {
      const { promise, resolve } = Promise.withResolvers<void>()
      state.opened = promise
      return resolve
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
