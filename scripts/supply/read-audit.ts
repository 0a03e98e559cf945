import { z } from 'zod'

const Audit = z.object({
  metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
})

/** `unknown`: nobody could say. */
export type Finding = { kind: 'none' | 'found' | 'grave' | 'unknown'; lines: string[] }

const grave = new Set(['critical', 'high'])

/** What npm’s own audit said, in words, with the days in which each is to be mended. */
export function readAudit(said: string): Finding {
  const audit = Audit.safeParse(parse(said))
  if (!audit.success) {
    const lines = ['The registry could not be asked: nothing is known of faults in what ships. Ask again where it can be reached.']
    return { kind: 'unknown', lines }
  }
  const faults = Object.entries(audit.data.vulnerabilities).map(([name, { severity }]) => ({ name, severity }))
  if (faults.length === 0) return { kind: 'none', lines: ['No fault is known in what ships.'] }
  const lines = faults.map(
    ({ name, severity }) => `${severity}: ${name}, to be mended within ${grave.has(severity) ? 7 : 30} days (docs/supply.md)`,
  )
  return { kind: faults.some(({ severity }) => grave.has(severity)) ? 'grave' : 'found', lines }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
