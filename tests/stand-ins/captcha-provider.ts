import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** `person`: the challenge was solved. The others are failure modes. */
export type CaptchaMood =
  | 'person'
  | 'robot'
  | 'used'
  | 'wrong'
  | 'elsewhere'
  | 'other-action'
  | 'wrong-secret'
  | 'garbage'
  | 'broken'
  | 'slow'
export type CaptchaProviderStandIn = {
  url: string
  mood: CaptchaMood
  action: string
  requests: { path: string; form: Record<string, string> }[]
  [Symbol.asyncDispose](): Promise<void>
}

/** A captcha provider with Google’s and Cloudflare’s APIs, each at its own path. */
export async function captchaProviderStandIn(): Promise<CaptchaProviderStandIn> {
  const state: CaptchaProviderStandIn = {
    url: '',
    mood: 'person',
    action: 'carte/connect_client',
    requests: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const server = createServer((request, response) => void answer(state, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

async function answer(state: CaptchaProviderStandIn, request: IncomingMessage, response: ServerResponse) {
  const path = `${request.method} ${request.url}`
  state.requests.push({ path, form: Object.fromEntries(new URLSearchParams(await text(request))) })
  if (state.mood === 'slow') return
  if (state.mood === 'broken') return void response.writeHead(500).end()
  response.setHeader('content-type', 'application/json')
  response.end(state.mood === 'garbage' ? '<!doctype html>' : JSON.stringify(responseBody(state, path.includes('recaptcha'))))
}

function responseBody({ mood, action }: CaptchaProviderStandIn, hasScore: boolean): unknown {
  const codes = { used: 'timeout-or-duplicate', wrong: 'invalid-input-response', 'wrong-secret': 'invalid-input-secret' }
  if (mood === 'used' || mood === 'wrong' || mood === 'wrong-secret') return { success: false, 'error-codes': [codes[mood]] }
  return {
    success: true,
    challenge_ts: '2026-11-21T09:00:00Z',
    hostname: mood === 'elsewhere' ? 'phishing.example' : 'localhost',
    action: mood === 'other-action' ? 'carte/else' : action,
    ...(hasScore ? { score: mood === 'robot' ? 0.1 : 0.9 } : {}),
  }
}
