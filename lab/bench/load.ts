import { execFile, spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'

export type Load = { requestsPerSecond: number; slow99Milliseconds: number | null }

const hasWrk = spawnSync('wrk', ['-v']).error === undefined
export const loader = hasWrk ? 'wrk' : 'a small loader of our own'
export const connections = 32

/** Presses one address as fast as it answers, from the core the servers do not use. */
export async function press(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  return hasWrk ? pressWithWrk(url, headers, seconds) : pressOurselves(url, headers, seconds)
}

const start = promisify(execFile)

async function pressWithWrk(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout: said } = await start('taskset', [
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
  if (/Non-2xx|Socket errors/.test(said)) throw new Error(`${url} did not answer well:\n${said}`)
  const [, slow = '', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(said) ?? []
  const inMilliseconds = { us: 0.001, ms: 1, s: 1000 }[unit] ?? 1
  return { requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]), slow99Milliseconds: Number(slow) * inMilliseconds }
}

/** Kept-alive sockets, one request in flight on each; answers are counted by their stated length. */
async function pressOurselves(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  const { hostname, port, pathname, host } = new URL(url)
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = Buffer.from(`GET ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const until = performance.now() + seconds * 1000
  let answered = 0

  const oneSocket = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let left = -1
      let kept = Buffer.alloc(0)
      socket.on('error', reject).on('close', () => resolve())
      socket.on('connect', () => socket.write(request))
      socket.on('data', (bytes: Buffer) => {
        kept = Buffer.concat([kept, bytes])
        if (left < 0) {
          const head = kept.indexOf('\r\n\r\n')
          if (head < 0) return
          left = head + 4 + Number(/content-length: (\d+)/i.exec(kept.toString('latin1', 0, head))?.[1])
        }
        if (kept.length < left) return
        kept = kept.subarray(left)
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
