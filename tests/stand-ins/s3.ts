import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { answer, refuse, type Kept, type Said } from './s3/answer.ts'
import { checkSignature } from './s3/check-signature.ts'

/** How it behaves: for everybody, until it is changed. `half` breaks off in the middle of a picture, `torn` changes a byte of it. */
export type S3Mood = 'good' | 'slow-down' | 'broken' | 'hang' | 'half' | 'torn' | 'denied' | 'read-only' | 'moved'
export type S3StandIn = Awaited<ReturnType<typeof s3StandIn>>

const keyId = 'AKIDSTANDIN'
const secret = 'of/the+stand-in='
const bucket = 'pictures'
const region = 'eu-central-1'

/** A bucket that speaks as S3 does and believes no signature it has not worked out itself. */
export async function s3StandIn({ pageMax = 1000 } = {}) {
  const kept = new Map<string, Kept>()
  const asked: string[] = []
  const state = {
    mood: 'good' as S3Mood,
    /** Only so many more are treated by the mood. */ times: Infinity,
    clockMs: 0,
    /** How long it takes for each request. */ slowMs: 0,
  }
  const now = () => new Date(Date.now() + state.clockMs)

  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces)
    asked.push(`${request.method} ${request.url}`)
    const mood = state.times > 0 ? state.mood : 'good'
    state.times--
    if (mood === 'hang') return
    await wait(state.slowMs)
    send(response, inMood(mood, request) ?? believed(request, body), mood)
  })

  function inMood(mood: S3Mood, { method = '' }: IncomingMessage): Said | null {
    if (mood === 'slow-down') return refuse({ status: 503, code: 'SlowDown' })
    if (mood === 'broken') return refuse({ status: 500, code: 'InternalError' })
    if (mood === 'denied' || (mood === 'read-only' && !['GET', 'HEAD'].includes(method)))
      return refuse({ status: 403, code: 'AccessDenied' })
    if (mood !== 'moved') return null
    const moved = refuse({ status: 301, code: 'PermanentRedirect' })
    return { ...moved, headers: { ...moved.headers, 'x-amz-bucket-region': 'us-west-2', location: 'http://elsewhere.invalid/' } }
  }

  function believed(request: IncomingMessage, body: Buffer): Said {
    const fault = checkSignature(request, body, { keyId, secret, region, now })
    if (fault) return refuse(fault)
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const [, first, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (first !== bucket) return refuse({ status: 404, code: 'NoSuchBucket' })
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    return answer(kept, pageMax, { method: request.method ?? '', url, headers, body }, rest.join('/'), now())
  }

  function send(response: ServerResponse, { status, headers = {}, body = '' }: Said, mood: S3Mood) {
    response.writeHead(status, { ...headers, date: now().toUTCString() })
    if (!Buffer.isBuffer(body) || (mood !== 'half' && mood !== 'torn')) return void response.end(body)
    if (mood === 'half') return void response.write(body.subarray(0, body.length / 2), () => response.destroy())
    const torn = Buffer.from(body)
    torn.writeUInt8(torn.readUInt8(0) ^ 1, 0)
    response.end(torn)
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    state,
    kept,
    asked,
    /** As the environment would say it. */
    env: { STORAGE: 's3', STORAGE_URL: url, STORAGE_BUCKET: bucket, STORAGE_REGION: region, STORAGE_KEY_ID: keyId, STORAGE_SECRET: secret },
    be(mood: S3Mood, times = Infinity) {
      Object.assign(state, { mood, times })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
