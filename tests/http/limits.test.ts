import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/addresses.ts'
import { scopes } from '#contract/access-key-choices.ts'
import { defaultLimits, type Endpoint, type Limit } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import { createAnswerCache } from '#server/http/cache/answer-cache.ts'
import { createFront } from '#server/http/front.ts'
import type { Limits } from '#server/http/limits/limits.ts'
import { createMetrics } from '#server/http/monitoring/metrics.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { readSettings } from '#server/settings.ts'
import { renderLimits } from '../../scripts/render-limits.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

const all = Object.values<Endpoint>(endpoints)
const limitsOf = ({ limit }: Endpoint): readonly Limit[] => (limit === undefined ? [] : 'per' in limit ? [limit] : limit)
const isUsual = (endpoint: Endpoint) => limitsOf(endpoint).length === 1 && limitsOf(endpoint)[0] === defaultLimits[endpoint.access]

/** Writes without a limit of their own. Each group says why the default limit is enough. */
const why: Record<string, readonly EndpointName[]> = {
  'an owner edits their own card or contacts: each edit is one call, and nothing is sent except to their own connections': [
    'cards.saveDraft',
    'cards.publishDraft',
    'cards.discardDraft',
    'contacts.setViewed',
    'contacts.updateNotes',
    'contacts.setTags',
    'contacts.change',
    'contacts.release',
    'contacts.erase',
  ],
  'changes one row of the caller': ['accounts.rename'],
  'reads one row of the caller by POST': ['push.subscription', 'contacts.export'],
  'deletes one row of the caller': ['accounts.clearMailRejection', 'accounts.cancelEmailChange', 'connections.remove', 'accessKeys.revoke'],
  'calls with an API key share one limit': all
    .filter(({ access }) => access === 'key')
    .filter(isUsual)
    .map(({ name }) => name),
  'an owner changes how they log in, after a recent login': [
    'accounts.newPasskey',
    'accounts.addPasskey',
    'accounts.removePasskey',
    'accounts.endSession',
  ],
  'the identity provider calls it with a signed token': ['accounts.backchannel'],
  'administrators, who have more harmful calls anyway': all
    .filter(({ access, method }) => access === 'admin' && method === 'POST')
    .map(({ name }) => name),
}

/** Reads that cost more than a row: searches, exports, drawings, directory lookups. */
const expensive: readonly EndpointName[] = [
  'links.shorten',
  'contacts.search',
  'contacts.exportAll',
  'admin.exportCards',
  'visits.report',
  'privacy.archive',
  'cards.qr',
  'cards.installQr',
  'cards.preview',
  'cards.appIcon',
  'cards.appScreenshot',
  'cards.vCard',
  'cards.aliasState',
  'cards.claimable',
  'contacts.challenge',
  'contacts.form',
]

test('LIMIT every call has a limit, and every write its own or a reason', () => {
  const reasons = new Set(Object.values(why).flat())
  const unlimited = all.filter((endpoint) => limitsOf(endpoint).length === 0)
  const unexplained = all.filter((one) => one.method === 'POST' && isUsual(one) && !reasons.has(one.name))
  const unneededReasons = [...reasons].filter((name) => !isUsual(endpoints[name]) && endpoints[name].access !== 'admin')
  expect([unlimited, unexplained, unneededReasons].map((found) => found.map((one) => (typeof one === 'string' ? one : one.name)))).toEqual([
    [],
    [],
    [],
  ])
})

test('the documented limits are the ones in force', () => {
  expect(readFileSync('docs/limits.md', 'utf8')).toBe(renderLimits())
})

test('expensive calls have lower limits', () => {
  for (const name of expensive) expect(isUsual(endpoints[name]), name).toBe(false)
})

test('calls that write to a card or mailbox are also limited by it', () => {
  // A total of 30 calls a minute needs no further limit per card.
  const isOfTarget = (endpoint: Endpoint) =>
    limitsOf(endpoint).some(({ per, count }) => per === 'card' || per === 'email' || (per === 'address' && count <= 30))
  const named = (schema: Endpoint['input' | 'params']) => (schema && 'shape' in schema ? Object.keys(schema.shape as object) : [])
  const writes = all.filter(({ method, access }) => method === 'POST' && access === 'anyone')
  const aimed = writes.filter(({ input, params }) => [...named(input), ...named(params)].some((key) => key === 'alias' || key === 'email'))
  expect(aimed.map(({ name }) => name)).toEqual(expect.arrayContaining(['contacts.submit', 'accounts.signIn', 'visits.track']))
  for (const endpoint of aimed) expect(isOfTarget(endpoint), endpoint.name).toBe(true)
})

