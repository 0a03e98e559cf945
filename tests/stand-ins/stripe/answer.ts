import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Account, idOf } from './account.ts'
import { type Form, readForm } from './form.ts'
import { present } from './lists.ts'
import { answerPage } from './pages.ts'
import { StripeError } from './errors.ts'
import { routes } from './routes.ts'

/** `lost`: the request runs, but the response never arrives. `closed`: the connection closes before it runs. */
export type StripeMood = 'good' | 'slow' | 'broken' | 'busy' | 'html' | 'empty' | 'closed' | 'lost' | 'unauthorised'
export type StripeRequest = { method: string; path: string; form: Form; headers: IncomingMessage['headers'] }
type Reply = { status: number; body: unknown; headers?: Record<string, string> }
export type StripeServer = {
  account: Account
  key: string
  moodFor: (path: string) => StripeMood
  requests: StripeRequest[]
  /** Responses by idempotency key, for replay. */
  replies: Map<string, { fingerprint: string; reply: Reply }>
}

export async function answer(server: StripeServer, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://stand-in')
  const body = await text(request)
  if (!url.pathname.startsWith('/v1/'))
    return answerBrowser(server, url.pathname, request.method === 'POST' ? readForm(body) : null, response)

  const method = request.method ?? 'GET'
  const form = readForm(method === 'POST' ? body : url.search.slice(1))
  const path = url.pathname.slice('/v1/'.length)
  server.requests.push({ method, path, form, headers: request.headers })
  const mood = server.moodFor(`${method} ${path}`)
  if (mood === 'slow') return
  if (mood === 'closed') return void request.socket.destroy()

  const reply =
    failureResponse(mood) ??
    checkApiKey(server, request) ??
    replayOrRun(server, request, `${method} ${path}`, body, () => run(server.account, method, path, form))
  if (mood === 'lost') return void request.socket.destroy()
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    date: server.account.time.now().toUTCString(),
    'request-id': idOf('req'),
    'stripe-version': String(request.headers['stripe-version'] ?? ''),
    ...reply.headers,
  })
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
}

const errorReply = (status: number, type: string, message: string, headers = {}): Reply => ({
  status,
  body: { error: { type, message } },
  headers,
})

function failureResponse(mood: StripeMood): Reply | null {
  if (mood === 'broken') return errorReply(500, 'api_error', 'An unknown error occurred.')
  if (mood === 'busy') return errorReply(429, 'invalid_request_error', 'Too many requests.', { 'retry-after': '1' })
  if (mood === 'html') return { status: 200, body: '<!doctype html><title>Be right back</title>', headers: { 'content-type': 'text/html' } }
  if (mood === 'empty') return { status: 200, body: '{}' }
  return mood === 'unauthorised' ? errorReply(401, 'invalid_request_error', 'Invalid API Key provided: sk_test_****') : null
}

function checkApiKey({ key }: StripeServer, { headers }: IncomingMessage): Reply | null {
  if (headers.authorization === `Bearer ${key}`) return null
  return errorReply(401, 'invalid_request_error', `Invalid API Key provided: ${String(headers.authorization).slice(7, 15)}****`)
}

/** Replays the response of a known idempotency key; other parameters are an error. */
function replayOrRun(server: StripeServer, { headers }: IncomingMessage, call: string, body: string, run: () => Reply): Reply {
  const key = headers['idempotency-key']
  if (typeof key !== 'string') return run()
  const before = server.replies.get(key)
  const fingerprint = `${call} ${body}`
  if (before?.fingerprint === fingerprint) return { ...before.reply, headers: { 'idempotent-replayed': 'true' } }
  if (before)
    return errorReply(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  const reply = run()
  server.replies.set(key, { fingerprint, reply })
  return reply
}

function run(account: Account, method: string, path: string, form: Form): Reply {
  try {
    const { route, id } = routeFor(method, path)
    return { status: 200, body: present(account, route({ account, id, form }), form) }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    return { status: error.status, body: { error: error.error } }
  }
}

function routeFor(method: string, path: string) {
  const exact = routes[`${method} ${path}`]
  if (exact) return { route: exact, id: '' }
  for (const [name, route] of Object.entries(routes)) {
    const pattern = new RegExp(`^${name.replace(':id', '([^/]+)')}$`)
    const id = pattern.exec(`${method} ${path}`)?.[1]
    if (id) return { route, id: decodeURIComponent(id) }
  }
  throw new StripeError(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${method}: /v1/${path}).` })
}

function answerBrowser({ account }: StripeServer, path: string, form: Form | null, response: ServerResponse) {
  try {
    const reply = answerPage(account, path, form)
    if (!reply) return void response.writeHead(404).end()
    if ('to' in reply) return void response.writeHead(303, { location: reply.to }).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(reply.html)
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    response.writeHead(error.status).end()
  }
}
