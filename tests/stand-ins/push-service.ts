import { createECDH, randomBytes, type ECDH } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import ece from 'http_ece'
import { importJWK, jwtVerify } from 'jose'

export type PushAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'never' | 'cut-off' | 'endless'
export type PushReceived = { text: string; ttl: string; urgency: string; topic: string; vapid: { publicKey: string; subject: string } }

/** A browser’s subscription and the messages it received. */
export type PushDevice = {
  token: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** The service’s next responses; then 201. */
  answers: PushAnswer[]
  received: PushReceived[]
}
export type PushServiceStandIn = {
  settings: { pushHosts: string[]; pushCaFile: string }
  aDevice(...answers: PushAnswer[]): PushDevice
  [Symbol.asyncDispose](): Promise<void>
}

/** A certificate for tests only, valid for a hundred years. */
const certificate = fileURLToPath(new URL('push-service.cert.pem', import.meta.url))
const key = fileURLToPath(new URL('push-service.key.pem', import.meta.url))

type ServerDevice = PushDevice & { ecdh: ECDH; authSecret: Buffer }

/** A push service over TLS that verifies the sender and decrypts messages, like service and browser together. */
export async function pushServiceStandIn(): Promise<PushServiceStandIn> {
  const devices = new Map<string, ServerDevice>()
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (request, response) => {
    receive(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `localhost:${(server.address() as AddressInfo).port}`

  async function receive(request: IncomingMessage, response: ServerResponse) {
    const device = devices.get(request.url ?? '')
    if (!device) return void response.writeHead(404).end()
    const body = await buffer(request)
    const answer = device.answers.shift() ?? { status: 201 }
    if (answer === 'never') return
    if (answer === 'cut-off') return void response.destroy()
    if (answer === 'endless') return void drainResponse(response)
    if (answer.status < 300) {
      const sender = await senderOf(request, `https://${host}`).catch(() => null)
      if (!sender) return void response.writeHead(403).end('invalid VAPID signature')
      // Services accept any ciphertext; a browser drops what it cannot decrypt.
      const text = open(device, body)
      if (text !== null) device.received.push({ text, ...sender })
    }
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }

  return {
    settings: { pushHosts: [host], pushCaFile: certificate },
    aDevice(...answers) {
      const path = `/push/${randomBytes(12).toString('hex')}`
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const authSecret = randomBytes(16)
      const token = { endpoint: `https://${host}${path}`, keys: { p256dh, auth: authSecret.toString('base64url') } }
      const device: ServerDevice = { token, answers, received: [], ecdh, authSecret }
      devices.set(path, device)
      return device
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function senderOf({ headers }: IncomingMessage, audience: string): Promise<Omit<PushReceived, 'text'>> {
  const [, jwt = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const raw = Buffer.from(publicKey, 'base64url')
  const point = (from: number) => raw.subarray(from, from + 32).toString('base64url')
  const { payload } = await jwtVerify(jwt, await importJWK({ kty: 'EC', crv: 'P-256', x: point(1), y: point(33) }, 'ES256'), { audience })
  return {
    ttl: String(headers.ttl),
    urgency: String(headers.urgency),
    topic: String(headers.topic ?? ''),
    vapid: { publicKey, subject: payload.sub ?? '' },
  }
}

function open({ ecdh, authSecret }: ServerDevice, body: Buffer): string | null {
  try {
    return ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret }).toString('utf8')
  } catch {
    return null
  }
}

function drainResponse(response: ServerResponse) {
  response.writeHead(500)
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(10_000))) continue
  }
  response.on('drain', more)
  more()
}
