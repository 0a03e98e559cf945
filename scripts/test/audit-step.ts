import type { Finding } from '../supply/read-audit.ts'
import type { Outcome } from './report.ts'

/** A network that is away is nobody's fault here; what is known to be grave is. */
export function outcomeOfAudit({ kind, lines }: Finding): Outcome {
  const said = lines.join('\n')
  if (kind === 'unknown') return { passed: 0, failed: 0, skipped: 1, note: 'not asked: no registry. `npm run audit` asks again.' }
  if (kind === 'grave') return { passed: 0, failed: 1, skipped: 0, said }
  return { passed: 1, failed: 0, skipped: 0, ...(kind === 'found' ? { note: said } : {}) }
}
