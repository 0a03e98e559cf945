import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { patienceMs } from './patience.ts'

export type Site = { url: string; pid: number; output(): string; stop(): Promise<number | null>; [Symbol.asyncDispose](): Promise<void> }

type Start = { environment: NodeJS.ProcessEnv; before?: string[] }

/** The product as an administrator starts it: a separate process on a port. `before` may pin it to a core. */
export async function startSite(start: Start): Promise<Site> {
  // Another process may have taken the free port.
  for (let tries = 5; ; tries--) {
    try {
      return await startAt(await freePort(), start)
    } catch (error) {
      if (tries === 1 || !String(error).includes('is already in use')) throw error
    }
  }
}

async function startAt(port: number, { environment, before = [] }: Start): Promise<Site> {
  const [command = '', ...parts] = [...before, process.execPath, '--max-semi-space-size=8', 'server/main.ts']
  const child = spawn(command, parts, {
    env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '2', PORT: String(port), HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))

  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return child.exitCode
  }
  const endsMs = performance.now() + patienceMs
  while (!(await answers(`${url}/readyz`, endsMs))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server did not start:\n${output}`)
    if (performance.now() > endsMs) {
      child.kill('SIGKILL')
      throw new Error(`The server was not ready after ${patienceMs / 1000} seconds:\n${output}`)
    }
    await wait(10)
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}

/** A server that accepts and never answers must not take longer than the deadline. */
async function answers(url: string, endsMs: number) {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(endsMs - performance.now())))
  try {
    const answer = await fetch(url, { signal })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

const usedPorts = new Set<number>()

/** Never returns a port twice: the previous caller may not have bound it yet. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No port to be had.')
  if (usedPorts.has(address.port)) return freePort()
  usedPorts.add(address.port)
  return address.port
}
