import { describe, expect, test } from 'vitest'
import { loadMessages, translatorFor } from '../../i18n/use-translate.ts'
import { analyticsView, type Answers } from './analytics-view.ts'
import { clickWord } from './analytics-words.ts'
import { countsOf } from './report-counts.ts'
import { countChange, percentChange, pointsChange, rateOf } from './report-change.ts'
import { contactsOf, requestedDays, daysOf, rangesOf } from './report-ranges.ts'

const today = '2026-03-02'
const row = (values: string[], count: number | string) => ({
  dimensionValues: values.map((value) => ({ value })),
  metricValues: [{ value: String(count) }],
})
const nothing: Answers = { byDay: null, contacts: null, clicks: null, pages: null, shared: null }

describe('ANA-1 the periods', () => {
  test('are the last days with today and as many before, none counted twice', () => {
    expect(rangesOf(7)).toEqual([
      { StartDate: '6daysAgo', EndDate: 'today' },
      { StartDate: '13daysAgo', EndDate: '7daysAgo' },
    ])
    expect(rangesOf(30)[1]).toEqual({ StartDate: '59daysAgo', EndDate: '30daysAgo' })
    expect(contactsOf(30)).toEqual({ now: { daysBack: 30 }, before: { daysBack: 60, daysBackEnd: 30 } })
  })

  test('are named day by day, across the end of a month', () => {
    const { now, before } = daysOf(7, today)
    expect([now[0], now.at(-1), before[0], before.at(-1)]).toEqual(['20260224', '20260302', '20260217', '20260223'])
    expect(new Set([...daysOf(30, today).now, ...daysOf(30, today).before]).size).toBe(60)
  })

  test('are 30 days with PRO unless 7 are requested, and always 7 without', () => {
    expect([null, '7', '30', '9999'].map((requested) => requestedDays(requested, true))).toEqual([30, 7, 30, 30])
    expect([null, '7', '30'].map((requested) => requestedDays(requested, false))).toEqual([7, 7, 7])
  })
})

describe('ANA-1 a report', () => {
  test('groups by its last dimension, and sums rows of one name', () => {
    const counts = countsOf({
      rows: [
        row(['20260301', 'Mobile', 'date_range_0'], 3),
        row(['20260301', 'Desktop', 'date_range_0'], 4),
        row(['20260220', 'Mobile', 'date_range_1'], 5),
        row(['20260228', 'Mobile', 'date_range_0'], 'many'),
      ],
    })
    expect([...counts.now]).toEqual([['20260301', 7]])
    expect([...counts.before]).toEqual([['20260220', 5]])
  })

  test('without rows has counts of zero', () => {
    expect(countsOf({}).now.size).toBe(0)
  })
})

describe('ANA-1 the view', () => {
  test('days without a row count zero, beside the previous period', () => {
    const byDay = countsOf({ rows: [row(['20260302', 'Mobile', 'date_range_0'], 9), row(['20260223', 'Mobile', 'date_range_1'], 2)] })
    const view = analyticsView({ ...nothing, byDay }, { days: 7, isOpen: false, today })
    expect(view.byDay?.map(({ value, before }) => [value, before])).toEqual([...Array(6).fill([0, 0]), [9, 2]])
    expect([view.from, view.to]).toEqual(['2026-02-24', '2026-03-02'])
    expect(view.views).toEqual({ now: 9, before: 2 })
  })

  test('a failed report is unknown, and the others still show', () => {
    const clicks = countsOf({ rows: [row(['Instagram', 'date_range_0'], 2), row(['TikTok', 'date_range_0'], 1)] })
    const view = analyticsView({ ...nothing, clicks }, { days: 30, isOpen: true, today })
    expect(view).toMatchObject({ views: null, byDay: null, contacts: null, rate: null, clicks: { now: 3, before: 0 } })
  })

  test('social and link clicks are the specified ones, most clicked first', () => {
    const clicks = countsOf({
      rows: [row(['Website', 'date_range_0'], 5), row(['Share', 'date_range_0'], 1), row(['Yelp', 'date_range_0'], 9)],
    })
    const { social, links } = analyticsView({ ...nothing, clicks }, { days: 30, isOpen: true, today })
    expect(social?.map(({ name }) => name)).toEqual(['Website', 'Instagram', 'Facebook Business', 'LinkedIn', 'YouTube'])
    expect(links?.map(({ name, count }) => `${name} ${count}`)).toEqual(['Share 1', 'Call Me 0', 'Email Me 0', 'Text Me 0'])
  })

  test('pages are the five most viewed, without unnamed ones', () => {
    const names = ['home', 'about', 'reviews', 'connect', 'contact', 'vCard']
    const rows = [row(['(not set)', 'date_range_0'], 99), ...names.map((name, index) => row([name, 'date_range_0'], index + 1))]
    const { pages } = analyticsView({ ...nothing, pages: countsOf({ rows }) }, { days: 30, isOpen: true, today })
    expect(pages?.map(({ name }) => name)).toEqual(['vCard', 'contact', 'connect', 'reviews', 'about'])
  })
})

describe('ANA-1 compared with the previous period', () => {
  test('views and clicks change in percent, from zero as a number', () => {
    expect(percentChange({ now: 125, before: 100 })).toEqual({ unit: 'percent', by: 25, way: 'up' })
    expect(percentChange({ now: 0, before: 8 })).toEqual({ unit: 'percent', by: 100, way: 'down' })
    expect(percentChange({ now: 1001, before: 1000 })).toEqual({ unit: 'percent', by: 0, way: 'flat' })
    expect(percentChange({ now: 4, before: 0 })).toEqual({ unit: 'count', by: 4, way: 'up' })
  })

  test('contacts change as a number, the rate in points with one decimal', () => {
    expect(countChange({ now: 3, before: 5 })).toEqual({ unit: 'count', by: 2, way: 'down' })
    expect(pointsChange({ now: 33.6, before: 35.7 })).toEqual({ unit: 'points', by: 2.1, way: 'down' })
  })

  test('the click rate has one decimal, and is null without views', () => {
    expect([rateOf(462, 1375), rateOf(3, 0), rateOf(0, 9)]).toEqual([33.6, 0, 0])
  })
})

test.each(['constructor', '__proto__', 'toString', 'valueOf'])('ANA-2 a click named “%s” is shown under that name', (name) => {
  expect(clickWord(() => 'a message', name)).toBe(name)
})

test('ANA-2 ways to share are named in the reader’s language', async () => {
  await loadMessages('fr-FR')
  const named = ['Text', 'Copy Link', 'Email', 'Whatsapp', 'QR Code', 'More'].map((name) => clickWord(translatorFor('fr-FR'), name))
  expect(named).toEqual(['SMS', 'Copier le lien', 'E-mail', 'WhatsApp', 'Code QR', 'Plus'])
})
