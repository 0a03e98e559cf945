import { z } from 'zod'

const Audit = z.object({
  metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
})

/** `unknown`: the registry couldn't be reached. */
export type Finding = { kind: 'none' | 'found' | 'severe' | 'unknown'; lines: string[] }

const severe = new Set(['critical', 'high'])

/** The findings of npm audit, with the days to fix each. */
export function readAudit(output: string): Finding {
  const audit = Audit.safeParse(parse(output))
  if (!audit.success) {
    const lines = ['The registry couldn’t be reached, so known vulnerabilities weren’t checked. Try again with a network connection.']
    return { kind: 'unknown', lines }
  }
  const issues = Object.entries(audit.data.vulnerabilities).map(([name, { severity }]) => ({ name, severity }))
  if (issues.length === 0) return { kind: 'none', lines: ['No known vulnerabilities in production dependencies.'] }
  const lines = issues.map(
    ({ name, severity }) => `${severity}: ${name}, fix within ${severe.has(severity) ? 7 : 30} days (docs/supply.md)`,
  )
  return { kind: issues.some(({ severity }) => severe.has(severity)) ? 'severe' : 'found', lines }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
