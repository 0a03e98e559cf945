import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const standIn = (name: string) => fileURLToPath(new URL(`../stand-ins/${name}`, import.meta.url))
/** For localhost, until 2120. */
export const certificateFile = standIn('push-service.cert.pem')
const keyFile = standIn('push-service.key.pem')

export const readRecipe = (name: string) => readFileSync(new URL(`../../docs/recipes/${name}`, import.meta.url), 'utf8')

/** Debian's programs, or null. */
export const findProgram = (name: string): string | null =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null

type Ports = { folder: string; plain: number; secure: number; carte: number }

const nginx =
  (recipe: string) =>
  async ({ folder, plain, secure, carte }: Ports) => {
    const site = readRecipe(recipe)
      .replaceAll(/^\s*listen \[::\].*\n/gm, '')
      .replaceAll('listen 80;', `listen 127.0.0.1:${plain};`)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${secure} `)
      .replaceAll(/(127\.0\.0\.1|10\.0\.0\.2):3000/g, `127.0.0.1:${carte}`)
      .replaceAll('card.example.com$', `localhost:${secure}$`)
      .replaceAll(/\/etc\/letsencrypt\/.*fullchain\.pem/g, certificateFile)
      .replaceAll(/\/etc\/letsencrypt\/.*privkey\.pem/g, keyFile)
      .replaceAll('card.example.com', 'localhost')
      .replaceAll('/var/cache/nginx', folder)
    await writeFile(join(folder, 'site.conf'), site)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`)
    const lines = [
      // Otherwise its workers can't reach the folder.
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr;`,
      'events {}',
      // Debian's nginx.conf compresses, too.
      `http { access_log off; gzip on; ${temporary.join(' ')} include ${join(folder, 'site.conf')}; }`,
    ]
    const file = join(folder, 'nginx.conf')
    await writeFile(file, lines.join('\n'))
    return ['-c', file, '-p', folder, '-e', 'stderr']
  }

/** Writes the recipe with only addresses, ports and certificate replaced, and returns the program's arguments. */
export const proxies = {
  async caddy({ folder, secure, carte }: Ports) {
    const file = join(folder, 'Caddyfile')
    const site = readRecipe('Caddyfile')
      .replaceAll('{$SITE:card.example.com} {', `https://localhost:${secure} {\n\ttls ${certificateFile} ${keyFile}`)
      .replaceAll('{$UPSTREAM:localhost:3000}', `localhost:${carte}`)
    // Port 80 and the administration's port may be in use here.
    await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
    return ['run', '--adapter', 'caddyfile', '--config', file]
  },

  nginx: nginx('nginx.conf'),
  'nginx as an edge': nginx('nginx-edge.conf'),
}
export type ProxyName = keyof typeof proxies

export const findProxy = (name: ProxyName) => findProgram(name.split(' ')[0] ?? name)

/** The program with its recipe. Its output explains a failure. */
export async function startProxy(name: ProxyName, ports: Ports): Promise<{ output(): string } & AsyncDisposable> {
  const environment = { PATH: process.env.PATH, HOME: ports.folder, XDG_DATA_HOME: ports.folder, XDG_CONFIG_HOME: ports.folder }
  const child = spawn(findProxy(name) ?? name, await proxies[name](ports), { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(child, 'exit')
  return {
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
