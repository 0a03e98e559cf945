import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EndpointName } from '#contract/addresses.ts'
import { usualLimits, type Endpoint, type Limit } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import { createAnswerCache } from '#server/http/cache/answer-cache.ts'
import { createFront } from '#server/http/front.ts'
import type { Limits } from '#server/http/limits/limits.ts'
import { createMetrics } from '#server/http/monitoring/metrics.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { readSettings } from '#server/settings.ts'
import { drawLimits } from '../../scripts/draw-limits.ts'
import { silentLog } from '../harness/silent-log.ts'

const all = Object.values<Endpoint>(endpoints)
const limitsOf = ({ limit }: Endpoint): readonly Limit[] => (limit === undefined ? [] : 'per' in limit ? [limit] : limit)
const isUsual = (endpoint: Endpoint) => limitsOf(endpoint).length === 1 && limitsOf(endpoint)[0] === usualLimits[endpoint.access]

/** Writes that say nothing of their own. Whoever adds one thinks about how often it may be called, and says here why the usual is enough. */
const why: Record<string, readonly EndpointName[]> = {
  'an owner who types, in their own card or list: every stroke that is kept, and nothing leaves the house': [
    'cards.saveDraft',
    'cards.publishDraft',
    'cards.discardDraft',
    'contacts.setViewed',
    'contacts.updateNotes',
    'contacts.setTags',
    'contacts.erase',
  ],
  'reads, though by POST: one row of one’s own': ['push.subscription', 'contacts.export'],
  'an owner at their own ways in, who has just signed in again': [
    'accounts.newPasskey',
    'accounts.addPasskey',
    'accounts.removePasskey',
    'accounts.endSession',
  ],
  'the provider calls it, and signs what it says': ['accounts.backchannel'],
  'an operator, who could do worse': all.filter(({ access, method }) => access === 'operator' && method === 'POST').map(({ name }) => name),
}

/** Reads that cost more than a row: a search, an export, a drawing, a look in a directory. */
const dear: readonly EndpointName[] = [
  'links.shorten',
  'contacts.search',
  'contacts.exportAll',
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
  const explainedInVain = [...reasons].filter((name) => !isUsual(endpoints[name]) && endpoints[name].access !== 'operator')
  expect([unlimited, unexplained, explainedInVain].map((found) => found.map((one) => (typeof one === 'string' ? one : one.name)))).toEqual([
    [],
    [],
    [],
  ])
})

test('the table that operators read is the one that counts', () => {
  expect(readFileSync('docs/limits.md', 'utf8')).toBe(drawLimits())
})

test('what costs has less than what does not', () => {
  for (const name of dear) expect(isUsual(endpoints[name]), name).toBe(false)
})

test('what a stranger writes to somebody’s card or mailbox is counted by the card or the mailbox too', () => {
  // Who may call thirty times a minute in all need not be counted by each card as well.
  const isOfTarget = (endpoint: Endpoint) =>
    limitsOf(endpoint).some(({ per, count }) => per === 'card' || per === 'email' || (per === 'address' && count <= 30))
  const named = (schema: Endpoint['input' | 'params']) => (schema && 'shape' in schema ? Object.keys(schema.shape as object) : [])
  const writes = all.filter(({ method, access }) => method === 'POST' && access === 'anyone')
  const aimed = writes.filter(({ input, params }) => [...named(input), ...named(params)].some((key) => key === 'alias' || key === 'email'))
  expect(aimed.map(({ name }) => name)).toEqual(expect.arrayContaining(['contacts.submit', 'accounts.signIn', 'visits.track']))
  for (const endpoint of aimed) expect(isOfTarget(endpoint), endpoint.name).toBe(true)
})

describe('who has had enough', () => {
  const settings = readSettings({ DEMO: 'off' })
  const owner: Caller = { kind: 'owner', accountId: 'account', sessionId: 'session', subjectIds: ['card'], isOperator: true }

  /** A front whose limits are all used up, or all but this one. */
  function front(isSpent: (what: string) => boolean, caller: Caller) {
    const reached: string[] = []
    const counted: [what: string, who: string][] = []
    const take: Limits['take'] = async (what, who) => {
      counted.push([what, who])
      return isSpent(what) ? 17 : 0
    }
    const limits: Limits = { take, hold: () => ({ retryAfterSeconds: 0, settle: async () => {} }) }
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
      readiness: { ask: async () => 'ready', leave: () => {} } as never,
      listed: { after: async () => [], pageStarts: async () => [] },
      callerOf: async () => caller,
    })
    return { fetch, reached, counted }
  }

  test.each(all.map((endpoint) => [endpoint.name, endpoint] as const))('is told when to come back: %s', async (_, endpoint) => {
    for (const limit of limitsOf(endpoint)) {
      // What a known browser has used up leaves it what everybody has.
      if (limit.per === 'known') continue
      const what = `${limit.sharedAs ?? endpoint.name} ${limit.per} ${limit.windowSeconds}`
      const { fetch, reached } = front((asked) => asked === what, endpoint.access === 'anyone' ? { kind: 'visitor' } : owner)
      const answer = await fetch(asRequest(endpoint))
      expect([what, answer.status, answer.headers.get('retry-after'), reached]).toEqual([what, 429, '17', []])
      if (endpoint.method === 'HEAD') continue
      const said = (await answer.json()) as { title?: string; message?: string }
      expect(said.title ?? said.message).toBe('Too many requests. Try again in a moment.')
    }
  })

  test('is told apart by account where they are signed in, so that nobody else on their line locks them out', async () => {
    const byAccount = all.filter((endpoint) => limitsOf(endpoint).some(({ per }) => per === 'account'))
    expect(byAccount.length).toBeGreaterThan(50)
    for (const endpoint of byAccount) {
      const { fetch, counted } = front(() => false, owner)
      await fetch(asRequest(endpoint), { incoming: { socket: { remoteAddress: '192.0.2.7' } } })
      const who = counted.filter(([what]) => what.startsWith(`${endpoint.name} account `)).map(([, key]) => key)
      expect([endpoint.name, new Set(who)]).toEqual([endpoint.name, new Set(['account'])])
    }
  })

  function asRequest({ method, path, takes, input }: Endpoint): Request {
    const filled = spellPath(path, settings.productSlug)
      .replace(/\/:\w+\?/g, '')
      .replace(/:\w+/g, 'something')
    const headers = {
      'x-csrf': '1',
      origin: settings.publicUrl,
      'sec-fetch-site': 'same-origin',
      ...(takes ? { 'content-type': takes.types[0] ?? '' } : input ? { 'content-type': 'application/json' } : {}),
    }
    return new Request(settings.publicUrl + filled, { method, headers, ...(method === 'POST' ? { body: input ? '{}' : 'x' } : {}) })
  }
})
