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
  const durations = createHistogram(bucketsMs)
  const histograms = new Map([['carte_request_seconds', durations]])
  let cacheHits = 0
  const gauges = new Map<string, { kind: Kind; read: Gauge }>()

  return {
    count(place: Place, status: number, tookMs: number, wasCached = false) {
      const key = `place="${place}",status="${status}"`
      requests.set(key, (requests.get(key) ?? 0) + 1)
      durations.record(tookMs)
      if (wasCached) cacheHits++
    },
    /** Read on every scrape. */
    gauge(name: string, read: Gauge) {
      gauges.set(name, { kind: 'gauge', read })
    },
    /** A counter that its owner increments. */
    counter(name: string, read: Gauge) {
      gauges.set(name, { kind: 'counter', read })
    },
    /** Durations that their owner records. */
    histogram(name: string, histogram: Histogram) {
      histograms.set(name, histogram)
    },
    async text(cache: { answers: number; bytes: number }): Promise<string> {
      const looked = await Promise.all([...gauges].map(async ([name, { kind, read }]) => formatMetric(name, kind, await read())))
      const { rss, heapUsed } = process.memoryUsage()
      return [
        '# TYPE carte_requests_total counter',
        ...[...requests].map(([labels, value]) => `carte_requests_total{${labels}} ${value}`),
        ...[...histograms].flatMap(([name, histogram]) => histogram.lines(name)),
        '# TYPE carte_cache_hits_total counter',
        `carte_cache_hits_total ${cacheHits}`,
        '# TYPE carte_cache_entries gauge',
        `carte_cache_entries ${cache.answers}`,
        '# TYPE carte_cache_bytes gauge',
        `carte_cache_bytes ${cache.bytes}`,
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

export type Histogram = ReturnType<typeof createHistogram>

/** Counts durations by these upper limits. */
export function createHistogram(limitsMs: readonly number[]) {
  const buckets = new Array<number>(limitsMs.length + 1).fill(0)
  let sumMs = 0
  return {
    record(tookMs: number) {
      const bucket = limitsMs.findIndex((limit) => tookMs <= limit)
      const index = bucket === -1 ? limitsMs.length : bucket
      buckets[index] = (buckets[index] ?? 0) + 1
      sumMs += tookMs
    },
    lines(name: string): string[] {
      let below = 0
      const lines = limitsMs.map((limit, index) => `${name}_bucket{le="${limit / 1000}"} ${(below += buckets[index] ?? 0)}`)
      const all = below + (buckets.at(-1) ?? 0)
      return [
        `# TYPE ${name} histogram`,
        ...lines,
        `${name}_bucket{le="+Inf"} ${all}`,
        `${name}_sum ${sumMs / 1000}`,
        `${name}_count ${all}`,
      ]
    },
  }
}

function formatMetric(name: string, kind: Kind, values: Values): string[] {
  if (values === null) return []
  const lines = typeof values === 'number' ? [`${name} ${values}`] : [...values].map(([labels, value]) => `${name}{${labels}} ${value}`)
  return [`# TYPE ${name} ${kind}`, ...lines]
}
