import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Health } from '#contract/admin/admin.ts'
import { OverviewPage } from '../../../features/admin/overview/overview-page.tsx'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { listAttention } from './load-overview.ts'

/** An installation where nothing but backups needs attention. */
function attentionOf(
  backups: Partial<Health['backups']>,
  backupAt: string | null = null,
  jobsFailed = 0,
  mail = {},
  phoneUrl: string | null = null,
) {
  const health = {
    backupAt,
    phoneUrl,
    backups: {
      isScheduled: false,
      everyHours: 24,
      proposal: '/srv/carte-backups',
      rehearsedAt: null,
      failed: null,
      rehearsalFailed: null,
      ...backups,
    },
    storage: { isWritable: true, freeBytes: null, totalBytes: null, isAway: false },
    jobs: { failed: jobsFailed, oldestSeconds: 0 },
    mail: { isSent: true, retrying: 0, failed: 0, ...mail },
    billing: { failedEvents: 0 },
    reports: { open: 0, oldestAt: null, oldestAlias: '' },
    database: { connections: 1, connectionsMax: 100 },
  } as unknown as Health
  const text = () => ''
  const moment = (at: string) => ({ at, text: `local ${at}`, utc: `utc ${at}` })
  return listAttention(health, { t: translatorFor('en'), language: 'en', now: 0, amount: text, number: text, moment })
}

const updated = { at: '2025-06-15T16:41:00Z', text: '9:41 AM', utc: 'Jun 15, 2025, 4:41 PM UTC' }

function draw(attention: ReturnType<typeof attentionOf>, demoCards = 0, at = '/admin') {
  const overview = { host: '', updated, attention, tiles: [], trends: [], demoCards, acts: [] }
  const Page = createRoutesStub([{ path: '/admin', Component: () => <OverviewPage overview={overview} /> }])
  return renderToStaticMarkup(<Page initialEntries={[at]} />)
}

test('without a known backup the overview makes one, in a folder of its own if there is no place yet', () => {
  const button = (intent: string) =>
    new RegExp(`<form action="/admin/backups" method="post"><button value="${intent}"[^>]* name="intent"><span[^>]*>Back up now<`)
  expect(draw(attentionOf({ isScheduled: true }))).toMatch(button('run'))
  const without = draw(attentionOf({}))
  expect(without).toMatch(button('first'))
  expect(without).toContain('Back up to /srv/carte-backups now')
})

test('a backup that failed or is known needs no first one', () => {
  expect(attentionOf({ isScheduled: true }, '1970-01-01T00:00:00Z')).toEqual([])
  expect(attentionOf({ isScheduled: true, failed: 'full' }).map(({ key }) => key)).toEqual(['backupFailed'])
})

test('without a mail server the overview leads to its settings', () => {
  const found = attentionOf({ isScheduled: true }, '1970-01-01T00:00:00Z', 0, { isSent: false })
  expect(found).toMatchObject([{ key: 'noMail', action: 'Set up mail', href: '/admin/setup/mail' }])
})

test('where only this computer can open cards, the overview has an address for phones', () => {
  const [found] = attentionOf({ isScheduled: true }, '1970-01-01T00:00:00Z', 0, {}, 'http://192.168.1.23:3000')
  expect(found).toMatchObject({ key: 'local', href: '/admin/setup/installation' })
  expect(found?.note).toContain('PUBLIC_URL=http://192.168.1.23:3000')
})

test('what is broken comes first, and the page says when it was read', () => {
  expect(attentionOf({}, null, 3).map(({ key }) => key)).toEqual(['jobs', 'noBackup'])
  expect(draw([])).toContain('<time dateTime="2025-06-15T16:41:00Z" title="Jun 15, 2025, 4:41 PM UTC">Updated 9:41 AM</time>')
})

test('emails that the server refuses need attention before they have failed', () => {
  const found = attentionOf({}, null, 0, { retrying: 2, server: 'smtp.example.com' }).find(({ icon }) => icon === 'mail')
  expect(found).toMatchObject({ key: 'mailRetrying', kind: 'warn', title: '2 emails are being retried', href: '/admin/jobs' })
  expect(found?.note).toContain('smtp.example.com')
})

test('figures name the demo cards they leave out, removed after a confirmation', () => {
  const page = draw([], 7)
  expect(page).toMatch(
    /These figures leave out the 7 demo cards and their contacts.*href="\/admin\?dialog=removeDemo".*Remove the 7 demo cards</,
  )
  expect(page).not.toContain('value="removeDemo"')
  const open = draw([], 7, '/admin?dialog=removeDemo')
  expect(open).toMatch(/they don’t come back.*<form[^>]*action="\/admin\/cards".*value="removeDemo"/)
  expect(draw([], 0, '/admin?dialog=removeDemo')).not.toContain('removeDemo"')
})

test('a time in a sentence has UTC on hover', () => {
  const old = '1960-01-01T00:00:00Z'
  expect(draw(attentionOf({ isScheduled: true }, old))).toMatch(new RegExp(`<time dateTime="${old}" title="utc ${old}">[^<]*local ${old}`))
})
