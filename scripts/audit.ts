import { spawnSync } from 'node:child_process'
import { readAudit } from './supply/read-audit.ts'

/** 0: nothing grave is known. 1: something is. 2: nobody could be asked, which is no all-clear. */
const exitCodes = { none: 0, found: 0, grave: 1, unknown: 2 } as const

const words = ['audit', '--omit=dev', '--package-lock-only', '--json', '--loglevel=error']
const { stdout } = spawnSync('npm', words, { cwd: new URL('..', import.meta.url), encoding: 'utf8', timeout: 60_000 })
const { kind, lines } = readAudit(stdout ?? '')
for (const line of lines) console.log(line)
process.exitCode = exitCodes[kind]
