import type { EndpointName } from '#contract/addresses.ts'
import type { OtherPlace } from '../front-env.ts'

const bucketsMs = [1, 5, 10, 25, 50, 100, 250, 500, 1000, 5000]

/** A value for each set of labels, or one value without labels; null if unknown right now. */
type Values = ReadonlyMap<string, number> | number | null
type Gauge = () => Values | Promise<Values>
type Kind = 'gauge' | 'counter'

/** The name of a call or of another route group. */
type Place = EndpointName | OtherPlace

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics for Prometheus, by call name and status only: a path would contain a card's alias. */
export function createMetrics() {
  const requests = new Map<string, number>()
  const buckets = new Array<number>(bucketsMs.length + 1).fill(0)
  let sumMs = 0
  let keptAnswers = 0
  const gauges = new Map<string, { kind: Kind; look: Gauge }>()

  return {
    count(place: Place, status: number, tookMs: number, wasKept = false) {
      const key = `place="${place}",status="${status}"`
      requests.set(key, (requests.get(key) ?? 0) + 1)
      const bucket = bucketsMs.findIndex((limit) => tookMs <= limit)
      const index = bucket === -1 ? bucketsMs.length : bucket
      buckets[index] = (buckets[index] ?? 0) + 1
      sumMs += tookMs
      if (wasKept) keptAnswers++
    },
    /** Read on every scrape. */
    gauge(name: string, look: Gauge) {
      gauges.set(name, { kind: 'gauge', look })
    },
    /** A counter that its owner increments. */
    counter(name: string, look: Gauge) {
      gauges.set(name, { kind: 'counter', look })
    },
    async text(cache: { answers: number; bytes: number }): Promise<string> {
      const looked = await Promise.all([...gauges].map(async ([name, { kind, look }]) => draw(name, kind, await look())))
      const { rss, heapUsed } = process.memoryUsage()
      let below = 0
      const histogram = bucketsMs.map(
        (limit, index) => `carte_request_seconds_bucket{le="${limit / 1000}"} ${(below += buckets[index] ?? 0)}`,
      )
      const all = below + (buckets.at(-1) ?? 0)
      return [
        '# TYPE carte_requests_total counter',
        ...[...requests].map(([labels, value]) => `carte_requests_total{${labels}} ${value}`),
        '# TYPE carte_request_seconds histogram',
        ...histogram,
        `carte_request_seconds_bucket{le="+Inf"} ${all}`,
        `carte_request_seconds_sum ${sumMs / 1000}`,
        `carte_request_seconds_count ${all}`,
        '# TYPE carte_kept_answers_given_total counter',
        `carte_kept_answers_given_total ${keptAnswers}`,
        '# TYPE carte_kept_answers gauge',
        `carte_kept_answers ${cache.answers}`,
        '# TYPE carte_kept_answers_bytes gauge',
        `carte_kept_answers_bytes ${cache.bytes}`,
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${rss}`,
        '# TYPE process_heap_bytes gauge',
        `process_heap_bytes ${heapUsed}`,
        ...looked.flat(),
        '',
      ].join('\n')
    },
  }
}

function draw(name: string, kind: Kind, values: Values): string[] {
  if (values === null) return []
  const lines = typeof values === 'number' ? [`${name} ${values}`] : [...values].map(([labels, value]) => `${name}{${labels}} ${value}`)
  return [`# TYPE ${name} ${kind}`, ...lines]
}
