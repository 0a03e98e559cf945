import { growthOf, formatBytes } from './memory.ts'
import type { Failure, CallStats, Report } from './run.ts'

/** The report as text. A failure is printed as a case to paste into lab/fuzz/cases. */
export function printReport({ requests, seconds, statuses, callStats, failures, slowest, memory }: Report): string {
  const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status === 0 ? 'closed' : status} × ${times}`)
  const { before, after } = memory
  const kinds = ['heap', 'external', 'resident'] as const
  return [
    `${requests} requests in ${seconds.toFixed(0)} s, ${(requests / seconds).toFixed(0)} a second`,
    `answers: ${byStatus.join(', ')}`,
    `memory after garbage collection, early and at the end: ${kinds.map((kind) => `${kind} ${formatBytes(before[kind])}, ${formatBytes(after[kind])}`).join('; ')}`,
    `slowest: ${slowest.ms.toFixed(0)} ms (${slowest.name})`,
    'per call: succeeded, rejected, rate limited:',
    ...[...callStats].sort(([a], [b]) => a.localeCompare(b)).map(([name, found]) => `  ${name.padEnd(34)} ${sharesOf(found)}`),
    ...neverSucceeded(callStats).map((name) => `never succeeded: ${name}`),
    ...growthOf(memory),
    failures.length === 0 ? 'no failure' : `${failures.length} kinds of failure:`,
    ...failures.map(asCase),
  ].join('\n')
}

const sharesOf = ({ succeeded, rejected, limited, all }: CallStats) =>
  [succeeded, rejected, limited].map((part) => `${Math.round((part / all) * 100)} %`.padStart(6)).join('') + ` of ${all}`

export const neverSucceeded = (callStats: Report['callStats']) =>
  [...callStats].filter(([name, { succeeded }]) => succeeded === 0 && !name.startsWith('raw: ')).map(([name]) => name)

/** A failure as JSON, ready to paste into a case. */
export function asCase({ issue, turn, times, call, mutation }: Failure): string {
  const body = typeof call.body === 'object' ? { base64: Buffer.from(call.body).toString('base64') } : call.body
  return `\n${issue} (turn ${turn}, ${times} times)\n${JSON.stringify({ ...call, ...(mutation === null ? {} : { mutation }), body }).slice(0, 4000)}`
}
