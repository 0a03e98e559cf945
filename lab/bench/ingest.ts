import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createApp, type App } from '#server/app.ts'
import { newId } from '#server/database/new-id.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { median } from './measure.ts'

const cardCount = 1000
const rounds = Number(process.argv[2] ?? 5)
const inFlight = 500
const sockets = 300
const path = '/remote/api/public/track'
const pages = ['home', 'about', 'contact', 'reviews', 'listings']
let callers = 0
const phone = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

/**
 * Visits received over HTTP and committed, compared with bare batches of a thousand of the same rows: events and daily counts.
 * Interleaved on one database that flushes to disk.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  const settings = { ...readSettings({ DATA_DIR: dataDir, DEMO: 'off', TRUST_PROXY: 'on' }) }
  await using app = await createApp(settings, { log: silentLog, pages: false, works: false })
  const cards: Awaited<ReturnType<typeof aCard>>[] = []
  while (cards.length < cardCount) cards.push(...(await Promise.all(Array.from({ length: 20 }, () => aCard(app.deps)))))
  const server = createServer(app.listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = new pg.Client(app.deps.connection)
  client.on('error', () => {})
  await client.connect()

  for (const perCall of [25, 5, 1]) {
    const ratesByWay: Record<string, number[]> = { 'in process': [], 'over sockets': [] }
    const bare: number[] = []
    for (let round = 0; round < rounds; round++) {
      const calls = callsOf(cards, perCall)
      bare.push(await paced(calls.length * perCall, () => writeBarely(client, calls)))
      await vacuum(client)
      const events = calls.length * perCall
      ratesByWay['in process']?.push(await paced(events, () => sendCalls(calls, inFlight, (input) => askInProcess(app, input))))
      await vacuum(client)
      const lines = Array.from({ length: sockets }, () => aLine(port))
      const ask = (input: VisitRequest, place: number) => lines[place]?.ask(input) ?? Promise.resolve(0)
      ratesByWay['over sockets']?.push(await paced(events, () => sendCalls(calls, sockets, ask)))
      lines.forEach(({ socket }) => socket.destroy())
      await vacuum(client)
    }
    const base = median(bare)
    for (const [way, rates] of Object.entries(ratesByWay)) {
      const ratio = median(rates.map((rate, round) => rate / (bare[round] ?? rate)))
      console.log(
        `${`${perCall} events a call, ${way}`.padEnd(34)} ${count(median(rates))} a second, ${ratio.toFixed(2)} of ${count(base)} bare`,
      )
    }
  }
  await client.end()
  server.closeAllConnections()
  server.close()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

type VisitCall = { card: { id: string; alias: string }; values: string[] }

/** Few calls per card: 120 a minute would be rate limited. */
function callsOf(cards: { id: string; alias: string }[], perCall: number): VisitCall[] {
  const each = Math.max(2, Math.min(6, Math.round(20 / perCall)))
  return Array.from({ length: cards.length * each }, (_, place) => ({
    card: cards[(place * 7) % cards.length] ?? { id: '', alias: '' },
    values: Array.from({ length: perCall }, (_, event) => pages[(place + event) % pages.length] ?? ''),
  }))
}

async function askInProcess(app: App, { headers, body }: VisitRequest): Promise<number> {
  const answer = await app.fetch(new Request(`${app.deps.settings.publicUrl}${path}`, { method: 'POST', headers, body }))
  await answer.arrayBuffer()
  return answer.status
}

type VisitRequest = { headers: Record<string, string>; body: string }

async function sendCalls(calls: VisitCall[], many: number, send: (input: VisitRequest, place: number) => Promise<number>) {
  const left = calls.toReversed()
  const run = async (place: number) => {
    for (let call = left.pop(); call; call = left.pop()) {
      const caller = ++callers
      const headers = {
        'content-type': 'application/json',
        'user-agent': phone,
        'x-forwarded-for': `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`,
      }
      const events = call.values.map((value) => ({ name: 'page_view', params: { page_name: value } }))
      const status = await send({ headers, body: JSON.stringify({ alias: call.card.alias, events }) }, place)
      if (status !== 200) throw new Error(`answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: many }, (_, place) => run(place)))
}

type Line = { ask(request: VisitRequest): Promise<number>; socket: Socket }

/** One keep-alive socket with one request in flight: the cheapest possible caller, because callers share the machine. */
function aLine(port: number): Line {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let answered = (_status: number) => {}
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
    const head = received.indexOf('\r\n\r\n')
    if (head < 0 || !received.includes('}', head)) return
    const status = Number(received.slice(9, 12))
    received = ''
    answered(status)
  })
  const ask = ({ headers, body }: VisitRequest) =>
    new Promise<number>((resolve) => {
      answered = resolve
      const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers, 'content-length': String(body.length) })
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`)
    })
  return { ask, socket }
}

/** Writes the same rows directly to the database, in batches as large as the product's. */
async function writeBarely(client: pg.Client, calls: VisitCall[]) {
  const rows = calls.flatMap(({ card, values }) => values.map((value) => ({ id: card.id, value })))
  const day = new Date().toISOString().slice(0, 10)
  for (let from = 0; from < rows.length; from += 1000) {
    const batch = rows.slice(from, from + 1000)
    const now = Date.now()
    const counts = new Map<string, number>()
    for (const { id, value } of batch) counts.set(`${id}\n${value}`, (counts.get(`${id}\n${value}`) ?? 0) + 1)
    const days = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
    await client.query('begin')
    await client.query({
      name: 'bare_events',
      text: `insert into visit_event (subject_id, at, id, name, params)
        select s, $2, i, 'page_view', jsonb_build_object('page_name', v) from unnest($1::uuid[], $3::uuid[], $4::text[]) t(s, i, v)`,
      values: [batch.map(({ id }) => id), new Date(now), batch.map(() => newId(now)), batch.map(({ value }) => value)],
    })
    await client.query({
      name: 'bare_days',
      text: `insert into visit_day (subject_id, day, name, dimension, value, count)
        select s, $2, 'page_view', 'page_name', v, c from unnest($1::uuid[], $3::text[], $4::bigint[]) t(s, v, c)
        on conflict (subject_id, day, name, dimension, value) do update set count = visit_day.count + excluded.count`,
      values: [days.map(([key]) => key.split('\n')[0]), day, days.map(([key]) => key.split('\n')[1]), days.map(([, many]) => many)],
    })
    await client.query('commit')
  }
}

/** Empties the tables, so that one turn doesn't slow down the next. */
async function vacuum(client: pg.Client) {
  await client.query('vacuum visit_day')
}

async function paced(events: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return events / ((performance.now() - started) / 1000)
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en')
}