describe('a caller over the limit', () => {
  const settings = readSettings({ DEMO: 'off' })
  const owner: Caller = { kind: 'owner', accountId: 'account', sessionId: 'session', subjectIds: ['card'], isAdmin: true }

  /** A front with all limits used up, or all but this one. */
  function front(isUsedUp: (what: string) => boolean, caller: Caller) {
    const reached: string[] = []
    const counted: [what: string, who: string][] = []
    const take: Limits['take'] = async (what, who) => {
      counted.push([what, who])
      return isUsedUp(what) ? 17 : 0
    }
    const limits: Limits = {
      take,
      left: () => ({ remaining: 0, resetSeconds: 17 }),
      reserve: () => ({ retryAfterSeconds: 0, finish: async () => {} }),
      size: () => 0,
    }
    const handlers = Object.fromEntries(
      all.map(({ name }) => [
        name,
        async () => {
          reached.push(name)
          return new Response(null)
        },
      ]),
    ) as unknown as Handlers
    const fetch = createFront({
      settings,
      handlers,
      limits,
      pages: null,
      cache: createAnswerCache(),
      metrics: createMetrics(),
      log: silentLog,
      readiness: { check: async () => 'ready', drain: () => {} } as never,
      listed: { after: async () => [], pageStarts: async () => [] },
      callerOf: async () => caller,
      keyCallerOf: async () => ({ kind: 'key', keyId: 'key', subjectIds: ['card'], scopes }),
    })
    return { fetch, reached, counted }
  }

  test.each(all.map((endpoint) => [endpoint.name, endpoint] as const))('gets a Retry-After: %s', async (_, endpoint) => {
    for (const limit of limitsOf(endpoint)) {
      // A known browser that used up its reserve still has the general limit.
      if (limit.per === 'known') continue
      const what = `${limit.sharedAs ?? endpoint.name} ${limit.per} ${limit.windowSeconds}`
      const { fetch, reached } = front((limitName) => limitName === what, endpoint.access === 'anyone' ? { kind: 'visitor' } : owner)
      const answer = await fetch(asRequest(endpoint))
      expect([what, answer.status, answer.headers.get('retry-after'), reached]).toEqual([what, 429, '17', []])
      if (endpoint.method === 'HEAD') continue
      const errorBody = (await answer.json()) as { title?: string; message?: string }
      expect(errorBody.title ?? errorBody.message).toBe('Too many requests. Try again in a moment.')
    }
  })

  test('is counted by account if signed in, so others at the address cannot block them', async () => {
    const byAccount = all.filter((endpoint) => limitsOf(endpoint).some(({ per }) => per === 'account'))
    expect(byAccount.length).toBeGreaterThan(50)
    for (const endpoint of byAccount) {
      const { fetch, counted } = front(() => false, owner)
      await fetch(asRequest(endpoint), { incoming: { socket: { remoteAddress: '192.0.2.7' } } })
      const who = counted.filter(([what]) => what.startsWith(`${endpoint.name} account `)).map(([, key]) => key)
      expect([endpoint.name, new Set(who)]).toEqual([endpoint.name, new Set(['account'])])
    }
  })

  function asRequest({ method, path, rawBody, input }: Endpoint): Request {
    const filled = spellPath(path, settings.productSlug)
      .replace(/\/:\w+\?/g, '')
      .replace(/:\w+/g, 'something')
    const headers = {
      'x-csrf': '1',
      origin: settings.publicUrl,
      'sec-fetch-site': 'same-origin',
      ...(rawBody ? { 'content-type': rawBody.types[0] ?? '' } : input ? { 'content-type': 'application/json' } : {}),
    }
    return new Request(settings.publicUrl + filled, { method, headers, ...(method === 'POST' ? { body: input ? '{}' : 'x' } : {}) })
  }
})
