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
import { silentLog } from '../../tests/harness/silent-log.ts'
import { median, timed } from './measure.ts'
import { phone } from './phone.ts'

/**
 * What each path costs over HTTP, against a bare server that says the very same statements one after the other and then gives as many
 * bytes: everything above 1 is ours. Turn by turn, one caller.
 */
const rounds = Number(process.argv[2] ?? 200)
const alias = 'maren'
let callers = 0
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))

type Asked = { path: string; body?: () => unknown; headers?: () => Record<string, string> }
type Statement = { text: string; values: unknown[] }

try {
  const settings = { ...readSettings({ DATA_DIR: dataDir, TRUST_PROXY: 'on' }) }
  const captcha = { challenge: async () => null, verify: async () => ({ ok: true as const, isProved: true }) }
  await using app = await createApp(settings, { log: silentLog, pages: false, works: false, captcha: captcha as never })
  const found = await app.needs.db.execute<{ id: string }>(`select subject_id as id from alias where name = '${alias}'`)
  // An owner asks so and so often a minute: here many take turns.
  const owners = await Promise.all(Array.from({ length: 24 }, () => signedIn(app, found.rows[0]?.id ?? '')))
  const call = (name: keyof typeof endpoints) => spellPath(endpoints[name].path, settings.productSlug)
  const owner = () => ({ cookie: owners[++callers % owners.length]?.cookie ?? '', 'x-csrf': '1' })
  const days = { StartDate: '29daysAgo', EndDate: 'today' }
  const search = call('contacts.search').replace(':page', '1').replace(':pageSize', '10').replace(':tag', 'none')

  const paths: Record<string, Asked> = {
    'a card for its owner': { path: `/remote/api/public/e-card-by-alias/${alias}`, headers: owner },
    'a page of contacts': { path: search, headers: owner, body: () => ({ SearchFor: '' }) },
    'a search of contacts': { path: search, headers: owner, body: () => ({ SearchFor: 'ann' }) },
    'a report': {
      path: call('visits.report'),
      headers: owner,
      body: () => ({ DateRanges: [days], Dimensions: [{ Name: 'customEvent:platform_used' }], Metrics: [{ Name: 'eventCount' }] }),
    },
    'a picture': {
      path: `/api/public/client-image/${alias}/ProfileImage/latest?w=440`,
      headers: () => ({ accept: 'image/avif,image/webp' }),
    },
    'what a page tells': {
      path: call('visits.track'),
      headers: () => ({ 'user-agent': phone }),
      body: () => ({ alias, events: [{ name: 'page_view', params: { page_name: 'home' } }] }),
    },
    'a capture': { path: call('contacts.submit'), headers: () => ({ 'user-agent': phone }), body: () => anEntry({ alias }) },
  }
  const ours = await serve(app.listener)
  for (const [name, asked] of Object.entries(paths)) console.log(`${name.padEnd(24)} ${await compare(app, ours.port, asked)}`)
  ours.close()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function compare(app: App, port: number, asked: Asked): Promise<string> {
  const line = new Agent({ keepAlive: true, maxSockets: 1 })
  await ask(line, port, asked)
  const { statements, bytes } = await record(() => ask(line, port, asked))
  const client = new pg.Client(app.needs.connection)
  client.on('error', () => {})
  await client.connect()
  const known = new Set(
    (await client.query<{ id: string }>('select id from subject union select id from account')).rows.map(({ id }) => id),
  )
  const body = Buffer.alloc(bytes, 'a')
  const bare = await serve((incoming, outgoing) => {
    incoming.resume().on('end', async () => {
      for (const statement of anew(statements, known)) await client.query(statement)
      outgoing.end(body)
    })
  })
  const times: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  for (let round = -20; round < rounds; round++) {
    const [one, other] = [await timed(() => ask(line, port, asked)), await timed(() => ask(line, bare.port, asked))]
    // The first are for the compiler to warm up.
    if (round >= 0) [times.ours, times.bare].forEach((all, place) => all.push(place ? other : one))
  }
  line.destroy()
  bare.close()
  await client.end()
  const [one, other] = [median(times.ours), median(times.bare)]
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

/** Everybody comes from elsewhere: 30 an hour from one place would be a flood. */
function ask(agent: Agent, port: number, { path, body, headers = () => ({}) }: Asked): Promise<number> {
  const caller = ++callers
  const from = { 'x-forwarded-for': `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}` }
  const text = body && JSON.stringify(body())
  const told = text ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) } : {}
  return new Promise((resolve, reject) => {
    const question = request(
      { agent, port, path, method: text ? 'POST' : 'GET', headers: { ...from, ...told, ...headers() } },
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

/** What is written again is another row. */
function anew(statements: readonly Statement[], known: ReadonlySet<string>): Statement[] {
  const fresh = new Map<string, string>()
  const other = (id: string) => (known.has(id) ? id : (fresh.get(id) ?? fresh.set(id, randomUUID()).get(id) ?? id))
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change)
    return typeof value === 'string' ? value.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, other) : value
  }
  return statements.map(({ text, values }) => ({ text, values: values.map(change) }))
}
