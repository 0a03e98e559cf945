import { askRegistry } from './supply/ask-registry.ts'

/** 0: nothing grave is known. 1: something is. 2: nobody could be asked, which is no all-clear. */
const exitCodes = { none: 0, found: 0, grave: 1, unknown: 2 } as const

const { kind, lines } = await askRegistry(60)
for (const line of lines) console.log(line)
process.exitCode = exitCodes[kind]
