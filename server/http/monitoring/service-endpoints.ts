import { escapeHtml } from '#server/common/escape-html.ts'
import type { Hono } from 'hono'
import { readFile } from 'node:fs/promises'
import { problems, type ProblemName } from '#contract/problem.ts'
import type { Settings } from '#server/settings.ts'
import type { AnswerCache } from '../cache/answer-cache.ts'
import { plainPage } from '../pages/html.ts'
import { cachedDocument } from '../cache/cached-document.ts'
import { canReadMetrics, metricsPath } from './metrics-access.ts'
import type { Metrics } from './metrics.ts'
import { openApi } from '../calls/open-api.ts'
import { problem } from '../problems/problem.ts'
import type { Readiness, ReadinessState } from './readiness.ts'
import { answerSelfCheck, selfCheckPath, type Sign } from './self-check.ts'
import { createReference } from '../calls/reference-page.ts'
import type { FrontEnv } from '../front-env.ts'

type EndpointDeps = { settings: Settings; cache: AnswerCache; metrics: Metrics; readiness: Readiness; sign: Sign | undefined }

/** A read-only server still shows cards: failing readiness would take every instance out of the load balancer at once. */
const states: Record<ReadinessState, { status: 200 | 503; text: string }> = {
  ready: { status: 200, text: 'ready' },
  'read-only': { status: 200, text: 'ready to show cards; the database is read-only' },
  migrating: { status: 503, text: 'a database migration is unfinished; see the log, or run: npm run carte -- upgrade --check' },
  locked: { status: 503, text: 'a backup is being restored, or the database is being migrated: its tables are locked' },
  unavailable: { status: 503, text: 'the database does not respond' },
  stopping: { status: 503, text: 'stopping' },
}

/** Health, metrics, OpenAPI, the API reference and problem pages: for administrators and API clients. */
export function mountServiceEndpoints(front: Hono<FrontEnv>, { settings, cache, metrics, readiness, sign }: EndpointDeps) {
  const document = lazily(() => JSON.stringify(openApi(settings)))
  const may = canReadMetrics(settings)
  const reference = lazily(() => createReference(settings))

  front.get('/healthz', (context) => context.text('alive\n'))
  front.get('/readyz', async (context) => {
    const { status, text } = states[await readiness.check()]
    return context.text(`${text}\n`, status, status === 503 ? { 'retry-after': '2' } : {})
  })
  front.post(selfCheckPath, async (context) => {
    const answer = sign && (await answerSelfCheck(context, sign))
    if (!answer) throw problem('not-found')
    return context.json(answer)
  })
  front.get(metricsPath, async (context, next) => {
    const { raw } = context.req
    // For everyone else it is a 404 like any other.
    if (!may({ header: (name) => raw.headers.get(name), address: context.env.incoming?.socket.remoteAddress })) return next()
    // Its database gauge must be right even if nothing calls /readyz.
    await readiness.check()
    return context.body(await metrics.text(cache.size()), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
  const json = { 'content-type': 'application/json; charset=utf-8' }
  front.get('/openapi.json', ({ req }) =>
    cachedDocument(cache, req.raw, { key: '/openapi.json' }, () => new Response(document(), { headers: json })),
  )
  front.get('/reference', ({ req }) => {
    const search = req.query('search')?.trim()
    return search ? reference()(search.slice(0, 100)) : cachedDocument(cache, req.raw, { key: '/reference' }, () => reference()())
  })
  front.get('/problems/:name', async (context) => {
    const page = await problemPage(context.req.param('name'))
    if (!page) throw problem('not-found')
    return page
  })
}

/** Created on first use: it takes a while, and never changes while the server runs. */
function lazily<T>(make: () => T): () => T {
  let cached: { value: T } | undefined
  return () => (cached ??= { value: make() }).value
}

const folder = new URL('../../../docs/problems/', import.meta.url)

/** The page at a problem's `type`: its file in docs/problems, headings and paragraphs only. */
async function problemPage(name: string): Promise<Response | null> {
  if (!Object.hasOwn(problems, name)) return null
  const text = await readFile(new URL(`${name}.md`, folder), 'utf8')
  const body = text
    .trim()
    .split(/\n{2,}/)
    .map(block)
    .join('')
  return plainPage({ title: problems[name as ProblemName].title, body })
}

function block(text: string): string {
  const words = escapeHtml(text.replace(/^#+ /, '')).replace(/`([^`]+)`/g, '<code>$1</code>')
  if (text.startsWith('# ')) return `<h1>${words}</h1>`
  return text.startsWith('## ') ? `<h2>${words}</h2>` : `<p>${words}</p>`
}
