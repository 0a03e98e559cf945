import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import type { Settings } from '#server/settings.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { Metrics } from './metrics.ts'
import type { Handlers } from './mount.ts'
import { openApi } from './open-api.ts'
import { problem } from './problem.ts'
import { problemPage } from './problem-page.ts'
import { referencePage } from './reference-page.ts'
import type { Visit } from './visit.ts'

type DoorNeeds = { settings: Settings; handlers: Handlers; cache: AnswerCache; metrics: Metrics; db: Db }

const readyMs = 2000

/** What the product says of itself: to who runs it, to who builds on it. */
export function openOperatorDoors(front: Hono<Visit>, { settings, handlers, cache, metrics, db }: DoorNeeds) {
  const document = once(() => JSON.stringify(openApi(settings, handlers)))
  const reference = once(() => referencePage(settings, handlers))

  front.get('/healthz', (context) => context.text('alive\n'))
  front.get('/readyz', async (context) => {
    const asked = db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    // A database that was stopped, not ended, says nothing at all.
    const isReady = await Promise.race([asked, wait(readyMs, false, { ref: false })])
    return isReady ? context.text('ready\n') : context.text('the database does not answer\n', 503, { 'retry-after': '2' })
  })
  front.get('/metrics', (context) =>
    context.body(metrics.text(cache.size()), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  )
  front.get('/openapi.json', (context) => context.body(document(), 200, { 'content-type': 'application/json; charset=utf-8' }))
  front.get('/reference', () => reference().clone())
  front.get('/problems/:name', async (context) => {
    const page = await problemPage(context.req.param('name'))
    if (!page) throw problem('not-found')
    return page
  })
}

/** Made when it is first asked for: it takes a while, and nothing in it changes while we run. */
function once<T>(make: () => T): () => T {
  let made: { it: T } | undefined
  return () => (made ??= { it: make() }).it
}
