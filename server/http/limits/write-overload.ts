import type { IncomingMessage, ServerResponse } from 'node:http'
import { problems, type ProblemName } from '#contract/problem.ts'
import { overloadPage } from '../pages/overload-page.ts'
import { baseHeaders } from '../security/headers.ts'
import { nextRequestId } from '../request-id.ts'

const retryAfterSeconds = 1
const detail = 'The server is overloaded. Nothing was changed. Try again in a moment.'
const defaultHeaders = Object.entries({ ...baseHeaders, 'cache-control': 'no-store' }).flat()

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; extra: readonly string[] }

/** Sends a 503 in one write, without parsing the request, so that it costs next to nothing. */
export function writeOverload(exchange: Exchange): number {
  const { method, headers } = exchange.incoming
  const more = ['retry-after', String(retryAfterSeconds)]
  // A navigation or a form submission gets a page; an API client gets a problem.
  if (!headers.accept?.includes('text/html')) return writeProblem('unavailable', detail, exchange, more)
  const page = overloadPage(headers['accept-language'], { retryAfterSeconds, isForm: method === 'POST' })
  return write(exchange, problems.unavailable.status, [...more, 'x-request-id', nextRequestId()], page)
}

/** A problem for a request that is refused before it becomes a Request. */
export function writeProblem(name: ProblemName, why: string, exchange: Exchange, more: readonly string[] = []): number {
  const requestId = nextRequestId()
  const { status, title } = problems[name]
  const body = JSON.stringify({ type: `/problems/${name}`, title, status, detail: why, requestId })
  return write(exchange, status, [...more, 'x-request-id', requestId], { type: 'application/problem+json', body })
}

function write(
  { incoming, outgoing, extra }: Exchange,
  status: number,
  more: readonly string[],
  { type, body }: { type: string; body: string },
): number {
  const about = ['content-type', `${type}; charset=utf-8`, 'content-length', String(Buffer.byteLength(body))]
  outgoing.writeHead(status, [...defaultHeaders, ...extra, ...more, ...about])
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
  return status
}
