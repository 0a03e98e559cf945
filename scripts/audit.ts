import { runAudit } from './supply/run-audit.ts'

/** 0: no severe vulnerability is known. 1: there is one. 2: the registry couldn't be reached. */
const exitCodes = { none: 0, found: 0, severe: 1, unknown: 2 } as const

const { kind, lines } = await runAudit(60)
for (const line of lines) console.log(line)
process.exitCode = exitCodes[kind]
