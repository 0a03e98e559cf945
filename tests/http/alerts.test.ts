import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '#contract/addresses.ts'
import { problems } from '#contract/problem.ts'
import { otherPlaces } from '#server/http/front-env.ts'
import { anApp, type TestApp } from '../harness/app.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

type Rule = { alert: string; expr: string; for: string; severity: string; summary: string; runbook: string; why: string }

/** Parses rules.yml line by line, without a YAML parser: all rules have one layout, and a test below notices a rule that was missed. */
const shape =
  / {6}# (?<why>.+)\n {6}- alert: (?<alert>\w+)\n {8}expr: '(?<expr>[^'\n]+)'\n {8}for: (?<for>\d+[mh])\n {8}labels: \{ severity: (?<severity>\w+) \}\n {8}annotations: \{ summary: '(?<summary>[^'\n]+)', runbook: '(?<runbook>[\w./-]+)' \}\n/g
const text = read('docs/alerts/carte.rules.yml')
const rules = [...text.matchAll(shape)].map(({ groups }) => groups as Rule)

type Named = { name: string; labels: [string, string, string][] }
const keywords = new Set(['sum', 'by', 'rate', 'increase', 'abs', 'on', 'group_left', 'and', 'or', 'le', 'job', 'instance'])
const functions = new Set(['histogram_quantile', 'predict_linear', 'deriv', 'changes'])

/** Every metric of an expression, with its label matchers. */
function metricsIn(expr: string): Named[] {
  const names = [...expr.matchAll(/\b([a-z_]\w*)(?:\{([^}]*)\})?(?=[\s)[]|$)(?!\s*\()/g)]
  return names
    .filter(([, name = '']) => !keywords.has(name) && !functions.has(name))
    .map(([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)].map(([, key = '', how = '', value = '']) => [key, how, value]),
    }))
}

let app: TestApp
let metrics = ''
beforeAll(async () => {
  // Some metrics are of automatic backups only.
  app = await anApp({ settings: { backupTo: '/nowhere' } })
  await app.deps.jobs.settle()
  await app.ask('/remote/api/public/e-card-by-alias/no-card-here')
  metrics = await (await app.ask('/metrics')).text()
})
afterAll(() => app[Symbol.asyncDispose]())

test('every alert parses, has a reason, an existing runbook and a unique name', () => {
  expect(rules).toHaveLength(text.match(/- alert:/g)?.length ?? 0)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { runbook, severity, alert } of rules) {
    expect(existsSync(new URL(runbook, root)), `${alert}: ${runbook}`).toBe(true)
    expect(['page', 'ticket']).toContain(severity)
  }
})

test('every runbook belongs to an alert and has all sections', () => {
  const used = new Set(rules.map(({ runbook }) => runbook))
  for (const file of readdirSync(new URL('docs/runbooks/', root))) {
    expect([...used], file).toContain(`docs/runbooks/${file}`)
    const heads = [...read(`docs/runbooks/${file}`).matchAll(/^## (.+)$/gm)].map(([, head]) => head)
    expect(heads, file).toEqual(['Symptoms', 'Meaning', 'Steps', 'Resolved when'])
  }
})

/** Has series only after a call to a provider. */
const perhapsEmpty = new Set(['carte_provider_open'])

/** Label values that are possible and did not occur in this test, such as statuses of requests it did not send. */
const possibleValues: Record<string, readonly string[]> = {
  'carte_requests_total place': [...Object.keys(addresses), ...otherPlaces],
  'carte_requests_total status': [200, ...Object.values(problems).map(({ status }) => status)].map(String),
}

function isExposed(name: string, labels: Named['labels']): boolean {
  const series = metrics.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  if (series.length === 0) return perhapsEmpty.has(name) && labels.length === 0 && metrics.includes(`# TYPE ${name} `)
  return labels.every(([key, how, value]) => {
    const exposed = series.map((line) => new RegExp(`[{,]${key}="([^"]*)"`).exec(line)?.[1])
    const words = possibleValues[`${name} ${key}`] ?? exposed
    // Every alternative of the pattern must be a possible value, or its alert would never fire.
    const wanted = how === '=~' ? value.split('|') : [value]
    return !exposed.includes(undefined) && wanted.every((want) => words.some((word = '') => new RegExp(`^(${want})$`).test(word)))
  })
}

test('a label value that never occurs is detected', () => {
  expect(isExposed('carte_requests_total', [['status', '=~', '5..']])).toBe(true)
  for (const [name, key, how, value] of [
    ['carte_requests_total', 'status', '=~', '6..'],
    ['carte_requests_total', 'place', '!=', 'turned-off'],
    ['carte_jobs', 'state', '=', 'broken'],
    ['carte_jobs', 'job', '=~', '.*post.*'],
    ['carte_database_connections', 'state', '=', 'queued'],
    ['carte_events_total', 'event', '=~', 'unexpected|unheard'],
    ['carte_requests_shed_total', 'reason', '=', 'tired'],
    ['carte_requests_shed_total', 'why', '=', 'lag'],
  ] as const)
    expect(isExposed(name, [[key, how, value]]), `${name} ${key}`).toBe(false)
})

describe('what an alert queries', () => {
  test.each(rules.map(({ alert, expr }) => ({ alert, expr })))('$alert is an expression that /metrics can answer', ({ expr }) => {
    const named = metricsIn(expr).filter(({ name }) => name !== 'up')
    expect(named.length + Number(expr.startsWith('up'))).toBeGreaterThan(0)
    expect(named.filter(({ name, labels }) => !isExposed(name, labels))).toEqual([])
  })

  test('event counters start at zero, so the first event is an increase', () => {
    const events = rules.flatMap(({ expr }) => [...expr.matchAll(/event=~?"([^"]+)"/g)].flatMap(([, names = '']) => names.split('|')))
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) expect(metrics).toMatch(new RegExp(`^carte_events_total\\{event="${event}",level="\\w+"\\} \\d+$`, 'm'))
  })

  test('place labels are calls of the contract', () => {
    const places = rules.flatMap(({ expr }) => [...expr.matchAll(/place="([^"]+)"/g)].map(([, place = '']) => place))
    for (const place of places) expect(Object.keys(addresses)).toContain(place)
  })

  test('appears in a runbook with names that exist', () => {
    const known = new Set(metrics.match(/^# TYPE (\w+)/gm)?.map((line) => line.slice('# TYPE '.length)))
    for (const file of readdirSync(new URL('docs/runbooks/', root)))
      for (const [name] of read(`docs/runbooks/${file}`).matchAll(/\b(?:carte|process)_[a-z_]+/g))
        expect(known, `${file}: ${name}`).toContain(name)
  })
})
