import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../tests/harness/site.ts'
import type { RecordedResponse } from './serve-same-bytes.ts'

/** The same bytes from Node's HTTP server with nothing behind it: Node's share of a response's cost. */
export async function serveBare(answers: RecordedResponse[], before: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'carte-bare-'))
  const port = await freePort()
  const [first = '', ...parts] = [...before, ...bareCommand(directory, port, answers)]
  const child = spawn(first, parts, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}${answers[0]?.path}`).catch(() => null))) await wait(20)
  return {
    url,
    pid: child.pid ?? 0,
    [Symbol.dispose]() {
      child.kill('SIGTERM')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export function bareCommand(directory: string, port: number, answers: RecordedResponse[]): string[] {
  const file = join(directory, 'server.mjs')
  const encoded = answers.map(({ path, bytes, headers }) => [
    path,
    { bytes: bytes.toString('base64'), etag: headers.etag, headers: Object.entries({ ...headers, 'content-length': bytes.length }).flat() },
  ])
  writeFileSync(
    file,
    `import { createServer } from 'node:http'
     const responses = new Map(${JSON.stringify(encoded)}.map(([path, one]) => [path, { ...one, bytes: Buffer.from(one.bytes, 'base64') }]))
     createServer((request, response) => {
       const one = responses.get(request.url) ?? responses.get(request.url.split('?')[0])
       if (!one) return response.writeHead(404).end()
       const { bytes, etag, headers } = one
       if (etag && request.headers['if-none-match'] === etag) response.writeHead(304, ['etag', etag]).end()
       else response.writeHead(200, headers).end(bytes)
     }).listen(${port}, '127.0.0.1')`,
  )
  return [process.execPath, file]
}
