import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, delimiter } from 'node:path'
import type { Outcome } from './report.ts'

export type RunResult = { code: number; output: string }

/** Runs a program and collects its output. */
export function run(command: string, parts: string[], environment: NodeJS.ProcessEnv = {}): Promise<RunResult> {
  return new Promise((resolve) => {
    const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
    const child = spawn(command, parts, { env: { ...process.env, PATH: path, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const listen = (bytes: Buffer) => (output += bytes.toString())
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** Runs a tool of node_modules on this Node. */
export function tool(name: string, ...parts: string[]): Promise<RunResult> {
  return run(process.execPath, [realpathSync(`node_modules/.bin/${name}`), ...parts])
}

/** The outcome of a step that passes or fails as a whole. */
export function asOutcome({ code, output }: RunResult): Outcome {
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0, output }
}
