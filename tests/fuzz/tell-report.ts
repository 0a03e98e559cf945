import type { Failure, Report } from './run.ts'

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`

/** What was found, for people. A failure is a case to paste into tests/fuzz/cases. */
export function tellReport({ requests, seconds, statuses, reached, failures, slowest, heap }: Report): string {
  const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status === 0 ? 'closed' : status} × ${times}`)
  const never = [...reached].filter(([, { good }]) => good === 0).map(([name]) => name)
  return [
    `${requests} requests in ${seconds.toFixed(0)} s, ${(requests / seconds).toFixed(0)} a second`,
    `answers: ${byStatus.join(', ')}`,
    `heap after collecting: ${megabytes(heap.before)} early, ${megabytes(heap.after)} at the end; resident ${megabytes(heap.rss)}`,
    `slowest: ${slowest.ms.toFixed(0)} ms (${slowest.name})`,
    ...(never.length > 0 ? [`never answered well: ${never.join(', ')}`] : []),
    failures.length === 0 ? 'no failure' : `${failures.length} kinds of failure:`,
    ...failures.map(asCase),
  ].join('\n')
}

function asCase({ fault, turn, times, call, way }: Failure): string {
  const body = typeof call.body === 'object' ? { base64: Buffer.from(call.body).toString('base64') } : call.body
  return `\n${fault} (turn ${turn}, ${times} times)\n${JSON.stringify({ ...call, ...(way === null ? {} : { way }), body }).slice(0, 4000)}`
}
