import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { countedContactsMax } from '#contract/contact-choices.ts'
import { createApp, type App } from '#server/app.ts'
import { listContacts } from '#server/contacts/contact-store.ts'
import { submitContact } from '#server/contacts/submit-contact.ts'
import { readSettings } from '#server/settings.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anEntry } from '../../tests/factories/contacts.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { median, timed } from './measure.ts'
import { fillContacts, fillVisits } from './scale/fill.ts'

const storeSize = Number(process.argv[2] ?? 1_000_000)
const ownSize = storeSize / 10
const eventCount = Number(process.argv[3] ?? 10_000_000)
const rounds = 30

/** The cost of the owner's pages with many contacts. It fills a database first, which takes minutes; `npm run bench` has a tenth of them. */
const dataDir = mkdtempSync(join(tmpdir(), 'carte-bench-'))
try {
  const settings = { ...readSettings({ DATA_DIR: dataDir, DEMO: 'off' }) }
  await using app = await createApp(settings, { log: silentLog, pages: false, works: false })
  const cards = await Promise.all(Array.from({ length: 10 }, () => aCard(app.deps)))
  const [big, ...others] = cards
  if (!big) throw new Error('no card')
  for (const { id } of cards) await fillContacts(app, id, ownSize)
  await app.deps.db.execute(sql`analyze contact`)
  const owner = await signedIn(app, big.id)
  const print = (name: string, value: string) => console.log(`${name.padEnd(88)} ${value}`)

  for (const [name, words, tag] of [
    ['all, newest first', '', 'none'],
    ['a part of many names', 'ann', 'none'],
    ['a part of few names', 'zzy 4711', 'none'],
    ['a part of many companies, one label', 'oak', 'Buyer'],
    ['no one', 'xyzzyq', 'none'],
  ] as const) {
    const page = await medianOf(() => search(owner, words, tag))
    const bare = await medianOf(() => lookup(app, big.id, words, tag))
    print(`search: ${name}`, `${page.toFixed(2)} ms, ${(page / bare).toFixed(2)} of the bare lookup (${bare.toFixed(2)} ms)`)
  }
  const deep = await atDepth(owner, big.id, app)
  print(
    'a page at depth 1 / at the end of the list',
    `${deep.first.toFixed(2)} / ${deep.last.toFixed(2)} ms, ${(deep.last / deep.first).toFixed(2)}`,
  )

  const [few, many] = [others[0]?.id ?? '', others[1]?.id ?? '']
  await fillVisits(app, few, 10_000)
  await fillVisits(app, many, eventCount)
  const [small, large] = [await signedIn(app, few), await signedIn(app, many)]
  const reports = { small: await medianOf(() => report(small)), large: await medianOf(() => report(large)) }
  print(
    `report over 10,000 / ${eventCount.toLocaleString('en')} events`,
    `${reports.small.toFixed(2)} / ${reports.large.toFixed(2)} ms, ${(reports.large / reports.small).toFixed(2)}`,
  )

  const busy = others[2]
  if (busy) print('1,000 captures to one card, durable, while it is read', await captures(app, busy))
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

function search({ call }: SignedIn, words: string, tag: string, after?: { dateCreated: string; id: string }) {
  return call('contacts.search', {
    params: { page: 1, pageSize: 10, tag },
    input: { SearchFor: words, countUpTo: countedContactsMax + 1, ...(after ? { after } : {}) },
  })
}

/** The ten newest that match, as the search finds them, and nothing else: no session, no card, no plan, no count. */
function lookup({ deps }: App, subjectId: string, words: string, tag: string) {
  return listContacts(deps.db, subjectId, { words, label: tag === 'none' ? '' : tag }, { limit: 10 })
}

async function atDepth(owner: SignedIn, subjectId: string, { deps }: App) {
  const { rows } = await deps.db.execute<{ id: string; at: string }>(sql`
    select id, to_char(date_created at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from contact where subject_id = ${subjectId} order by date_created, contact.id offset 20 limit 1`)
  const last = rows[0]
  if (!last) throw new Error('no contact on the page')
  const after = { dateCreated: last.at, id: last.id }
  return { first: await medianOf(() => search(owner, '', 'none')), last: await medianOf(() => search(owner, '', 'none', after)) }
}

function report({ call }: SignedIn) {
  return call('visits.report', {
    input: {
      timeZone: 'America/New_York',
      DateRanges: [
        { StartDate: '29daysAgo', EndDate: 'today' },
        { StartDate: '59daysAgo', EndDate: '30daysAgo' },
      ],
      Dimensions: [{ Name: 'customEvent:platform_used' }],
      Metrics: [{ Name: 'eventCount' }],
    },
  })
}

async function captures({ deps, fetch }: App, { id, alias }: { id: string; alias: string }): Promise<string> {
  const captcha = { ...deps.captcha, verify: async () => ({ ok: true as const, isProved: true }) }
  const entries = Array.from({ length: 1000 }, (_, place) =>
    anEntry({ alias, submissionId: randomUUID(), emailAddress: `v${place}@example.com` }),
  )
  const started = performance.now()
  let reads = 0
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const answer = await fetch(new Request(`${deps.settings.publicUrl}/remote/api/public/e-card-by-alias/${alias}`))
      if (answer.ok) reads++
      await answer.arrayBuffer()
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  for (let at = 0; at < entries.length; at += 20)
    await Promise.all(entries.slice(at, at + 20).map((entry) => submitContact({ ...deps, captcha }, entry)))
  const seconds = (performance.now() - started) / 1000
  isOver = true
  await reading
  const { rows } = await deps.db.execute<{ stored: string }>(
    sql`select count(distinct email_address) as stored from contact where subject_id = ${id} and email_address like 'v%@example.com'`,
  )
  return `${seconds.toFixed(1)} s, ${rows[0]?.stored} stored, ${reads} reads meanwhile`
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(work))
  return median(times)
}
