import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { dirname, delimiter } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Outcome } from './report.ts'

export type RunResult = { code: number; output: string; isOverdue: boolean }
type RunOptions = {
  environment?: NodeJS.ProcessEnv
  /** Past it, the program is stopped with every process it started. */
  limitMs?: number
  /** The program's third channel, line by line. */
  onLine?: (line: string) => void
}

/** Programs get this long to stop by themselves, and to close their output once they ended. */
const graceMs = 10_000

/** Runs a program and collects its output. */
export async function run(command: string, parts: string[], options: RunOptions = {}): Promise<RunResult> {
  const { environment, limitMs, onLine } = options
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`, ...environment }
  const child = spawn(command, parts, { env, stdio: ['ignore', 'pipe', 'pipe', onLine ? 'pipe' : 'ignore'] })
  let output = ''
  const collect = (bytes: Buffer) => (output += bytes.toString())
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const lines = child.stdio[3] as Readable | null
  if (lines && onLine) readLines(lines, onLine)

  let isOverdue = false
  let stopping: Promise<void> | undefined
  const timer = limitMs
    ? setTimeout(() => {
        isOverdue = true
        stopping = stopAll(child.pid ?? 0)
      }, limitMs)
    : undefined
  try {
    const closed = new Promise((resolve) => child.once('close', resolve))
    const [code] = await once(child, 'exit')
    await stopping
    // A process that was left behind can hold the output open.
    await Promise.race([closed, wait(graceMs, undefined, { ref: false })])
    return { code: code ?? 1, output, isOverdue }
  } catch (error) {
    return { code: 127, output: `${command}: ${error instanceof Error ? error.message : String(error)}`, isOverdue }
  } finally {
    clearTimeout(timer)
    for (const stream of child.stdio) stream?.destroy()
  }
}

/** node:readline also splits at U+2028, which JSON leaves as it is. */
function readLines(stream: Readable, onLine: (line: string) => void) {
  let rest = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(onLine)
  })
}

/** Stops a process and all that it started, in other process groups too: databases and browsers have their own. */
async function stopAll(pid: number) {
  const all = descendantsOf(pid)
  const send = (signal: NodeJS.Signals | 0) => all.filter((one) => isSent(one, signal))
  send('SIGTERM')
  for (const endsAt = performance.now() + graceMs; send(0).length > 0 && performance.now() < endsAt;) await wait(100)
  send('SIGKILL')
}

function isSent(pid: number, signal: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function descendantsOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] => pairs.flatMap(([one = 0, its]) => (its === parent ? [one, ...below(one)] : []))
  return [pid, ...below(pid)]
}

/** The outcome of a step that passes or fails as a whole. */
export function asOutcome({ code, output, isOverdue }: RunResult): Outcome {
  if (code === 0) return { passed: 1, failed: 0, skipped: 0 }
  return { passed: 0, failed: 1, skipped: 0, output, ...(isOverdue && { failures: ['stopped: it was still running at its limit'] }) }
}
