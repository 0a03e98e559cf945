import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { bareCommand } from './serve-bare.ts'
import { freePort } from '../../tests/harness/site.ts'

export type RecordedResponse = { path: string; bytes: Buffer; headers: Record<string, string> }

const hasNginx = spawnSync('nginx', ['-v']).error === undefined
export const baseline = hasNginx ? 'nginx' : 'a bare Node server'

/** The same bytes with the same headers, served as files: the limit of this machine when nothing is computed. */
export async function serveSameBytes(answers: RecordedResponse[], before: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'carte-baseline-'))
  const port = await freePort()
  const command = hasNginx ? nginxCommand(directory, port, answers) : bareCommand(directory, port, answers)
  const [first = '', ...parts] = [...before, ...command]
  const child = spawn(first, parts, { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}${answers[0]?.path}`).catch(() => null))) await wait(20)
  return {
    url,
    [Symbol.dispose]() {
      child.kill('SIGTERM')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function nginxCommand(directory: string, port: number, answers: RecordedResponse[]) {
  mkdirSync(join(directory, 'files'), { mode: 0o755 })
  const locations = answers.map(({ path, bytes, headers }, index) => {
    writeFileSync(join(directory, 'files', `${index}`), bytes)
    // nginx computes its own ETags, which it needs to answer 304.
    const { 'content-type': type = 'text/html', etag: _, ...rest } = headers
    const added = Object.entries(rest).map(([name, value]) => `add_header ${name} ${quoted(value)};`)
    return `location = ${path} { default_type ${quoted(type)}; ${added.join(' ')} alias ${directory}/files/${index}; }`
  })
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(directory, 'nginx.conf'),
    `${user} worker_processes 1; pid ${directory}/pid; error_log ${directory}/error.log; daemon off; worker_rlimit_nofile 4096;
     events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100; open_file_cache_valid 60s;
       client_body_temp_path ${directory}/b; proxy_temp_path ${directory}/p; fastcgi_temp_path ${directory}/f; uwsgi_temp_path ${directory}/u; scgi_temp_path ${directory}/s;
       server { listen 127.0.0.1:${port}; ${locations.join('\n')} } }`,
  )
  return ['nginx', '-c', join(directory, 'nginx.conf'), '-p', directory]
}

const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '')}"`
