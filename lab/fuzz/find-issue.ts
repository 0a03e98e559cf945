import { problems } from '#contract/problem.ts'

/** A response as a client receives it. */
export type HttpAnswer = { status: number; headers: Record<string, string>; body: string; tookMs: number }

export const patienceMs = 15_000
const statuses = new Map<string, number>(Object.entries(problems).map(([name, { status }]) => [`/problems/${name}`, status]))
const internals = /\bat (async )?[\w.<>]+ \((file:|\/|node:)|node_modules\/|"(query|stack)":"|ECONNREFUSED|\/tmp\/carte-/

/**
 * What administrators may read: a value that is nothing but a path (the backups and configuration pages show folders, as JSON or HTML),
 * and why their own address is unreachable.
 */
const forAdministrators = /(?:\\?"|>)\/tmp\/carte-[\w./-]*(?=\\?"|<)|"state":"unreachable","validTo":null,"detail":"ECONNREFUSED"/g

/** What is wrong with a response, or null. */
export function findIssue({ status, headers, body, tookMs }: HttpAnswer): string | null {
  const type = headers['content-type'] ?? ''
  const parsed = /json/.test(type) ? readJson(body) : null
  const name = typeof parsed === 'object' && parsed !== null ? String(Reflect.get(parsed, 'type') ?? '') : ''
  if (status >= 500) return `status ${status} ${name || body.slice(0, 200)}`
  if (tookMs > patienceMs) return `took ${Math.round(tookMs)} ms`
  if (internals.test(body.replace(forAdministrators, ''))) return 'leaks internals'
  if (/\n/.test(Object.values(headers).join(''))) return 'a line break in a header'
  if (status < 400) return null
  if (!headers['x-content-type-options']) return `status ${status} without nosniff`
  // A response to HEAD has a type and no body.
  if (body === '') return null
  if (type.startsWith('application/problem+json')) return statuses.get(name) === status ? null : `status ${status} is labeled ${name}`
  if (type.startsWith('application/json')) return isFlag(parsed) ? null : `status ${status} with an unknown body`
  if (type.startsWith('text/html') || type.startsWith('text/x-script')) return null
  return `status ${status} as ${type || 'nothing'}`
}

const isFlag = (parsed: unknown) => typeof parsed === 'object' && parsed !== null && Reflect.get(parsed, 'success') === 0

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** Checks every response of a conversation, split at status lines. Responses of Node's own parser have no body. */
export function findRawIssue(parsed: string): string | null {
  if (parsed !== '' && !parsed.startsWith('HTTP/1.1 ')) return 'does not start with a response'
  const heads = parsed.split(/(?=HTTP\/1\.1 [1-5]\d\d )/)
  for (const head of heads.filter(Boolean)) {
    const status = Number(head.slice(9, 12))
    const type = /^content-type: ([^\r]*)/im.exec(head.split('\r\n\r\n')[0] ?? '')?.[1] ?? ''
    if (status >= 500) return `status ${status} on a raw connection`
    if (internals.test(head.replace(forAdministrators, ''))) return 'leaks internals'
    if (status >= 400 && ![400, 417].includes(status) && !/problem\+json|text\/html|application\/json|text\/x-script/.test(type))
      return `status ${status} as ${type || 'nothing'} on a raw connection`
  }
  return null
}
