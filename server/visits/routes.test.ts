import { eq, sql, sum } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { retention } from '#contract/accounts/retention.ts'
import { missingParentProblem } from '#server/database/constraint-of.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { theApp } from '../../tests/harness/app.ts'
import { changeCard } from '../cards/editor/change-card.ts'
import { removeCard } from '../cards/owned/remove-card.ts'
import { cardLogs, visitDays, visitEvents } from './tables.ts'
import { eventually } from '../../tests/harness/eventually.ts'

const app = await theApp()

const phone = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
let callers = 0
const post = (path: string, body: unknown, userAgent: string | null = phone) =>
  app.fetch(
    new Request(`${app.settings.publicUrl}/remote/api/public/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(userAgent ? { 'user-agent': userAgent } : {}) },
      body: JSON.stringify(body),
    }),
    { incoming: { socket: { remoteAddress: `10.1.${Math.floor(++callers / 200)}.${callers % 200}` } } },
  )
const track = (alias: string, events: unknown[], userAgent?: string | null) => post('track', { alias, events }, userAgent)
const view = (page: string) => ({ name: 'page_view', params: { page_name: page } })

const daysOf = (subjectId: string) =>
  app.deps.db
    .select({ name: visitDays.name, dimension: visitDays.dimension, value: visitDays.value, count: visitDays.count })
    .from(visitDays)
    .where(eq(visitDays.subjectId, subjectId))
    .orderBy(visitDays.name, visitDays.value)
const countOf = async (subjectId: string) =>
  Number(
    (
      await app.deps.db
        .select({ all: sum(visitDays.count) })
        .from(visitDays)
        .where(eq(visitDays.subjectId, subjectId))
    )[0]?.all ?? 0,
  )

describe('visits.track', () => {
  test('API-1 ANA-2 accepted events are counted by parameter and day', async () => {
    const { id, alias } = await aCard(app.deps)
    const answer = await track(alias, [
      { name: 'open_carte', params: { platform_used: 'Mobile' } },
      view('home'),
      view('home'),
      { name: 'homepage_click', params: { homepage_click: 'Instagram' } },
      { name: 'share_carte_location', params: { share_carte_location: 'Text' } },
    ])
    expect(await answer.json()).toEqual({ success: 1, message: '' })
    expect(await daysOf(id)).toEqual([
      { name: 'homepage_click', dimension: 'homepage_click', value: 'Instagram', count: 1 },
      { name: 'open_carte', dimension: 'platform_used', value: 'Mobile', count: 1 },
      { name: 'page_view', dimension: 'page_name', value: 'home', count: 2 },
      { name: 'share_carte_location', dimension: 'share_carte_location', value: 'Text', count: 1 },
    ])
  })

  test('concurrent events are each counted once', async () => {
    const cards = await Promise.all(Array.from({ length: 4 }, () => aCard(app.deps)))
    const answers = await Promise.all(
      cards.flatMap(({ alias }) => Array.from({ length: 25 }, () => track(alias, [view('home'), view('about')]))),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    for (const { id } of cards) {
      expect(await countOf(id)).toBe(50)
      expect(await app.deps.db.$count(visitEvents, eq(visitEvents.subjectId, id))).toBe(50)
    }
  })

  test.each(['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'facebookexternalhit/1.1', 'curl/8.5.0', null])(
    '%s is a bot: accepted, not counted',
    async (userAgent) => {
      const { id, alias } = await aCard(app.deps)
      expect((await track(alias, [view('home')], userAgent)).status).toBe(200)
      expect(await countOf(id)).toBe(0)
    },
  )

  test('nothing about the visitor is stored, and no cookie is set', async () => {
    const { id, alias } = await aCard(app.deps)
    const answer = await track(alias, [{ name: 'page_view', params: { page_name: 'home', email: 'visitor@example.com' } }])
    expect(answer.headers.get('set-cookie')).toBeNull()
    const [event] = await app.deps.db.select().from(visitEvents).where(eq(visitEvents.subjectId, id))
    expect(Object.keys(event ?? {}).sort()).toEqual(['at', 'id', 'name', 'params', 'subjectId'])
    expect(event?.params).toEqual({ page_name: 'home' })
  })

  test('unknown events, too many events and unknown cards are rejected with a message', async () => {
    const { alias } = await aCard(app.deps)
    expect(await (await track(alias, [view('home'), { name: 'drop_table' }])).json()).toMatchObject({
      success: 0,
      message: 'There is no such event.',
    })
    expect(
      (
        await track(
          alias,
          Array.from({ length: 26 }, () => view('home')),
        )
      ).status,
    ).toBe(422)
    expect((await track('nobody-here', [view('home')])).status).toBe(404)
  })

  test('events of a card that was just switched off get no error, and aren’t counted', async () => {
    const { id, alias } = await aCard(app.deps)
    await changeCard(app.deps, id, { eCardEnabled: false })
    expect((await track(alias, [view('home')])).ok).toBe(true)
    expect(await countOf(id)).toBe(0)
  })

  test('a card deleted meanwhile doesn’t affect other cards’ visits', async () => {
    const [gone, stays] = [await aCard(app.deps), await aCard(app.deps)]
    const at = new Date()
    const event = { at, name: 'page_view', dimension: 'page_name', value: 'home' }
    await removeCard(app.deps, gone.id)
    const results = await Promise.allSettled([gone, stays].map(({ id }) => app.deps.visitWriter.write([{ subjectId: id, ...event }])))
    expect(results.map((result) => result.status === 'rejected' && missingParentProblem(result.reason))).toEqual(['card-not-found', false])
    expect(await countOf(stays.id)).toBe(1)
  })
})

describe('events that the server observes', () => {
  test('SHARE-4 short link clicks and vCard downloads are counted, for people only', async () => {
    const { id, alias } = await aCard(app.deps)
    const long = `${app.settings.publicUrl}/${alias}/home`
    const short = await (
      await app.ask(`/remote/api/public/shorten-url/?longUrl=${encodeURIComponent(long)}`, { headers: { 'x-csrf': '1' } })
    ).text()
    for (const userAgent of [phone, 'Slackbot-LinkExpanding 1.0']) {
      await app.ask(new URL(short).pathname, { headers: { 'user-agent': userAgent } })
      await app.ask(`/api/public/client/${alias}/v-card/latest`, { headers: { 'user-agent': userAgent } })
    }
    // Prefetched by the app for offline use.
    await app.ask(`/api/public/client/${alias}/v-card/latest`, { headers: { 'user-agent': phone, purpose: 'prefetch' } })
    await eventually(async () =>
      expect(await daysOf(id)).toEqual([
        { name: 'short_link_click', dimension: 'short_link', value: long, count: 1 },
        { name: 'v_card_download', dimension: 'platform_used', value: 'file', count: 1 },
      ]),
    )
  })
})

describe('visits.cleanup', () => {
  test('coming months have partitions, and events for a past month are still stored', async () => {
    await app.deps.jobs.enqueue(app.deps.db, 'visits.cleanup', {})
    await app.deps.jobs.settle()
    const { id } = await aCard(app.deps)
    const next = new Date()
    next.setUTCMonth(next.getUTCMonth() + 1, 2)
    await app.deps.visitWriter.write([{ subjectId: id, at: next, name: 'page_view', dimension: 'page_name', value: 'home' }])
    expect(await countOf(id)).toBe(1)
  })

  test('PRIVACY expired quarter-hour counts are deleted in one run; newer ones stay', async () => {
    const { id } = await aCard(app.deps)
    const days = sql`${retention.visitQuarterDays}::int * interval '1 day'`
    await app.deps.db.execute(sql`
      insert into visit_quarter (subject_id, name, dimension, value, at, count)
      select ${id}::uuid, 'page_view', 'page_name', 'home', now() - ${days} + n * interval '7 hours', 1 from generate_series(-20, 3) n`)
    await app.deps.jobs.enqueue(app.deps.db, 'visits.cleanup', {})
    await app.deps.jobs.settle()
    const { rows } = await app.deps.db.execute(sql`select count(*)::int as n from visit_quarter where subject_id = ${id}`)
    expect(rows).toEqual([{ n: 3 }])
  })
})

describe('visits.log', () => {
  test('API-1 stores an error that a page reports, as text', async () => {
    const { id, alias } = await aCard(app.deps)
    const answer = await post('carte-log', { alias, message: '<script>alert(1)</script>', data: { stack: 'at x' } })
    expect(await answer.json()).toEqual({ success: 1, message: '' })
    const [stored] = await app.deps.db.select().from(cardLogs).where(eq(cardLogs.subjectId, id))
    expect(stored).toMatchObject({ message: '<script>alert(1)</script>', data: { stack: 'at x' } })
  })

  test('rejects a log entry that is too large', async () => {
    const { alias } = await aCard(app.deps)
    expect((await post('carte-log', { alias, message: 'x', data: 'y'.repeat(9000) })).status).toBe(422)
  })
})
