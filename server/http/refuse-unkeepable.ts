import { problem } from './problem.ts'

const depthMax = 20

/** PostgreSQL's text holds no NUL and no half of a letter; better said here than failed there. Nor does anything of ours go so deep. */
export function refuseUnkeepable(value: unknown, depth = 0): void {
  if (typeof value === 'string') return refuseText(value)
  if (typeof value !== 'object' || value === null) return
  if (depth > depthMax) throw problem('bad-request', { detail: 'The body is nested too deeply.' })
  for (const [key, item] of Object.entries(value)) {
    refuseText(key)
    refuseUnkeepable(item, depth + 1)
  }
}

function refuseText(text: string) {
  if (text.includes('\0')) throw problem('bad-request', { detail: 'The body holds a NUL.' })
  if (!text.isWellFormed()) throw problem('bad-request', { detail: 'The body holds half of a letter.' })
}
