import { createHash } from 'node:crypto'
import type pg from 'pg'
import sharp from 'sharp'
import { callerAt } from '../../tests/start/caller.ts'
import { contactKey, contactValue } from './actions.ts'
import { cardValue } from './card-value.ts'
import type { Owner } from './seed-owners.ts'
import type { StoredState } from './expectations.ts'

type Note = { Note: string }
type Pictures = { profile?: { revision?: string } }
type StoredDraft = { title?: string; reviews?: { key: string }[]; pictures?: Pictures }

/** Everything an owner has in the database, and which of their sessions the server accepts. */
export async function findAll(client: pg.Client, url: string, owner: Owner): Promise<StoredState> {
  const cells = new Map<string, string>()
  const ask = async <R extends pg.QueryResultRow>(text: string) => (await client.query<R>(text, [owner.id])).rows

  type Contact = { submission: string; name: string; tags: string[]; notes: Note[] }
  for (const { submission, name, tags, notes } of await ask<Contact>(
    'select submission_id as submission, name, tags, owner_notes as notes from contact where subject_id = $1',
  )) {
    const words = notes.map(({ Note }) => Note)
    cells.set(contactKey(submission), contactValue(name, tags, words))
  }
  type Device = { device: string; endpoint: string }
  for (const { device, endpoint } of await ask<Device>(
    `select device, token ->> 'endpoint' as endpoint from push_subscription where subject_id = $1`,
  ))
    cells.set(`device ${device}`, endpoint)
  for (const { url: longUrl, codes } of await ask<{ url: string; codes: string }>(
    `select long_url as url, string_agg(code, ' and ') as codes from short_link where subject_id = $1 group by 1`,
  ))
    cells.set(`link ${longUrl}`, codes)

  type Row = { title: string; reviews: { key: string }[]; portrait: string | null; drafted: StoredDraft | null }
  const [card] = await ask<Row>(`select title, reviews, drafted.fields as drafted,
    (select revision from picture where subject_id = $1 and kind = 'profile') as portrait
    from subject left join card_draft drafted on drafted.subject_id = id where id = $1`)
  if (card) {
    const { title, reviews, portrait, drafted } = card
    const draft = { title: drafted?.title, review: drafted?.reviews?.[0]?.key, portrait: drafted?.pictures?.profile?.revision }
    cells.set('card', JSON.stringify(JSON.parse(cardValue({ title, review: reviews[0]?.key ?? '', portrait: portrait ?? '' }, draft))))
  }
  await findSessions(url, owner, cells)

  const [sums] = await ask<{ invoices: number; views: number }>(`select
    (select count(*)::int from invoice where subject_id = $1) as invoices,
    (select count(*)::int from visit_event where subject_id = $1 and name = 'page_view') as views`)
  return { cells, counters: new Map(Object.entries(sums ?? {})) }
}

/** The live sessions and the last few ended ones. */
async function findSessions(url: string, owner: Owner, cells: Map<string, string>) {
  for (const cookie of owner.sessions) {
    const answer = await fetch(`${url}/bff/user`, { headers: { cookie, 'x-csrf': '1' } })
    if (answer.status === 200) cells.set(`session ${cookie}`, 'live')
    else if (answer.status !== 401) throw new Error(`a session was answered with ${answer.status}`)
  }
}

/** Invariants that hold after any requests. */
export async function findBroken(client: pg.Client, url: string, owner: Owner): Promise<string[]> {
  const issues: string[] = []
  const { rows } = await client.query<{ events: number; days: number; clicks: number; invoices: number; twice: number }>(
    `select (select count(*)::int from visit_event where subject_id = $1) as events,
      (select coalesce(sum(count), 0)::int from visit_day where subject_id = $1) as days,
      (select count(*)::int from billing_press where subject_id = $1) as clicks,
      (select count(*)::int from invoice where subject_id = $1) as invoices,
      (select count(*)::int from (select name from contact where subject_id = $1 group by 1 having count(*) > 1) same) as twice`,
    [owner.id],
  )
  const { events = 0, days = 0, clicks = 0, invoices = 0, twice = 0 } = rows[0] ?? {}
  if (events !== days) issues.push(`${events} events were stored and ${days} counted`)
  if (clicks !== invoices) issues.push(`${clicks} payments were recorded, and ${invoices} receipts written`)
  if (twice > 0) issues.push(`${twice} contacts are there twice`)
  const visible = await callerAt(url).call('cards.read', { params: { alias: owner.alias } })
  const card = visible['{product}']
  if ('title' in card) {
    const stored = await client.query<{ title: string }>('select title from subject where id = $1', [owner.id])
    if (stored.rows[0]?.title !== card.title) issues.push(`visitors see ${card.title}, but ${stored.rows[0]?.title} is stored`)
    if (card.pictures.profile) issues.push(...(await findBrokenPicture(url, owner.alias, card.pictures.profile)))
  }
  return issues
}

type Visible = { revision: string; width: number }

/** Every address of the picture returns a complete image. */
async function findBrokenPicture(url: string, alias: string, { revision }: Visible): Promise<string[]> {
  const path = `${url}/api/public/client-image/${alias}/ProfileImage/${revision}`
  for (const [accept, width] of [
    ['image/webp', ''],
    ['image/jpeg', '?w=88'],
  ] as const) {
    const answer = await fetch(path + width, { headers: { accept } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) return [`a portrait was answered with ${answer.status}`]
    const decoded = await sharp(bytes, { failOn: 'warning' })
      .stats()
      .catch(() => null)
    if (!decoded || answer.headers.get('content-type')?.startsWith('image/svg+xml'))
      return [`a portrait of ${bytes.length} bytes (${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}) cannot be read`]
  }
  return []
}
