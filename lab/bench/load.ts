import { execFile, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'

export type Load = { requestsPerSecond: number; slow99Milliseconds: number | null }

export const hasLatency = spawnSync('wrk', ['-v']).error === undefined
export const loader = hasLatency ? 'wrk' : 'a small loader of our own'
export const connections = 32

/** Requests one address as fast as it answers, from the core that the servers don't use. */
export async function runLoad(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  return hasLatency ? loadWithWrk(url, headers, seconds) : loadWithSockets(url, headers, seconds)
}

const start = promisify(execFile)

async function loadWithWrk(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout: output } = await start('taskset', [
    '-c',
    '1',
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    ...named,
    url,
  ])
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${url} did not answer well:\n${output}`)
  const [, slow = '', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? []
  const inMilliseconds = { us: 0.001, ms: 1, s: 1000 }[unit] ?? 1
  return { requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]), slow99Milliseconds: Number(slow) * inMilliseconds }
}

/** Keep-alive sockets with one request in flight each; a response ends at its content length. */
async function loadWithSockets(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  const { hostname, port, pathname, host } = new URL(url)
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const until = performance.now() + seconds * 1000
  let answered = 0

  const oneSocket = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let left = -1
      let received = Buffer.alloc(0)
      socket.on('error', reject).on('close', () => resolve())
      socket.on('connect', () => socket.write(request))
      socket.on('data', (bytes: Buffer) => {
        received = Buffer.concat([received, bytes])
        if (left < 0) {
          const head = received.indexOf('\r\n\r\n')
          if (head < 0) return
          left = head + 4 + Number(/content-length: (\d+)/i.exec(received.toString('latin1', 0, head))?.[1])
        }
        if (received.length < left) return
        received = received.subarray(left)
        left = -1
        answered += 1
        if (performance.now() < until) socket.write(request)
        else socket.end()
      })
    })
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, oneSocket))
  return { requestsPerSecond: answered / ((performance.now() - started) / 1000), slow99Milliseconds: null }
}
