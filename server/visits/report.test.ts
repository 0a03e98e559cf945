import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRefused } from '#contract/api.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp({ outside: { clock: { now: () => new Date('2036-06-15T15:00:00Z') } } })
})
afterAll(() => app[Symbol.asyncDispose]())

type Range = [string, string]
const ask = ({ call }: Pick<SignedIn, 'call'>, ranges: Range[], dimensions: string[], alias?: string) =>
  call('visits.report', {
    input: {
      ...(alias ? { alias } : {}),
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
    await app.needs.db.execute(sql`insert into visit_day values (${subjectId}, ${day}::date, ${name}, ${dimension}, ${value}, ${count})`)
}
async function anOwnedCard(plan: 'PRO' | 'FREE' = 'PRO') {
  const card = await aCard(app.needs, { plan })
  return { card, owner: await signedIn(app, card.id) }
}

describe('a report', () => {
  test('ANA-1 counts from day to day, both ends in, in the shape Google’s has', async () => {
    const { card, owner } = await anOwnedCard()
    const other = await aCard(app.needs)
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

  test('leaves rows out where there are none, as Google does', async () => {
    const { owner } = await anOwnedCard()
    const report = await ask(owner, [['6daysAgo', 'today']], [platform])
    expect('rows' in report || 'rowCount' in report).toBe(false)
  })

  test('ANA-1 on the free plan opens seven days and the seven before them, whatever is asked for', async () => {
    const { card, owner } = await anOwnedCard('FREE')
    await counted(card.id, [
      ['2036-06-15', 'open_carte', 'platform_used', 'Mobile', 1],
      ['2036-06-02', 'open_carte', 'platform_used', 'Mobile', 2],
      ['2036-06-01', 'open_carte', 'platform_used', 'Mobile', 400],
    ])
    expect(plain(await ask(owner, [['29daysAgo', 'today']], [platform]))).toEqual(['Mobile 3'])
    expect(plain(await ask(owner, [['2036-05-01', '2036-06-01']], [platform]))).toBeUndefined()
  })

  test('is of the owner’s own card, whichever is named', async () => {
    const [one, two] = [await anOwnedCard(), await anOwnedCard()]
    await counted(two.card.id, [['2036-06-15', 'open_carte', 'platform_used', 'Mobile', 3]])
    expect(plain(await ask(two.owner, [['today', 'today']], [platform], two.card.alias))).toEqual(['Mobile 3'])
    await expect(ask(one.owner, [['today', 'today']], [platform], two.card.alias)).rejects.toMatchObject({ problem: { status: 404 } })
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
    expect(isRefused(thrown) && thrown.problem).toMatchObject({ status: 422 })
  })

  test('ANA-2 knows each parameter that events are counted by', async () => {
    const { card, owner } = await anOwnedCard()
    await counted(card.id, [
      ['2036-06-15', 'page_view', 'page_name', 'about', 4],
      ['2036-06-15', 'custom_history_change', 'page_name', 'about', 100],
      ['2036-06-15', 'share_carte_location', 'share_carte_location', 'menu', 2],
    ])
    expect(plain(await ask(owner, [['today', 'today']], ['customEvent:page_name']))).toEqual(['about 4'])
    expect(plain(await ask(owner, [['today', 'today']], ['customEvent:share_carte_location']))).toEqual(['menu 2'])
  })
})
