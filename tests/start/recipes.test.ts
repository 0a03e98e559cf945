import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pathTo } from '#common/path-to.ts'
import { uploadLimits } from '#contract/media/upload-limits.ts'
import { spellPath } from '#contract/product.ts'
import { readSettings } from '#server/settings.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/site.ts'
import { aFolder, run } from './program.ts'
import { certificateFile, findProgram, findProxy, readRecipe, startProxy, type ProxyName } from './proxies.ts'

const root = new URL('../../', import.meta.url).pathname
const readText = (path: string) => readFileSync(join(root, path), 'utf8')

/** A machine may be busy, and each test starts programs. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

describe.each<[ProxyName, string]>([
  ['caddy', '127.0.1.1'],
  ['nginx', '127.0.1.2'],
  ['nginx as an edge', '127.0.1.3'],
])('behind %s, with its recipe', (name, visitor) => {
  const isThere = findProxy(name) !== null
  const isEdge = name === 'nginx as an edge'
  const closing = new AsyncDisposableStack()
  const ca = readFileSync(certificateFile)
  let [plain, secure, carte] = [0, 0, 0]
  let environment: NodeJS.ProcessEnv
  let program: ReturnType<typeof run>

  beforeAll(async () => {
    if (!isThere) return
    ;[plain, secure, carte] = [await freePort(), await freePort(), await freePort()]
    const [data, folder] = [closing.use(await aFolder()), closing.use(await aFolder())]
    environment = {
      // As carte.env.
      PUBLIC_URL: `https://localhost:${secure}`,
      TRUST_PROXY: 'on',
      DATA_DIR: data.path,
      PORT: String(carte),
      NODE_EXTRA_CA_CERTS: certificateFile,
    }
    program = closing.use(run('server/main.ts', environment))
    await program.waitForOutput('is ready at')
    const proxy = closing.use(await startProxy(name, { folder: folder.path, plain, secure, carte }))
    await eventually(async () => {
      const { status } = await ask('/readyz').catch(() => ({ status: 0 }))
      if (status !== 200) throw new Error(proxy.output())
    })
  })
  afterAll(() => closing.disposeAsync())

  type Call = { method?: string; headers?: Record<string, string>; body?: Buffer | string; from?: string }
  type Reply = { status: number | undefined; headers: IncomingMessage['headers']; body: Buffer }

  async function ask(path: string, { method = 'GET', headers = {}, body, from = visitor }: Call = {}): Promise<Reply> {
    const outgoing = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port: secure,
      localAddress: from,
      path,
      method,
      ca,
      headers: { host: `localhost:${secure}`, ...headers },
      agent: false,
    })
    // A proxy may refuse a large body before it has read it.
    outgoing.on('error', () => {}).end(body)
    return replyOf(((await once(outgoing, 'response')) as [IncomingMessage])[0])
  }

  const askCarte = async (path: string, headers: Record<string, string>) =>
    replyOf(((await once(get({ host: '127.0.0.1', port: carte, path, headers, agent: false }), 'response')) as [IncomingMessage])[0])

  const replyOf = async (answer: IncomingMessage): Promise<Reply> => ({
    status: answer.statusCode,
    headers: answer.headers,
    body: await buffer(answer),
  })

  async function carteCommand(...words: string[]): Promise<string> {
    await using command = run('cli/main.ts', environment, { after: words })
    await command.ended
    return command.output()
  }

  /** The session cookie of a demo card's owner, who logs in with a link. */
  async function logIn(): Promise<string> {
    const { address } = JSON.parse(await carteCommand('login-link', 'maren@example.com', '--json')) as { address: string }
    expect(address).toMatch(`https://localhost:${secure}/account/link?token=`)
    const { status, headers } = await ask(pathTo('accounts.useLink'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf': '1', origin: `https://localhost:${secure}` },
      body: JSON.stringify({ token: new URL(address).searchParams.get('token') }),
    })
    expect(status).toBe(200)
    const cookies = headers['set-cookie'] ?? []
    expect(cookies.filter((cookie) => !/^__Host-.*; Secure/.test(cookie))).toEqual([])
    return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  }

  test.runIf(isThere)('the doctor is content', async () => {
    const verdicts = JSON.parse(await carteCommand('doctor', '--json')) as { name: string; state: string; text: string }[]
    const ofProxy = verdicts.filter((one) => ['Public address', 'TLS'].includes(one.name))
    expect(ofProxy.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(ofProxy.map(({ text }) => text).join(' ')).toMatch(
      /answered by this installation.*adds the client’s address.*uploads of 15.7 MB pass.*valid for/,
    )
  })

  test.runIf(isThere)('rate limits count the client’s address, not the one it claims', async () => {
    const statuses: (number | undefined)[] = []
    const signUp = (from: string, claimed: string) =>
      ask(pathTo('accounts.signUpState'), { from, headers: { 'x-forwarded-for': claimed, 'x-csrf': '1' } })
    for (let time = 0; time < 31; time++) statuses.push((await signUp('127.0.2.1', `203.0.113.${time}`)).status)
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
    expect((await signUp('127.0.2.2', '127.0.2.1')).status).toBe(200)
  })

  test.runIf(isThere)('what Carte sends arrives unchanged, compressed once', async () => {
    const own = [
      'connection',
      'date',
      'keep-alive',
      'server',
      'alt-svc',
      'via',
      'x-request-id',
      'x-cache',
      'transfer-encoding',
      'content-length',
    ]
    const shared = ({ headers }: Reply) => Object.fromEntries(Object.entries(headers).filter(([header]) => !own.includes(header)))
    const asset = /href="(\/assets\/[^"]+\.css)"/.exec(String((await ask('/')).body))?.[1] ?? ''
    const file = pathTo('cards.vCard', { alias: 'maren' })
    for (const path of [
      '/',
      '/maren/home',
      file,
      asset,
      '/no-such-card/home',
      '/remote/api/nothing',
      '/openapi.json',
      '/account/sign-in',
    ]) {
      // The first answer renders the page, the others come from the cache.
      await ask(path, { headers: { 'accept-language': 'en' } })
      for (const encoding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding, 'accept-language': 'en' }
        const [through, direct] = [await ask(path, { headers }), await askCarte(path, headers)]
        expect([path, through.status, shared(through)]).toEqual([path, direct.status, shared(direct)])
        expect(through.headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains')
        expect(plainOf(through).length, path).toBe(plainOf(direct).length)
      }
    }
    const { headers } = await ask(asset)
    expect((await ask(asset, { headers: { 'if-none-match': headers.etag ?? '' } })).status).toBe(304)
  })

  test.runIf(isThere)('an owner logs in by https, uploads the largest picture and downloads an archive', async () => {
    const cookie = await logIn()
    const origin = `https://localhost:${secure}`
    const upload = (body: Buffer) =>
      ask(spellPath(pathTo('media.upload', { alias: 'maren', kind: 'profile' }), 'carte'), {
        method: 'POST',
        headers: { cookie, origin, 'x-csrf': '1', 'content-type': 'image/png', 'content-length': String(body.length) },
        body,
      })
    const picture = await noise(2240)
    expect(picture.length).toBeGreaterThan(uploadLimits.bytesMax * 0.9)
    expect((await upload(picture)).status).toBe(200)
    expect((await upload(Buffer.alloc(uploadLimits.bytesMax + 1))).status).toBe(413)
    expect((await upload(Buffer.alloc(24_000_000))).status).toBe(413)

    const archive = await ask(pathTo('privacy.archive'), { headers: { cookie, 'sec-fetch-site': 'same-origin' } })
    expect([archive.status, archive.headers['cache-control']]).toEqual([200, 'no-store'])
    // Whole, or it can't be decompressed.
    expect(gunzipSync(archive.body).length).toBeGreaterThan(1_000_000)
  })

  test.runIf(isThere)('HTTP/2 is spoken, and plain http redirected', async () => {
    const session = connect(`https://localhost:${secure}`, { ca })
    const stream = session.request({ ':path': '/maren/home' })
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
    expect([session.alpnProtocol, headers[':status']]).toEqual(['h2', 200])
    await buffer(stream)
    session.close()
    // Caddy redirects by itself, on port 80.
    if (name === 'caddy') return
    const answer = await fetch(`http://127.0.0.1:${plain}/maren/home?from=sign`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `https://localhost:${secure}/maren/home?from=sign`])
  })

  test.runIf(isThere)('metrics are for this machine, not for the internet', async () => {
    expect((await askCarte('/metrics', {})).status).toBe(200)
    expect((await ask('/metrics')).status).toBe(404)
    expect((await ask('/healthz')).status).toBe(200)
  })

  test.runIf(isThere && isEdge)('pages come from the cache: one for phones, one for other devices, none of an owner', async () => {
    const cookie = await logIn()
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Mobile/15E148'
    for (const agent of [phone, 'Mozilla/5.0 (X11; Linux x86_64)']) {
      const headers = { 'user-agent': agent, 'accept-language': 'fr' }
      const owners = await ask('/maren/home', { headers: { ...headers, cookie } })
      expect([owners.headers['cache-control'], owners.headers['x-cache']]).toEqual(['no-store', 'BYPASS'])
      const first = await ask('/maren/home', { headers })
      expect(first.headers['x-cache']).toBe('MISS')
      // EXPIRED if the page changed within the second.
      const cached = await eventually(async () => {
        const answer = await ask('/maren/home', { headers })
        expect(answer.headers['x-cache']).toMatch(/HIT|REVALIDATED/)
        return answer
      })
      const direct = await askCarte('/maren/home', headers)
      for (const { body } of [first, cached]) expect(body.equals(direct.body)).toBe(true)
    }
    for (const path of ['/maren/install', '/maren/lets-connect'])
      for (let time = 0; time < 2; time++) expect((await ask(path)).headers['x-cache'], path).toMatch(/MISS|BYPASS/)
  })

  test.runIf(isThere && isEdge)('an edit is on the next page, and the last one is served while Carte is away', async () => {
    const title = 'Broker of the edge'
    await carteCommand('cards', 'set', 'maren', `title=${title}`)
    await eventually(async () => expect(String((await ask('/maren/home')).body)).toContain(title))
    expect((await ask('/eleanor/home')).status).toBe(200)
    await carteCommand('cards', 'remove', 'eleanor', '--yes')
    await eventually(async () => expect((await ask('/eleanor/home')).status).toBe(404))
    program.send('SIGKILL')
    await program.ended
    const { status, headers, body } = await ask('/maren/home')
    expect([status, headers['x-cache']]).toEqual([200, expect.stringMatching(/HIT|STALE/)])
    expect(String(body)).toContain(title)
    expect((await ask('/eleanor/home')).status, 'a card that was removed').toBe(404)
  })
})

