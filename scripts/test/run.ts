import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, delimiter } from 'node:path'
import type { Outcome } from './report.ts'

export type Ran = { code: number; said: string }

/** Runs a program to its end and keeps what it said. */
export function run(command: string, parts: string[], environment: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
    const child = spawn(command, parts, { env: { ...process.env, PATH: path, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const listen = (bytes: Buffer) => (said += bytes.toString())
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('error', (error) => resolve({ code: 127, said: `${command}: ${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, said }))
  })
}

/** A tool of node_modules, on the Node that runs this. */
export function tool(name: string, ...parts: string[]): Promise<Ran> {
  return run(process.execPath, [realpathSync(`node_modules/.bin/${name}`), ...parts])
}

/** A step that either holds or does not. */
export function asOutcome({ code, said }: Ran): Outcome {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0, said }
}
