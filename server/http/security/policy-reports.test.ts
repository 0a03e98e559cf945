import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { createLog } from '#server/integrations/log.ts'
import { mountPolicyReports } from './policy-reports.ts'
import { createLimits } from '../limits/limits.ts'
import { createMetrics } from '../monitoring/metrics.ts'
import { ProblemError, problem } from '../problems/problem.ts'
import type { FrontEnv } from '../front-env.ts'

function aReportEndpoint() {
  const front = new Hono<FrontEnv>()
  const metrics = createMetrics()
  const lines: string[] = []
  const log = createLog('warn', (written) => void lines.push(written))
  mountPolicyReports(front, { limits: createLimits(), metrics, log, trustProxy: false, publicUrl: 'https://cards.example' })
  front.onError((error) => {
    const { problem: body } = error instanceof ProblemError ? error : problem('unexpected')
    return new Response(null, { status: body.status })
  })
  const post = async (body: unknown, type = 'application/csp-report', method = 'POST') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const request = new Request('https://cards.example/api/policy', {
      method,
      headers: { 'content-type': type },
      ...(method === 'POST' ? { body: text } : {}),
    })
    return (await front.fetch(request)).status
  }
  const counted = async () =>
    (await metrics.text({ answers: 0, bytes: 0 })).split('\n').filter((line) => line.startsWith('carte_policy_violations_total{'))
  return { post, counted, logged }

  function logged(): string {
    log.flush()
    return lines.join('')
  }
}

const old = (blocked: string, directive = 'script-src-elem') => ({
  'csp-report': {
    'document-uri': 'https://cards.example/ada/home?token=secret&email=ada@example.com',
    referrer: 'https://elsewhere.example/search?q=ada',
    'effective-directive': directive,
    'blocked-uri': blocked,
    'script-sample': 'alert("ada@example.com")',
  },
})

describe('a report of a policy violation', () => {
  test('is counted by directive and kind of source, in both formats', async () => {
    const { post, counted } = aReportEndpoint()
    expect(await post(old('inline'))).toBe(204)
    expect(await post(old('https://evil.example/x.js?who=ada'))).toBe(204)
    const body = { effectiveDirective: 'img-src', blockedURL: 'https://cards.example/x' }
    expect(
      await post(
        [
          { type: 'csp-violation', body },
          { type: 'csp-violation', body },
        ],
        'application/reports+json',
      ),
    ).toBe(204)
    expect(await counted()).toEqual([
      'carte_policy_violations_total{directive="script-src-elem",blocked="inline"} 1',
      'carte_policy_violations_total{directive="script-src-elem",blocked="web"} 1',
      'carte_policy_violations_total{directive="img-src",blocked="own"} 2',
    ])
  })

  test('leaves no address and no text behind, and one log line per kind', async () => {
    const { post, counted, logged } = aReportEndpoint()
    for (let time = 0; time < 5; time++) await post(old('https://evil.example/?who=ada'))
    await post(old('chrome-extension://abcdef/inject.js'))
    expect(logged().trim().split('\n')).toHaveLength(1)
    expect(logged() + (await counted()).join('')).not.toMatch(/ada|evil|secret|elsewhere|alert|abcdef/)
    expect((await counted()).join()).toContain('blocked="extension"} 1')
  })

  test('adds no unknown metric label', async () => {
    const { post, counted } = aReportEndpoint()
    await post(old('x"} 1\ncarte_evil 1', 'made"up\n'))
    await post(old('javascript:alert(1)', 'x'.repeat(3000)))
    expect(await counted()).toEqual(['carte_policy_violations_total{directive="other",blocked="other"} 2'])
  })

  test.each([
    ['no JSON', 'hello', 'application/csp-report', 400],
    ['another thing', { a: 1 }, 'application/csp-report', 400],
    ['a list of many', Array(21).fill({ body: {} }), 'application/reports+json', 400],
    ['a form', 'a=1', 'application/x-www-form-urlencoded', 415],
    ['a long one', old('x'.repeat(20_000)), 'application/csp-report', 413],
  ])('%s is rejected', async (_, body, type, status) => {
    const { post, counted } = aReportEndpoint()
    expect(await post(body, type)).toBe(status)
    expect(await counted()).toEqual([])
  })

  test('is accepted thirty times a minute from one address, by POST only', async () => {
    const { post, counted } = aReportEndpoint()
    const statuses = []
    for (let time = 0; time < 31; time++) statuses.push(await post(old('inline')))
    expect([statuses[29], statuses[30]]).toEqual([204, 429])
    expect((await counted()).at(-1)).toMatch(/ 30$/)
    expect(await post('', '', 'GET')).toBe(405)
  })

  test('does not fill the log: 50 kinds are logged, others only counted', async () => {
    const { post, counted, logged } = aReportEndpoint()
    const blocked = ['inline', 'eval', 'https://evil.example/', 'data', 'blob', 'https://cards.example/']
    const directives = [
      'img-src',
      'font-src',
      'media-src',
      'frame-src',
      'style-src',
      'script-src',
      'worker-src',
      'object-src',
      'base-uri',
      'connect-src',
    ]
    for (const effectiveDirective of directives)
      await post(
        blocked.map((blockedURL) => ({ body: { effectiveDirective, blockedURL } })),
        'application/reports+json',
      )
    expect(await counted()).toHaveLength(60)
    expect(logged().match(/policy-violated/g)).toHaveLength(50)
  })
})
