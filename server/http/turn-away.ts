import type { IncomingMessage, ServerResponse } from 'node:http'
import { problems } from '#contract/problem.ts'
import { crowdedPage } from './crowded-page.ts'
import { everyAnswer } from './headers.ts'
import { nextRequestId } from './request-id.ts'

const retryAfterSeconds = 1
const { status, title } = problems.unavailable
const detail = 'More people are here than we can serve at once. Nothing was changed; try again in a moment.'
const steady = Object.entries({ ...everyAnswer, 'cache-control': 'no-store', 'retry-after': String(retryAfterSeconds) }).flat()

/** Said with one write and without a look at the question, so that it costs next to nothing. */
export function turnAway({ method, headers }: IncomingMessage, outgoing: ServerResponse, extra: readonly string[]): number {
  const id = nextRequestId()
  // A person who follows a link or sends a form reads a page; a program reads a problem.
  const isPerson = headers.accept?.includes('text/html') === true
  const { type, body } = isPerson
    ? crowdedPage(headers['accept-language'], { retryAfterSeconds, isForm: method === 'POST' })
    : { type: 'application/problem+json', body: problemBody(id) }
  outgoing.writeHead(status, [
    ...steady,
    ...extra,
    'x-request-id',
    id,
    'content-type',
    `${type}; charset=utf-8`,
    'content-length',
    String(Buffer.byteLength(body)),
  ])
  outgoing.end(method === 'HEAD' ? undefined : body)
  return status
}

function problemBody(requestId: string): string {
  return JSON.stringify({ type: '/problems/unavailable', title, status, detail, requestId })
}
