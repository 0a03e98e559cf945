import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact } from '../../tests/factories/contacts.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp({ outside: { clock: { now: () => new Date('2036-06-15T15:00:00Z') } } })
})
afterAll(() => app[Symbol.asyncDispose]())

type Range = [string, string]
type Options = { alias?: string; timeZone?: string }
const ask = ({ call }: Pick<SignedIn, 'call'>, ranges: Range[], dimensions: string[], { alias, timeZone }: Options = {}) =>
  call('visits.report', {
    input: {
      ...(alias ? { alias } : {}),
      ...(timeZone ? { timeZone } : {}),
      DateRanges: ranges.map(([StartDate, EndDate]) => ({ StartDate, EndDate })),
      Dimensions: dimensions.map((Name) => ({ Name })),
      Metrics: [{ Name: 'eventCount' }],
    },
  })
const plain = (report: Awaited<ReturnType<typeof ask>>) =>
  report.rows?.map(({ dimensionValues, metricValues }) => [...dimensionValues, ...metricValues].map(({ value }) => value).join(' '))
const platform = 'customEvent:platform_used'

async function counted(subjectId: string, rows: [string, string, string, string, number][]) {
  for (const [day, name, dimension, value, count] of rows)
    await app.deps.db.execute(sql`insert into visit_day values (${subjectId}, ${day}::date, ${name}, ${dimension}, ${value}, ${count})`)
}
async function anOwnedCard(plan: 'PRO' | 'FREE' = 'PRO') {
  const card = await aCard(app.deps, { plan })
  return { card, owner: await signedIn(app, card.id) }
}

