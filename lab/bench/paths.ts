import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { endpoints } from '#contract/endpoints.ts'
import { spellPath } from '#contract/product.ts'
import { createApp, type App } from '#server/app.ts'
import { readSettings } from '#server/settings.ts'
import { anEntry } from '../../tests/factories/contacts.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { median, timed } from './measure.ts'
import { phone } from './phone.ts'

/**
 * What each path costs over HTTP, compared with a bare server that runs the same statements one by one and sends as many bytes.
 * Everything above 1 is the product's own cost. Interleaved, one caller.
 */
const rounds = Number(process.argv[2] ?? 200)
const alias = 'maren'
let callers = 0
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))

type PathRequest = { path: string; body?: () => unknown; headers?: () => Record<string, string> }
type Statement = { text: string; values: unknown[] }

try {
  const settings = { ...readSettings({ DATA_DIR: dataDir, TRUST_PROXY: 'on' }) }
  const captcha = { challenge: async () => null, verify: async () => ({ ok: true as const, isProved: true }) }
  await using app = await createApp(settings, { log: silentLog, pages: false, works: false, captcha: captcha as never })
  const found = await app.deps.db.execute<{ id: string }>(`select subject_id as id from alias where name = '${alias}'`)
  // An owner is rate limited per minute, so many owners take turns.
  const owners = await Promise.all(Array.from({ length: 24 }, () => signedIn(app, found.rows[0]?.id ?? '')))
  const call = (name: keyof typeof endpoints) => spellPath(endpoints[name].path, settings.productSlug)
  const owner = () => ({ cookie: owners[++callers % owners.length]?.cookie ?? '', 'x-csrf': '1' })
  const days = { StartDate: '29daysAgo', EndDate: 'today' }
  const search = call('contacts.search').replace(':page', '1').replace(':pageSize', '10').replace(':tag', 'none')

  const paths: Record<string, PathRequest> = {
    'a card, by its owner': { path: `/remote/api/public/e-card-by-alias/${alias}`, headers: owner },
    'a page of contacts': { path: search, headers: owner, body: () => ({ SearchFor: '' }) },
    'a contact search': { path: search, headers: owner, body: () => ({ SearchFor: 'ann' }) },
    'a report': {
      path: call('visits.report'),
      headers: owner,
      body: () => ({ DateRanges: [days], Dimensions: [{ Name: 'customEvent:platform_used' }], Metrics: [{ Name: 'eventCount' }] }),
    },
    'an image': {
      path: `/api/public/client-image/${alias}/ProfileImage/latest?w=440`,
      headers: () => ({ accept: 'image/avif,image/webp' }),
    },
    'a batch of visits': {
      path: call('visits.track'),
      headers: () => ({ 'user-agent': phone }),
      body: () => ({ alias, events: [{ name: 'page_view', params: { page_name: 'home' } }] }),
    },
    'a contact submission': { path: call('contacts.submit'), headers: () => ({ 'user-agent': phone }), body: () => anEntry({ alias }) },
  }
  const carte = await serve(app.listener)
  for (const [name, target] of Object.entries(paths)) console.log(`${name.padEnd(24)} ${await compare(app, carte.port, target)}`)
  carte.close()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function compare(app: App, port: number, target: PathRequest): Promise<string> {
  const line = new Agent({ keepAlive: true, maxSockets: 1 })
  await ask(line, port, target)
  const { statements, bytes } = await record(() => ask(line, port, target))
  const client = new pg.Client(app.deps.connection)
  client.on('error', () => {})
  await client.connect()
  const known = new Set(
    (await client.query<{ id: string }>('select id from subject union select id from account')).rows.map(({ id }) => id),
  )
  const body = Buffer.alloc(bytes, 'a')
  const bare = await serve((incoming, outgoing) => {
    incoming.resume().on('end', async () => {
      for (const statement of again(statements, known)) await client.query(statement)
      outgoing.end(body)
    })
  })
  const times: Record<'carte' | 'bare', number[]> = { carte: [], bare: [] }
  for (let round = -20; round < rounds; round++) {
    const [one, other] = [await timed(() => ask(line, port, target)), await timed(() => ask(line, bare.port, target))]
    // The first runs warm up the compiler.
    if (round >= 0) [times.carte, times.bare].forEach((all, place) => all.push(place ? other : one))
  }
  line.destroy()
  bare.close()
  await client.end()
  const [one, other] = [median(times.carte), median(times.bare)]
  return `${(one / other).toFixed(2)} of a bare server (${one.toFixed(2)} to ${other.toFixed(2)} ms, ${statements.length} statements)`
}

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** Each request has its own client address: more than 30 an hour from one would be rate limited. */
function ask(agent: Agent, port: number, { path, body, headers = () => ({}) }: PathRequest): Promise<number> {
  const caller = ++callers
  const from = { 'x-forwarded-for': `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}` }
  const text = body && JSON.stringify(body())
  const bodyHeaders = text ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) } : {}
  return new Promise((resolve, reject) => {
    const question = request(
      { agent, port, path, method: text ? 'POST' : 'GET', headers: { ...from, ...bodyHeaders, ...headers() } },
      (answer) => {
        let bytes = 0
        answer.on('data', (part: Buffer) => (bytes += part.length))
        answer.on('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path} answered ${answer.statusCode}`))))
      },
    )
    question.on('error', reject).end(text)
  })
}

async function record(work: () => Promise<number>): Promise<{ statements: Statement[]; bytes: number }> {
  const statements: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...parts: unknown[]) {
    const [first, second] = parts
    const { text, values } = typeof first === 'string' ? { text: first, values: undefined } : (first as Partial<Statement>)
    if (text) statements.push({ text, values: (second as unknown[] | undefined) ?? values ?? [] })
    return Reflect.apply(query, this, parts)
  } as typeof query
  const bytes = await work()
  pg.Client.prototype.query = query
  return { statements, bytes }
}

/** Each write is a new row. */
function again(statements: readonly Statement[], known: ReadonlySet<string>): Statement[] {
  const fresh = new Map<string, string>()
  const other = (id: string) => (known.has(id) ? id : (fresh.get(id) ?? fresh.set(id, randomUUID()).get(id) ?? id))
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change)
    return typeof value === 'string' ? value.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, other) : value
  }
  return statements.map(({ text, values }) => ({ text, values: values.map(change) }))
}
