import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '#contract/addresses.ts'
import { problems } from '#contract/problem.ts'
import { otherPlaces } from '#server/http/front-env.ts'
import { anApp, type TestApp } from '../harness/app.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

type Rule = { alert: string; expr: string; for: string; severity: string; summary: string; runbook: string; why: string }

/** The rules are written in one shape, so that a line is a line; anything else is no rule and is missed below. */
const shape =
  / {6}# (?<why>.+)\n {6}- alert: (?<alert>\w+)\n {8}expr: '(?<expr>[^'\n]+)'\n {8}for: (?<for>\d+[mh])\n {8}labels: \{ severity: (?<severity>\w+) \}\n {8}annotations: \{ summary: '(?<summary>[^'\n]+)', runbook: '(?<runbook>[\w./-]+)' \}\n/g
const text = read('docs/alerts/carte.rules.yml')
const rules = [...text.matchAll(shape)].map(({ groups }) => groups as Rule)

type Named = { name: string; labels: [string, string, string][] }
const keywords = new Set(['sum', 'by', 'rate', 'increase', 'abs', 'on', 'group_left', 'and', 'or', 'le', 'job', 'instance'])
const functions = new Set(['histogram_quantile', 'predict_linear', 'deriv', 'changes'])

/** Every metric that an expression names, with what it asks of its labels. */
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
  app = await anApp()
  await app.needs.jobs.settle()
  await app.ask('/remote/api/public/e-card-by-alias/nobody-here')
  metrics = await (await app.ask('/metrics')).text()
})
afterAll(() => app[Symbol.asyncDispose]())

test('every alert is read, has a reason, a runbook that is there, and a name of its own', () => {
  expect(rules).toHaveLength(text.match(/- alert:/g)?.length ?? 0)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { runbook, severity, alert } of rules) {
    expect(existsSync(new URL(runbook, root)), `${alert}: ${runbook}`).toBe(true)
    expect(['page', 'ticket']).toContain(severity)
  }
})

test('every runbook is an alert’s, and says what one sees, what it means, what to do first and when it is over', () => {
  const used = new Set(rules.map(({ runbook }) => runbook))
  for (const file of readdirSync(new URL('docs/runbooks/', root))) {
    expect([...used], file).toContain(`docs/runbooks/${file}`)
    const heads = [...read(`docs/runbooks/${file}`).matchAll(/^## (.+)$/gm)].map(([, head]) => head)
    expect(heads, file).toEqual(['What you see', 'What it means', 'What to do first', 'How to be sure it is over'])
  }
})

/** Has series only where a provider was asked. */
const perhapsEmpty = new Set(['carte_provider_open'])

/** What may stand at a label without having been said here and now: answers that nobody asked for yet. */
const sayable: Record<string, readonly string[]> = {
  'carte_requests_total place': [...Object.keys(addresses), ...otherPlaces],
  'carte_requests_total status': [200, ...Object.values(problems).map(({ status }) => status)].map(String),
}

function isTold(name: string, labels: Named['labels']): boolean {
  const series = metrics.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  if (series.length === 0) return perhapsEmpty.has(name) && labels.length === 0 && metrics.includes(`# TYPE ${name} `)
  return labels.every(([key, how, value]) => {
    const said = series.map((line) => new RegExp(`[{,]${key}="([^"]*)"`).exec(line)?.[1])
    const words = sayable[`${name} ${key}`] ?? said
    // Each word that a pattern offers is one that is said: an alert that waits for another is never rung.
    const wanted = how === '=~' ? value.split('|') : [value]
    return !said.includes(undefined) && wanted.every((want) => words.some((word = '') => new RegExp(`^(${want})$`).test(word)))
  })
}

test('a word that is never said is found out, at every label', () => {
  expect(isTold('carte_requests_total', [['status', '=~', '5..']])).toBe(true)
  for (const [name, key, how, value] of [
    ['carte_requests_total', 'status', '=~', '6..'],
    ['carte_requests_total', 'place', '!=', 'turned-off'],
    ['carte_jobs', 'state', '=', 'broken'],
    ['carte_jobs', 'job', '=~', '.*post.*'],
    ['carte_database_connections', 'state', '=', 'waiting'],
    ['carte_events_total', 'event', '=~', 'unexpected|unheard'],
    ['carte_turned_away_total', 'why', '=', 'tired'],
    ['carte_turned_away_total', 'reason', '=', 'lag'],
  ] as const)
    expect(isTold(name, [[key, how, value]]), `${name} ${key}`).toBe(false)
})

describe('what an alert asks for', () => {
  test.each(rules.map(({ alert, expr }) => ({ alert, expr })))('$alert is something that /metrics tells', ({ expr }) => {
    const named = metricsIn(expr).filter(({ name }) => name !== 'up')
    expect(named.length + Number(expr.startsWith('up'))).toBeGreaterThan(0)
    expect(named.filter(({ name, labels }) => !isTold(name, labels))).toEqual([])
  })

  test('events are counted from nought, so that the first is an increase', () => {
    const events = rules.flatMap(({ expr }) => [...expr.matchAll(/event=~?"([^"]+)"/g)].flatMap(([, names = '']) => names.split('|')))
    expect(events.length).toBeGreaterThan(0)
    for (const event of events) expect(metrics).toMatch(new RegExp(`^carte_events_total\\{event="${event}",level="\\w+"\\} \\d+$`, 'm'))
  })

  test('places are calls of the contract', () => {
    const places = rules.flatMap(({ expr }) => [...expr.matchAll(/place="([^"]+)"/g)].map(([, place = '']) => place))
    for (const place of places) expect(Object.keys(addresses)).toContain(place)
  })

  test('is written about in a runbook with names that are there', () => {
    const known = new Set(metrics.match(/^# TYPE (\w+)/gm)?.map((line) => line.slice('# TYPE '.length)))
    for (const file of readdirSync(new URL('docs/runbooks/', root)))
      for (const [name] of read(`docs/runbooks/${file}`).matchAll(/\b(?:carte|process)_[a-z_]+/g))
        expect(known, `${file}: ${name}`).toContain(name)
  })
})