function plainOf({ headers, body }: { headers: IncomingMessage['headers']; body: Buffer }): Buffer {
  const encoding = headers['content-encoding']
  return encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
}

/** An uncompressed picture of many bytes. */
const noise = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'teal', noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** Lines NAME=value, without comments. */
const linesOf = (text: string) => Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

describe('settings in recipes exist and fit together', () => {
  test.each<[string, NodeJS.ProcessEnv]>([
    ['carte.env', linesOf(readRecipe('carte.env'))],
    [
      'carte.env, with everything in it',
      linesOf(
        readRecipe('carte.env')
          .replaceAll(/^#(?=[A-Z_]+=)/gm, '')
          .replaceAll(':password@', ':k7Qw2ZrT9xLp@'),
      ),
    ],
  ])('%s', (_, env) => {
    expect(Object.keys(env).length).toBeGreaterThan(3)
    const known = readText('docs/settings.md')
    expect(Object.keys(env).filter((name) => name !== 'TMPDIR' && !known.includes(`| \`${name}\` |`))).toEqual([])
    expect(readSettings(env)).toMatchObject({ publicUrl: 'https://card.example.com', trustProxy: true })
  })

  test('Traefik forwards to Carte and closes idle connections first', () => {
    const text = readRecipe('traefik.yaml')
    expect(text).toMatch(/rule: Host\(`card\.example\.com`\)/)
    expect(text).toMatch(/url: http:\/\/localhost:3000/)
    expect(text).toMatch(/idleConnTimeout: 60s/)
  })
})

describe('the systemd unit and the image', () => {
  const unit = readRecipe('carte.service')

  test('run what npm start runs', () => {
    const command = '.runtime/node --max-semi-space-size=8 server/main.ts'
    const { start } = (JSON.parse(readText('package.json')) as { scripts: { start: string } }).scripts
    expect(start).toMatch(new RegExp(`MALLOC_ARENA_MAX=2 exec ${command}$`))
    expect(unit).toContain(`ExecStart=/opt/carte/${command}\n`)
    expect(JSON.parse(/^CMD (\[.*\])$/m.exec(readText('Dockerfile'))?.[1] ?? '[]')).toEqual(command.split(' '))
  })

  test.runIf(findProgram('systemd-analyze'))('systemd accepts the unit', async () => {
    await using folder = await aFolder()
    const file = join(folder.path, 'carte.service')
    await writeFile(file, unit.replaceAll('/opt/carte', root.replace(/\/$/, '')))
    const analyze = (...words: string[]) => spawnSync('systemd-analyze', [...words, file], { encoding: 'utf8' })
    const { status, stderr } = analyze('verify', '--man=no')
    expect([status, stderr]).toEqual([0, ''])
    // Of 10, which is what a unit without any protection has.
    expect(analyze('security', '--offline=true', '--threshold=20', '--no-pager').status).toBe(0)
  })

  const unprivilegedId = 65_534
  const isRoot = process.getuid?.() === 0
  const unprivileged =
    `setpriv --reuid=${unprivilegedId} --regid=${unprivilegedId} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all`.split(
      ' ',
    )
  const canRead =
    !isRoot || spawnSync(unprivileged[0] ?? '', [...unprivileged.slice(1), 'test', '-r', join(root, 'server/main.ts')]).status === 0

  test.runIf(canRead)('need only the files of the image, and write only below DATA_DIR', async () => {
    await using folder = await aFolder()
    const [home, data] = [join(folder.path, 'app'), join(folder.path, 'data')]
    await mkdir(home)
    const [, list = ''] = /cp -a --parents ([^]*?) \/runs/.exec(readText('Dockerfile')) ?? []
    const paths = list.split(/[\s\\]+/)
    expect(paths).toContain('server')
    for (const path of paths) {
      await mkdir(dirname(join(home, path)), { recursive: true })
      if (['node_modules', '.runtime'].includes(path)) await symlink(join(root, path), join(home, path))
      else await cp(join(root, path), join(home, path), { recursive: true })
    }
    await chmod(folder.path, 0o755)
    const [, states = ''] = /^StateDirectory=(.*)$/m.exec(unit) ?? []
    for (const path of states.split(' ')) {
      const state = join(data, path.replace(/^carte\/?/, ''))
      await mkdir(state)
      if (isRoot) await chown(state, unprivilegedId, unprivilegedId)
    }

    const port = await freePort()
    const { DATA_DIR: dataDir = '', TMPDIR: temporary = '' } = linesOf(readRecipe('carte.env').replaceAll('/var/lib/carte', data))
    const environment = { DATA_DIR: dataDir, TMPDIR: temporary, PORT: String(port), LOG_LEVEL: 'warn' }
    const as = { home, before: isRoot ? unprivileged : [] }
    await using program = run('server/main.ts', environment, as)
    await program.waitForOutput('is ready at')
    for (const path of ['/', '/maren/home', '/problems/card-not-found', '/reference'])
      expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([path, 200])
    // Not in /tmp, where the command line couldn't find the database of a unit with PrivateTmp.
    expect(await readdir(temporary)).toEqual([expect.stringMatching(/^carte-/)])
    await using command = run('cli/main.ts', environment, { ...as, after: ['status'] })
    expect(await command.ended, command.errorOutput()).toBe(0)
    program.send('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(program.errorOutput()).toBe('')
  })
})
