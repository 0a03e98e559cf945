import { growthOf, say } from './memory.ts'
import type { Failure, Reached, Report } from './run.ts'

/** What was found, for people. A failure is a case to paste into lab/fuzz/cases. */
export function tellReport({ requests, seconds, statuses, reached, failures, slowest, memory }: Report): string {
  const byStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status === 0 ? 'closed' : status} × ${times}`)
  const { before, after } = memory
  const kinds = ['heap', 'external', 'resident'] as const
  return [
    `${requests} requests in ${seconds.toFixed(0)} s, ${(requests / seconds).toFixed(0)} a second`,
    `answers: ${byStatus.join(', ')}`,
    `after collecting, early and at the end: ${kinds.map((kind) => `${kind} ${say(before[kind])}, ${say(after[kind])}`).join('; ')}`,
    `slowest: ${slowest.ms.toFixed(0)} ms (${slowest.name})`,
    'of each call answered well, refused, told to wait:',
    ...[...reached].sort(([a], [b]) => a.localeCompare(b)).map(([name, found]) => `  ${name.padEnd(34)} ${sharesOf(found)}`),
    ...neverWell(reached).map((name) => `never answered well: ${name}`),
    ...growthOf(memory),
    failures.length === 0 ? 'no failure' : `${failures.length} kinds of failure:`,
    ...failures.map(asCase),
  ].join('\n')
}

const sharesOf = ({ good, refused, limited, all }: Reached) =>
  [good, refused, limited].map((part) => `${Math.round((part / all) * 100)} %`.padStart(6)).join('') + ` of ${all}`

export const neverWell = (reached: Report['reached']) =>
  [...reached].filter(([name, { good }]) => good === 0 && !name.startsWith('wire: ')).map(([name]) => name)

/** A failure, to paste. */
export function asCase({ fault, turn, times, call, way }: Failure): string {
  const body = typeof call.body === 'object' ? { base64: Buffer.from(call.body).toString('base64') } : call.body
  return `\n${fault} (turn ${turn}, ${times} times)\n${JSON.stringify({ ...call, ...(way === null ? {} : { way }), body }).slice(0, 4000)}`
}
