import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { connections, loader, press } from './load.ts'

/** Presses all of them at the same time, and says how many answers a second came from them together. */
export async function pressAll(urls: readonly string[], headers: Record<string, string>, seconds: number): Promise<number> {
  const rates = loader === 'wrk' ? urls.map((url) => withWrk(url, headers, seconds)) : urls.map((url) => alone(url, headers, seconds))
  return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0)
}

const alone = async (url: string, headers: Record<string, string>, seconds: number) =>
  (await press(url, headers, seconds)).requestsPerSecond

async function withWrk(url: string, headers: Record<string, string>, seconds: number): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...named, url])
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}
