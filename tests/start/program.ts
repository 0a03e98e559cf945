import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patienceMs } from '../harness/patience.ts'

export type Program = {
  pid: number
  /** The stdout so far. */
  output(): string
  /** The stderr so far. */
  errorOutput(): string
  /** Resolves when stdout contains this; throws with the output if the process ends first, or after `withinMs`. */
  waitForOutput(words: string, withinMs?: number): Promise<void>
  send(signal: NodeJS.Signals): void
  /** The exit code, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals>
  [Symbol.asyncDispose](): Promise<void>
}

const root = new URL('../../', import.meta.url).pathname

type RunOptions = { before?: string[]; after?: string[]; home?: string }

/**
 * Runs a module of the project as its own process, on the Node that runs the tests. `before`: a command to wrap it in; `after`: its
 * arguments; `home`: the project's folder.
 */
export function run(file: string, environment: NodeJS.ProcessEnv, { before = [], after = [], home = root }: RunOptions = {}): Program {
  const [command = '', ...words] = [...before, process.execPath, join(home, file), ...after]
  const child = spawn(command, words, { cwd: home, env: { PATH: process.env.PATH, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errorOutput = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errorOutput += text))
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals)[]) => code ?? signal ?? 1)

  async function waitForOutput(words: string, withinMs = patienceMs) {
    const signal = AbortSignal.timeout(withinMs)
    const timedOut = once(signal, 'abort').then(() => 'timed out' as const)
    while (!output.includes(words)) {
      // Written output is looked at before the deadline: this process may be the slow one.
      const next = await Promise.race([
        once(child.stdout, 'data').then(() => 'written' as const),
        ended.then(() => 'ended' as const),
        timedOut,
      ])
      if (next === 'written' || output.includes(words)) continue
      const when = next === 'ended' ? 'It ended before it wrote' : `In ${withinMs / 1000} seconds it did not write`
      throw new Error(`${when} “${words}”:\n${output}${errorOutput}`)
    }
  }

  return {
    pid: child.pid ?? 0,
    output: () => output,
    errorOutput: () => errorOutput,
    send: (signal) => child.kill(signal),
    ended,
    waitForOutput,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A temporary folder. */
export async function aFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'carte-start-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}
