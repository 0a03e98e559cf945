import { getHeapStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { createAnswerCache } from '#server/http/cache/answer-cache.ts'
import { createCacheFront } from '#server/http/cache/cache-front.ts'
import { createMetrics } from '#server/http/monitoring/metrics.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test('finding a cached answer allocates less than 2 KB', async () => {
  const cache = createAnswerCache()
  const cacheFront = createCacheFront({ cache, metrics: createMetrics(), log: silentLog, settings: { logAnswersMs: 0 } })
  const answer = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.alloc(60_000, 'abc') }
  await cache.make('en-US wide /ada/home', async () => ({ answer, dependsOn: new Set(['card:ada'] as const) }))
  const once = () => {
    if (!cacheFront.find({ url: '/ada/home', acceptLanguage: 'en-US,en;q=0.9', userAgent })) throw new Error('It is not cached.')
    cacheFront.count('an-id', 'GET', 200, 0.1)
  }
  for (let warm = 0; warm < 5000; warm++) once()
  const before = getHeapStatistics().total_allocated_bytes
  for (let times = 0; times < 10_000; times++) once()
  const each = (getHeapStatistics().total_allocated_bytes - before) / 10_000
  console.info(`a cached answer: ${each.toFixed(0)} bytes allocated`)
  expect(each).toBeGreaterThan(0)
  expect(each).toBeLessThan(2 * 1024)
})
