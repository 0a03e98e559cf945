import type { Call } from './calls.ts'
import { converse } from './converse.ts'
import type { Dice } from '../dice.ts'
import { judge, judgeWire, patienceMs } from './judge.ts'
import { bytesOf, ways, type aWay } from './raw.ts'
import type { Target } from './target.ts'
import { cookieFor, fillIn, signedBy, type World } from './world.ts'

export type Outcome = { status: number; fault: string | null; tookMs: number }

/** A call as it stands, in the words of now. */
export function spoken(call: Call, world: World, turn: number): Call {
  const fill = (text: string) => fillIn(text, world, call.as, turn)
  const headers = Object.fromEntries(Object.entries(call.headers).map(([name, value]) => [name, fill(value)]))
  const { body } = call
  const said = typeof body === 'string' ? fill(body) : body
  if (headers['stripe-signature'] === '~signed~') headers['stripe-signature'] = signedBy(world, Buffer.from(said ?? ''))
  return { ...call, path: fill(call.path), headers, ...(said === undefined ? {} : { body: said }) }
}

/** Past the parser: what any client could have sent. */
export async function ask({ app, outside, complaints }: Target, world: World, call: Call, turn: number): Promise<Outcome> {
  const { method, path, headers, body } = spoken(call, world, turn)
  const begunMs = performance.now()
  const cookie = cookieFor(world, call.as)
  const request = new Request(new URL(`http://localhost:3000${path.startsWith('/') ? path : `/${path}`}`), {
    method,
    headers: { ...(cookie ? { cookie } : {}), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  const answer = await within((call.isOutside ? outside.app : app).fetch(request).then(async (said) => ({ said, body: await said.text() })))
  const tookMs = performance.now() - begunMs
  if (!answer) return { status: 0, fault: 'hangs', tookMs }
  const { status } = answer.said
  const seen = { status, headers: Object.fromEntries(answer.said.headers), body: answer.body, tookMs }
  const complaint = complaints.find(({ id }) => id !== '' && id === answer.said.headers.get('x-request-id'))
  return { status, fault: complaint ? `${complaint.event}: ${whatOf(complaint.facts?.error)}` : judge(seen), tookMs }
}

/** As bytes, some of them wrong. */
export async function tell(
  target: Target,
  world: World,
  call: Call,
  turn: number,
  way: ReturnType<typeof aWay>,
  dice: Dice,
): Promise<Outcome> {
  const bytes = ways[way](bytesOf(spoken(call, world, turn), cookieFor(world, call.as)), dice)
  const { said, isHung, waitedMs } = await converse(target.port, piecesOf(bytes, dice), patienceMs)
  return { status: Number(said.slice(9, 12)) || 0, fault: isHung ? 'hangs on the wire' : judgeWire(said), tookMs: waitedMs }
}

/** Mostly at once, sometimes in two, sometimes letter by letter. */
function piecesOf(bytes: Buffer, dice: Dice): Buffer[] {
  const manner = dice.below(8)
  if (manner > 1 || bytes.length === 0) return [bytes]
  if (manner === 0 && bytes.length < 700) return Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1))
  const at = dice.below(bytes.length)
  return [bytes.subarray(0, at), bytes.subarray(at)]
}

/** What it says, and where it was thrown: of our own lines the first. */
export function whatOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const lines = error.stack?.split('\n').slice(1) ?? []
  const ours = lines.find((line) => /\/(server|web)\//.test(line)) ?? ''
  const cause = error.cause instanceof Error ? ` ← ${error.cause.message}` : ''
  return [error.name, error.message.slice(0, 300), cause.slice(0, 300), lines[0]?.trim(), ours.trim()].join(' ')
}

async function within<T>(promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), patienceMs)))
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
