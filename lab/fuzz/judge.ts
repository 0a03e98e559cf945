import { problems } from '#contract/problem.ts'

/** What an answer looked like from outside. */
export type Seen = { status: number; headers: Record<string, string>; body: string; tookMs: number }

export const patienceMs = 15_000
const statuses = new Map<string, number>(Object.entries(problems).map(([name, { status }]) => [`/problems/${name}`, status]))
const inside = /\bat (async )?[\w.<>]+ \((file:|\/|node:)|node_modules\/|"(query|stack)":"|ECONNREFUSED|\/tmp\/carte-/

/** What is wrong with an answer, or null. */
export function judge({ status, headers, body, tookMs }: Seen): string | null {
  const type = headers['content-type'] ?? ''
  const said = /json/.test(type) ? readJson(body) : null
  const name = typeof said === 'object' && said !== null ? String(Reflect.get(said, 'type') ?? '') : ''
  if (status >= 500) return `status ${status} ${name || body.slice(0, 200)}`
  if (tookMs > patienceMs) return `took ${Math.round(tookMs)} ms`
  if (inside.test(body)) return 'tells of the inside'
  if (/\n/.test(Object.values(headers).join(''))) return 'a header of two lines'
  if (status < 400) return null
  if (!headers['x-content-type-options']) return `status ${status} without nosniff`
  // An answer to HEAD has a type and no words.
  if (body === '') return null
  if (type.startsWith('application/problem+json')) return statuses.get(name) === status ? null : `status ${status} is said to be ${name}`
  if (type.startsWith('application/json')) return isFlag(said) ? null : `status ${status} in words that nobody knows`
  if (type.startsWith('text/html') || type.startsWith('text/x-script')) return null
  return `status ${status} as ${type || 'nothing'}`
}

const isFlag = (said: unknown) => typeof said === 'object' && said !== null && Reflect.get(said, 'success') === 0

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** All answers of a conversation: where one begins is where its status stands. Those of node's own parser have no words. */
export function judgeWire(said: string): string | null {
  if (said !== '' && !said.startsWith('HTTP/1.1 ')) return 'does not begin with an answer'
  const heads = said.split(/(?=HTTP\/1\.1 [1-5]\d\d )/)
  for (const head of heads.filter(Boolean)) {
    const status = Number(head.slice(9, 12))
    const type = /^content-type: ([^\r]*)/im.exec(head.split('\r\n\r\n')[0] ?? '')?.[1] ?? ''
    if (status >= 500) return `status ${status} on the wire`
    if (inside.test(head)) return 'tells of the inside'
    if (status >= 400 && ![400, 417].includes(status) && !/problem\+json|text\/html|application\/json|text\/x-script/.test(type))
      return `status ${status} as ${type || 'nothing'} on the wire`
  }
  return null
}
