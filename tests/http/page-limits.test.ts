import { beforeAll, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import { createAnswerCache } from '#server/http/cache/answer-cache.ts'
import { guessesLimit } from '#server/http/limits/card-guesses.ts'
import { createFront } from '#server/http/front.ts'
import { createLimits } from '#server/http/limits/limits.ts'
import { createMetrics } from '#server/http/monitoring/metrics.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import { renderLimit } from '#server/http/pages/within-page-limits.ts'
import { readSettings } from '#server/settings.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

const owner: Caller = { kind: 'owner', accountId: 'account', sessionId: 'session', subjectIds: ['card'], isAdmin: false }
const there = new Set(['ada', 'ben'])
let site: ReturnType<typeof aSite>
beforeAll(() => {
  site = aSite()
})

/** Pages of cards, of which two exist. */
function aSite() {
  let [rendered, read] = [0, 0]
  const settings = readSettings({ DEMO: 'off' })
  const front = createFront({
    settings,
    handlers: {
      'cards.read': async ({ params, dependsOn }) => {
        read++
        if (!there.has(params.alias)) throw problem('card-not-found')
        dependsOn('installation:product')
        return {} as never
      },
    } as Partial<Handlers> as Handlers,
    cache: createAnswerCache(),
    limits: createLimits(),
    metrics: createMetrics(),
    log: silentLog,
    readiness: { check: async () => 'ready', drain() {}, last: () => 'ready' },
    listed: { after: async () => [], pageStarts: async () => [] },
    callerOf: async (request) => (/session/.test(request.headers.get('cookie') ?? '') ? owner : { kind: 'visitor' }),
    ownAliases: async () => ['ada'],
    pages: { render: async (request, api) => ({ response: await draw(request, api), failures: [] }) },
  })

  async function draw(request: Request, api: Api): Promise<Response> {
    rendered++
    const alias = new URL(request.url).pathname.split('/')[1] ?? ''
    const status = await api.call('cards.read', { params: { alias } }).then(
      () => 200,
      () => 404,
    )
    return new Response('<h1>A page</h1>', { status, headers: { 'content-type': 'text/html' } })
  }

  const ask = (path: string, remoteAddress: string, headers: HeadersInit = {}) =>
    front(new Request(new URL(path, settings.publicUrl), { headers }), { incoming: { socket: { remoteAddress } } })
  const countAll = async (many: number, one: (time: number) => Promise<Response>) => {
    const statuses = (await Promise.all(Array.from({ length: many }, (_, time) => one(time)))).map(({ status }) => status)
    return Object.fromEntries([200, 404, 429].map((status) => [status, statuses.filter((each) => each === status).length]))
  }
  return { ask, countAll, rendered: () => rendered, read: () => read }
}

test('LIMIT pages of missing cards are limited like calls', async () => {
  const { ask, countAll } = site
  const tried = await countAll(300, (time) => ask(`/nobody-${time}/home`, '192.0.2.1'))
  expect(tried).toEqual({ 200: 0, 404: guessesLimit.count, 429: 300 - guessesLimit.count })
  expect((await ask('/ada/home?preview=on', '192.0.2.1')).status).toBe(429)
  expect((await ask('/ada/home', '192.0.2.2')).status).toBe(200)
  // It is cached by now.
  expect((await ask('/ada/home', '192.0.2.1')).status).toBe(200)
})

test('LIMIT a chosen language is no way to look for cards', async () => {
  const { ask, countAll, read } = aSite()
  const askInRomanian = (path: string) => ask(path, '192.0.2.1', { cookie: 'language=ro' })
  const tried = await countAll(100, (time) => askInRomanian(`/unknown-${time}/home`))
  expect(tried).toEqual({ 200: 0, 404: guessesLimit.count, 429: 100 - guessesLimit.count })
  const before = read()
  for (const path of ['/ada/home', '/unknown/home']) expect((await askInRomanian(path)).status).toBe(429)
  expect(read()).toBe(before)
})

test('LIMIT an owner is counted by account, and still sees their own card’s page', async () => {
  const { ask, countAll } = site
  const cookie = 'session'
  const tried = await countAll(100, (time) => ask(`/nobody-${time}/home`, `192.0.3.${time}`, { cookie }))
  expect(tried).toEqual({ 200: 0, 404: guessesLimit.count, 429: 100 - guessesLimit.count })
  const pages = ['/ben/home', '/ada/home?alias=ben', '/ada/home', '/ada/settings.data']
  const codes = await Promise.all(pages.map((page) => ask(page, '192.0.2.3', { cookie })))
  expect(codes.map(({ status }) => status)).toEqual([429, 429, 200, 200])
})

test('LIMIT uncached pages are limited per caller, cached ones are not', async () => {
  const { ask, countAll, rendered } = aSite()
  await ask('/ada/home', '192.0.2.4')
  for (let turn = 0; turn < 13; turn++) await countAll(50, (time) => ask(`/ada/home?from=${turn}-${time}`, '192.0.2.4'))
  expect(rendered()).toBe(renderLimit.count)
  const refused = await ask('/ada/home?from=late', '192.0.2.4', { accept: 'text/html' })
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0, await refused.text()]).toEqual([
    429,
    true,
    expect.stringContaining('<h1'),
  ])
  expect((await ask('/ada/home', '192.0.2.4')).status).toBe(200)
  expect((await ask('/ada/home?from=other', '192.0.2.5')).status).toBe(200)
})
