import { describe, expect, test } from 'vitest'
import { adminFiles, argsFor, importPage, openAdminPage } from '../../../tests/harness/admin-pages.ts'

const title = (words: string) => ({ data: { title: `${words} | Admin | Carte` } })

describe.each([
  ['nothing-here', 'No such admin page'],
  ['cards/ruth', 'No such card'],
  ['cards/ruth/plan', 'No such card'],
  ['cards/ruth/nothing', 'No such admin page'],
  ['mail/1', 'No such email'],
  ['imports/1', 'No such import'],
  ['setup/nothing', 'No such group of settings'],
  ['reports/1', 'No such admin page'],
  ['constructor/constructor', 'No such admin page'],
  ['releases/story/nothing', 'No such story'],
  ['releases/version/9.9.9', 'No such version'],
])('/admin/%s', (path, words) => {
  test('tells administrators what isn’t there', async () => {
    expect(await openAdminPage(path)).toMatchObject({ init: { status: 404 }, ...title(words) })
  })
})

const unknownCard = { init: { status: 404 }, data: { missingAlias: 'admin' } }

describe.each(adminFiles)('%s', (file) => {
  test('looks like an unknown card to others, opened or sent a form', async () => {
    const { loader, action } = await importPage(file)
    const [page, body] = ['https://carte.example/admin/cards?export=csv&show=links', new FormData()]
    await expect(loader(argsFor(new Request(page), { isAdmin: false }))).rejects.toMatchObject(unknownCard)
    await expect(action(argsFor(new Request(page, { method: 'POST', body }), { isAdmin: false }))).rejects.toMatchObject(unknownCard)
  })
})

test('a page is titled with its place, and with the thing it is about first', async () => {
  const jobs = () => ({ queues: [], failing: [], next: null })
  expect(await openAdminPage('jobs', { call: jobs })).toMatchObject(title('Jobs'))
  const mail = () => ({ subject: '', text: '', at: '2026-11-29T04:05:00Z' })
  expect(await openAdminPage('mail/1', { call: mail })).toMatchObject(title('No subject | Mail'))
  const reports = () => ({ reports: [], cards: [], next: null })
  expect(await openAdminPage('reports?state=closed', { call: reports })).toMatchObject(title('Closed reports | Reports'))
  expect(await openAdminPage('releases/version/new')).toMatchObject(title('New release note | Stories and releases'))
})

describe('the notice of the last form', () => {
  const lists = {
    'admin.blockedHosts': { hosts: [{ host: 'evil.example', reason: '' }], next: null },
    'admin.reserved': { names: [{ name: 'shop', reason: '' }], next: null },
    'admin.connections': {
      waiting: 0,
      overdueSeconds: 0,
      failing: [],
      off: [{ host: 'slow.example:8443', offAt: '2026-11-29T04:05:00Z' }],
    },
    'admin.jobs': { queues: [], failing: [], next: null },
    'admin.backups': {
      backups: [],
      runs: [{ id: 'new', kind: 'backup', startedAt: '2026-11-29T04:05:00Z', endedAt: null, file: '', bytes: 0, error: '' }],
      acts: [],
      target: '/srv/backups',
      isEncrypted: false,
      lastAt: null,
      nextAt: null,
      rehearsedAt: null,
      nextRehearsalAt: null,
    },
  }
  const read = async (href: string) => {
    const loaded = await openAdminPage(href, { call: (name) => lists[name as keyof typeof lists] })
    return (loaded as { data: { done: unknown } }).data.done
  }

  test('says what it did, and offers to undo it', async () => {
    expect(await read('jobs?done=jobRetried')).toEqual({ text: 'The job runs again shortly.' })
    expect(await read('blocked-hosts?done=hostBlocked&about=evil.example')).toEqual({
      text: 'evil.example is blocked.',
      undo: { intent: 'remove', fields: { host: 'evil.example' } },
    })
    expect(await read('blocked-hosts?done=hostReleased&about=other.example')).toEqual({ text: 'other.example is no longer blocked.' })
    expect(await read('reserved-addresses?done=nameReserved&about=shop')).toMatchObject({
      undo: { intent: 'remove', fields: { name: 'shop' } },
    })
    expect(await read('backups?done=started&about=new')).toMatchObject({ text: expect.stringContaining('Started') })
    expect(await read('deliveries?done=hostOff&about=slow.example:8443')).toMatchObject({
      undo: { intent: 'on', fields: { host: 'slow.example:8443', sendMissed: '1' } },
    })
  })

  test.each([
    'blocked-hosts?done=hostBlocked&about=other.example',
    'blocked-hosts?done=hostReleased&about=evil.example',
    'reserved-addresses?done=nameReserved&about=other',
    'reserved-addresses?done=nameReleased&about=shop',
    'deliveries?done=hostOff&about=other.example',
    'deliveries?done=hostOn&about=slow.example:8443',
    'backups?done=started&about=old',
    'jobs?done=nonsense',
    'jobs?done=toString',
    'jobs?done=',
    'jobs',
  ])('at the old or made-up address %s says nothing', async (href) => {
    expect(await read(href)).toBeNull()
  })
})
