import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export type Program = {
  pid: number
  /** What it wrote so far. */
  output(): string
  complaints(): string
  /** Resolves once it has written this; throws with what it wrote if it ends before. */
  writes(words: string): Promise<void>
  /** The same of what it complains of. */
  complains(words: string): Promise<void>
  send(signal: NodeJS.Signals): void
  /** The exit code, or the signal it died of. */
  ended: Promise<number | NodeJS.Signals>
  [Symbol.asyncDispose](): Promise<void>
}

const root = new URL('../../', import.meta.url).pathname

type Ways = { before?: string[]; after?: string[]; home?: string }

/** A file of ours as a process of its own, on the Node that runs the tests. `before` may change who runs it, `after` is what it is told, `home` what is ours. */
export function run(file: string, environment: NodeJS.ProcessEnv, { before = [], after = [], home = root }: Ways = {}): Program {
  const [command = '', ...words] = [...before, process.execPath, join(home, file), ...after]
  const child = spawn(command, words, { cwd: home, env: { PATH: process.env.PATH, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals)[]) => code ?? signal ?? 1)

  async function says(stream: Readable, said: () => string, words: string) {
    while (!said().includes(words)) {
      const over = await Promise.race([once(stream, 'data').then(() => false), ended.then(() => true)])
      if (over && !said().includes(words)) throw new Error(`It ended before it wrote “${words}”:\n${output}${complaints}`)
    }
  }

  return {
    pid: child.pid ?? 0,
    output: () => output,
    complaints: () => complaints,
    send: (signal) => child.kill(signal),
    ended,
    writes: (words) => says(child.stdout, () => output, words),
    complains: (words) => says(child.stderr, () => complaints, words),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A folder of its own under the system's temporary one. */
export async function aFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'carte-start-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}