describe('a report', () => {
  test('ANA-1 counts by day, inclusive, in Google’s format', async () => {
    const { card, owner } = await anOwnedCard()
    const other = await aCard(app.deps)
    await counted(card.id, [
      ['2036-06-15', 'open_carte', 'platform_used', 'Mobile', 5],
      ['2036-06-09', 'open_carte', 'platform_used', 'Mobile', 2],
      ['2036-06-09', 'open_carte', 'platform_used', 'Desktop', 1],
      ['2036-06-08', 'open_carte', 'platform_used', 'Mobile', 40],
      ['2036-06-15', 'homepage_click', 'homepage_click', 'Instagram', 9],
    ])
    await counted(other.id, [['2036-06-15', 'open_carte', 'platform_used', 'Mobile', 7000]])

    const report = await ask(owner, [['6daysAgo', 'today']], [platform])
    expect(report).toEqual({
      dimensionHeaders: [{ name: platform }],
      metricHeaders: [{ name: 'eventCount', type: 'TYPE_INTEGER' }],
      rows: [
        { dimensionValues: [{ value: 'Mobile' }], metricValues: [{ value: '7' }] },
        { dimensionValues: [{ value: 'Desktop' }], metricValues: [{ value: '1' }] },
      ],
      rowCount: 2,
      metadata: { timeZone: 'UTC' },
      kind: 'analyticsData#runReport',
    })
    expect(
      plain(
        await ask(
          owner,
          [
            ['6daysAgo', 'today'],
            ['13daysAgo', '7daysAgo'],
          ],
          [platform],
        ),
      ),
    ).toEqual(['Mobile date_range_0 7', 'Desktop date_range_0 1', 'Mobile date_range_1 40'])
    expect(plain(await ask(owner, [['2036-06-08', '2036-06-09']], ['date', platform]))).toEqual(
      expect.arrayContaining(['20360608 Mobile 40', '20360609 Mobile 2', '20360609 Desktop 1']),
    )
  })

  test('omits rows if there are none, as Google does', async () => {
    const { owner } = await anOwnedCard()
    const report = await ask(owner, [['6daysAgo', 'today']], [platform])
    expect('rows' in report || 'rowCount' in report).toBe(false)
  })

  test('ANA-1 on the free plan covers seven days and the seven before', async () => {
    const { card, owner } = await anOwnedCard('FREE')
    await counted(card.id, [
      ['2036-06-15', 'open_carte', 'platform_used', 'Mobile', 1],
      ['2036-06-02', 'open_carte', 'platform_used', 'Mobile', 2],
      ['2036-06-01', 'open_carte', 'platform_used', 'Mobile', 400],
    ])
    expect(plain(await ask(owner, [['29daysAgo', 'today']], [platform]))).toEqual(['Mobile 3'])
    expect(plain(await ask(owner, [['2036-05-01', '2036-06-01']], [platform]))).toBeUndefined()
  })

  test('on the free plan returns views only; clicks, pages and shares are rejected', async () => {
    const { card, owner } = await anOwnedCard('FREE')
    await counted(card.id, [
      ['2036-06-15', 'homepage_click', 'homepage_click', 'Instagram', 9],
      ['2036-06-15', 'page_view', 'page_name', 'about', 4],
      ['2036-06-15', 'share_carte_location', 'share_carte_location', 'menu', 2],
    ])
    for (const name of ['homepage_click', 'page_name', 'share_carte_location'])
      for (const [ranges, dimensions] of [
        [[['today', 'today']], [`customEvent:${name}`]],
        [[['29daysAgo', 'today']], [`customEvent:${name}`, 'date']],
      ] as [Range[], string[]][]) {
        const thrown: unknown = await ask(owner, ranges, dimensions, { alias: card.alias }).catch((error: unknown) => error)
        expect(isProblem(thrown) && thrown.problem).toMatchObject({ status: 403 })
      }
  })

  test('covers the caller’s own card only', async () => {
    const [one, two] = [await anOwnedCard(), await anOwnedCard()]
    await counted(two.card.id, [['2036-06-15', 'open_carte', 'platform_used', 'Mobile', 3]])
    expect(plain(await ask(two.owner, [['today', 'today']], [platform], { alias: two.card.alias }))).toEqual(['Mobile 3'])
    await expect(ask(one.owner, [['today', 'today']], [platform], { alias: two.card.alias })).rejects.toMatchObject({
      problem: { status: 404 },
    })
    expect(plain(await ask(one.owner, [['today', 'today']], [platform]))).toBeUndefined()
  })

  test.each([
    [[['today', 'yesterday']], [platform]],
    [[['2036-02-31', 'today']], [platform]],
    [
      [
        ['400daysAgo', 'today'],
        ['today', 'today'],
      ],
      ['customEvent:email'],
    ],
    [[['today', 'today']], ['date']],
    [[['today', 'today']], [platform, platform]],
    [[['2000-01-01', 'today']], [platform]],
  ] as [Range[], string[]][])('of %j by %j is refused in words', async (ranges, dimensions) => {
    const { owner } = await anOwnedCard()
    const thrown: unknown = await ask(owner, ranges, dimensions).catch((error: unknown) => error)
    expect(isProblem(thrown) && thrown.problem).toMatchObject({ status: 422 })
  })

  describe('in the reader’s time zone', () => {
    const minuteMs = 60_000
    /** Views of a card, one every 11 minutes, and their expected counts per local day. */
    async function viewed(subjectId: string, from: string, days: number, timeZone: string) {
      const start = Date.parse(from)
      const moments = Array.from({ length: Math.floor((days * 1440) / 11) }, (_, at) => new Date(start + at * 11 * minuteMs))
      await app.deps.visitWriter.write(
        moments.map((at) => ({ subjectId, at, name: 'open_carte', dimension: 'platform_used', value: 'Mobile' })),
      )
      const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
      return Object.entries(Object.groupBy(moments, (at) => calendar.format(at).replaceAll('-', ''))).map(
        ([day, on]) => `${day} Mobile ${on?.length}`,
      )
    }

    test.each([
      ['Pacific/Honolulu', '2036-06-10'],
      ['Asia/Kolkata', '2036-06-10'],
      ['Pacific/Chatham', '2036-06-10'],
      // Daylight saving time: a day of 23 hours, and one of 25.
      ['America/New_York', '2036-03-07'],
      ['America/New_York', '2036-10-31'],
      ['Pacific/Chatham', '2036-04-04'],
      // Midnight doesn’t exist on the day the clocks go forward.
      ['America/Santiago', '2036-09-05'],
    ])('days of %s around %s begin and end in local time', async (timeZone, from) => {
      const { card, owner } = await anOwnedCard()
      const expected = await viewed(card.id, `${from}T12:00:00Z`, 3, timeZone)
      const [first = '', last = ''] = [expected[0], expected.at(-1)].map((row) => (row ?? '').replace(/^(....)(..)(..).*/, '$1-$2-$3'))
      const report = await ask(owner, [[first, last]], ['date', platform], { timeZone })
      expect([plain(report), report.metadata.timeZone]).toEqual([expected, timeZone])

      // The first day has only its own views; all days together have all.
      expect(plain(await ask(owner, [[first, first]], [platform], { timeZone }))).toEqual([expected[0]?.slice(9)])
      const total = expected.reduce((sum, row) => sum + Number(row.split(' ')[2]), 0)
      expect(plain(await ask(owner, [[first, last]], [platform], { timeZone }))).toEqual([`Mobile ${total}`])
    })

    test('today is the same day in a report and in the list of contacts', async () => {
      const { card, owner } = await anOwnedCard()
      // 3:45 on June 16 in the Chatham Islands.
      const timeZone = 'Pacific/Chatham'
      for (const hour of ['10', '12', '14']) {
        const at = new Date(`2036-06-15T${hour}:20:00Z`)
        await aContact(app.deps, card.id, { dateCreated: at })
        await app.deps.visitWriter.write([{ subjectId: card.id, at, name: 'open_carte', dimension: 'platform_used', value: 'Mobile' }])
      }
      const contacts = async (period: { daysBack: number; daysBackEnd?: number }) => {
        const params = { page: 1, pageSize: 1, tag: 'none' }
        const { metaData } = await owner.call('contacts.search', { params, input: { SearchFor: '', timeZone, ...period } })
        return metaData.totalCount
      }
      const views = async (day: string) => plain(await ask(owner, [[day, day]], [platform], { timeZone }))
      expect([await contacts({ daysBack: 1 }), await views('today')]).toEqual([2, ['Mobile 2']])
      expect([await contacts({ daysBack: 2, daysBackEnd: 1 }), await views('yesterday')]).toEqual([1, ['Mobile 1']])
    })

    test('a count without quarter-hour counts stays on its UTC day', async () => {
      const { card, owner } = await anOwnedCard()
      await counted(card.id, [['2036-06-14', 'open_carte', 'platform_used', 'Mobile', 5]])
      const report = await ask(owner, [['6daysAgo', 'today']], ['date', platform], { timeZone: 'Asia/Kolkata' })
      expect(plain(report)).toEqual(['20360614 Mobile 5'])
    })

    test.each([
      ['1000-01-01', '1000-01-31', undefined],
      ['2999-12-01', '2999-12-31', undefined],
      ['0001-01-01', '0001-01-31', 422],
      ['9999-12-01', '9999-12-31', 422],
    ])('days from %s to %s are counted, or rejected with a message', async (from, to, status) => {
      const { owner } = await anOwnedCard()
      for (const timeZone of ['Asia/Kolkata', 'America/New_York'])
        for (const dimensions of [[platform], ['date', platform]]) {
          const thrown: unknown = await ask(owner, [[from, to]], dimensions, { timeZone }).then(
            () => null,
            (error: unknown) => error,
          )
          expect(isProblem(thrown) ? thrown.problem.status : thrown).toBe(status ?? null)
        }
    })

    test('an unknown time zone is rejected', async () => {
      const { owner } = await anOwnedCard()
      for (const timeZone of ['Mars/Olympus', "'; drop table visit_day; --"]) {
        const thrown: unknown = await ask(owner, [['today', 'today']], [platform], { timeZone }).catch((error: unknown) => error)
        expect(isProblem(thrown) && thrown.problem).toMatchObject({ status: 422, issues: [{ path: 'timeZone', code: 'timeZoneUnknown' }] })
      }
    })
  })

  test('ANA-2 supports each parameter that events are counted by', async () => {
    const { card, owner } = await anOwnedCard()
    await counted(card.id, [
      ['2036-06-15', 'page_view', 'page_name', 'about', 4],
      ['2036-06-15', 'custom_history_change', 'page_name', 'about', 100],
      ['2036-06-15', 'share_carte_location', 'share_carte_location', 'menu', 2],
    ])
    expect(plain(await ask(owner, [['today', 'today']], ['customEvent:page_name']))).toEqual(['about 4'])
    expect(plain(await ask(owner, [['today', 'today']], ['customEvent:share_carte_location']))).toEqual(['menu 2'])
    await counted(card.id, [['2036-06-15', 'open_carte', 'platform_used', 'Mobile', 5]])
    expect(plain(await ask(owner, [['today', 'today']], ['customEvent:open_carte']))).toEqual(['Mobile 5'])
  })
})
