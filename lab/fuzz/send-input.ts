import type { Call } from './make-call.ts'
import { sendRaw } from './send-raw.ts'
import type { Dice } from '../dice.ts'
import { findIssue, findRawIssue, patienceMs } from './find-issue.ts'
import { requestBytes, mutations, type pickMutation } from './mutations.ts'
import type { Target } from './target.ts'
import { cookieFor, fillIn, signedBy, type World } from './world.ts'

export type Outcome = { status: number; issue: string | null; tookMs: number }

/** Fills in the placeholders of a call. */
export function fillCall(call: Call, world: World, turn: number): Call {
  const fill = (text: string) => fillIn(text, world, call.as, turn)
  const headers = Object.fromEntries(Object.entries(call.headers).map(([name, value]) => [name, fill(value)]))
  const { body } = call
  const text = typeof body === 'string' ? fill(body) : body
  if (headers['stripe-signature'] === '~signed~') headers['stripe-signature'] = signedBy(world, Buffer.from(text ?? ''))
  return { ...call, path: fill(call.path), headers, ...(text === undefined ? {} : { body: text }) }
}

/** Sends the call in process, past Node's HTTP parser. */
export async function sendRequest({ app, outside, loggedErrors }: Target, world: World, call: Call, turn: number): Promise<Outcome> {
  const { method, path, headers, body } = fillCall(call, world, turn)
  const startedMs = performance.now()
  const cookie = cookieFor(world, call.as)
  const request = new Request(new URL(`http://localhost:3000${path.startsWith('/') ? path : `/${path}`}`), {
    method,
    headers: { ...(cookie ? { cookie } : {}), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  const answer = await within(
    (call.isOutside ? outside.app : app).fetch(request).then(async (response) => ({ response, body: await response.text() })),
  )
  const tookMs = performance.now() - startedMs
  if (!answer) return { status: 0, issue: 'hangs', tookMs }
  const { status } = answer.response
  const answered = { status, headers: Object.fromEntries(answer.response.headers), body: answer.body, tookMs }
  const loggedError = loggedErrors.find(({ id }) => id !== '' && id === answer.response.headers.get('x-request-id'))
  return { status, issue: loggedError ? `${loggedError.event}: ${describeError(loggedError.facts?.error)}` : findIssue(answered), tookMs }
}

/** Sends the call over a raw connection, with its bytes mutated. */
export async function sendBytes(
  target: Target,
  world: World,
  call: Call,
  turn: number,
  mutation: ReturnType<typeof pickMutation>,
  dice: Dice,
): Promise<Outcome> {
  const bytes = mutations[mutation](requestBytes(fillCall(call, world, turn), cookieFor(world, call.as)), dice)
  const { text, isHung, waitedMs } = await sendRaw(target.port, piecesOf(bytes, dice), patienceMs)
  return { status: Number(text.slice(9, 12)) || 0, issue: isHung ? 'a raw connection hangs' : findRawIssue(text), tookMs: waitedMs }
}

/** Mostly in one piece, sometimes in two, sometimes byte by byte. */
function piecesOf(bytes: Buffer, dice: Dice): Buffer[] {
  const manner = dice.below(8)
  if (manner > 1 || bytes.length === 0) return [bytes]
  if (manner === 0 && bytes.length < 700) return Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1))
  const at = dice.below(bytes.length)
  return [bytes.subarray(0, at), bytes.subarray(at)]
}

/** The message, its cause, and the first stack frame of this repository. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const lines = error.stack?.split('\n').slice(1) ?? []
  const ownFrame = lines.find((line) => /\/(server|web)\//.test(line)) ?? ''
  const cause = error.cause instanceof Error ? ` ← ${error.cause.message}` : ''
  return [error.name, error.message.slice(0, 300), cause.slice(0, 300), lines[0]?.trim(), ownFrame.trim()].join(' ')
}

async function within<T>(promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), patienceMs)))
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
