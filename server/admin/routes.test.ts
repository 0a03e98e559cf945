import { isAtRest } from '#server/cards/aliases/resting-store.ts'
import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CardImport } from '#contract/admin/operator.ts'
import { importPartBytes, type PlanFilter, type StateFilter } from '#contract/admin/operator-choices.ts'
import { accounts } from '#server/accounts/tables.ts'
import { writeAct } from '#server/audit/write-act.ts'
import { openVisitBook } from '#server/visits/visit-book.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { statementsOf } from '../../tests/harness/statements.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'

let app: TestApp
let operator: SignedIn
beforeAll(async () => {
  app = await anApp()
  operator = await signedIn(app, (await aCard(app.needs)).id)
  await app.needs.db.update(accounts).set({ isOperator: true }).where(eq(accounts.id, operator.accountId))
})
afterAll(() => app[Symbol.asyncDispose]())

const read = (alias: string) => operator.call('operator.card', { params: { alias } })
const actsOn = async (q: string) => (await operator.call('operator.acts', { query: { q } })).acts
const isRefusedWith = (status: number) => expect.objectContaining({ problem: expect.objectContaining({ status }) })

describe('operator.cards', () => {
  test('ACCOUNT-5 finds a card by a part of its alias, name, company or e-mail, and by its owner’s e-mail', async () => {
    const { alias, id } = await aCard(app.needs, { fullName: 'Ottoline Quist', companyName: 'Zephyr Row', emailAddress: 'o@quist.example' })
    const { email } = await signedIn(app, id)
    for (const q of [alias.slice(2, 9), 'LINE QUI', 'zephyr', 'quist.exa', email.slice(0, 14)]) {
      const { cards } = await operator.call('operator.cards', { query: { q } })
      expect(
        cards.map((card) => card.alias),
        q,
      ).toContain(alias)
    }
    expect((await operator.call('operator.cards', { query: { q: '%' } })).cards).toEqual([])
  })

  test('tells of each card whether it is PRO and whether it is on trial', async () => {
    const prefix = `plans-${randomBytes(3).toString('hex')}`
    for (const plan of ['FREE', 'PRO', 'TRIAL'] as const) await aCard(app.needs, { alias: `${prefix}-${plan}`.toLowerCase(), plan: 'FREE' })
    for (const choice of ['PRO', 'TRIAL'] as const)
      await operator.call('operator.setPlan', { input: { alias: `${prefix}-${choice}`.toLowerCase(), choice } })
    const { cards } = await operator.call('operator.cards', { query: { q: prefix } })
    expect(cards.map(({ plan, isTrial }) => `${plan} ${isTrial}`)).toEqual(['FREE false', 'PRO false', 'PRO true'])
  })

  test('a card is found by its name in Greek capitals, with a Turkish i and in either encoding of accents', async () => {
    const { alias } = await aCard(app.needs, { fullName: 'ΝΙΚΟΣ İrem Jose\u0301' })
    for (const q of ['ΝΙΚΟΣ', 'νικος', 'İrem', 'irem', 'José'])
      expect([q, (await operator.call('operator.cards', { query: { q } })).cards.map((card) => card.alias)]).toEqual([q, [alias]])
  })

  test('are filtered by plan and by state', async () => {
    const prefix = `find-${randomBytes(3).toString('hex')}`
    for (const choice of ['FREE', 'TRIAL', 'PRO', 'DUNNING', 'EXPIRED'] as const) {
      const { alias } = await aCard(app.needs, { alias: `${prefix}-${choice.toLowerCase()}`, plan: 'FREE' })
      await operator.call('operator.setPlan', { input: { alias, choice } })
    }
    await operator.call('operator.switchCard', { input: { alias: `${prefix}-pro`, isDisabled: true, reason: 'A copy' } })
    const found = async (filter: { plan?: PlanFilter; state?: StateFilter }) =>
      (await operator.call('operator.cards', { query: { q: prefix, ...filter } })).cards.map(({ alias }) => alias.slice(prefix.length + 1))
    expect(await found({ plan: 'free' })).toEqual(['expired', 'free'])
    expect(await found({ plan: 'trial' })).toEqual(['trial'])
    expect(await found({ plan: 'pro' })).toEqual(['pro'])
    expect(await found({ plan: 'past-due' })).toEqual(['dunning'])
    expect(await found({ state: 'down' })).toEqual(['pro'])
    expect(await found({ state: 'live', plan: 'pro' })).toEqual([])
  })

  test('are sorted by address and by age, either way, page by page', async () => {
    const prefix = `sort-${randomBytes(3).toString('hex')}`
    for (let at = 51; at > 0; at--) await aCard(app.needs, { alias: `${prefix}-${String(at).padStart(2, '0')}` })
    for (const [sort, first, last] of [
      ['-alias', '51', '01'],
      ['created', '51', '01'],
      ['-created', '01', '51'],
    ] as const) {
      const one = await operator.call('operator.cards', { query: { q: prefix, sort } })
      const two = await operator.call('operator.cards', { query: { q: prefix, sort, from: one.next ?? '' } })
      expect([sort, one.cards[0]?.alias, two.cards.map(({ alias }) => alias)]).toEqual([sort, `${prefix}-${first}`, [`${prefix}-${last}`]])
    }
    await expect(operator.call('operator.cards', { query: { sort: 'created', from: 'no id' } })).rejects.toEqual(isRefusedWith(422))
  })

  test('a long list goes on where it stopped', async () => {
    const prefix = `many-${randomBytes(3).toString('hex')}`
    for (let at = 0; at < 53; at++) await aCard(app.needs, { alias: `${prefix}-${at}` })
    const first = await operator.call('operator.cards', { query: { q: prefix } })
    const second = await operator.call('operator.cards', { query: { q: prefix, from: first.next ?? '' } })
    expect([first.cards.length, second.cards.length, second.next]).toEqual([50, 3, null])
    expect(new Set([...first.cards, ...second.cards].map(({ alias }) => alias)).size).toBe(53)
  })
})

describe('one card', () => {
  test('is taken down with a reason and put up again; visitors see it at once, and both are written down', async () => {
    const { alias } = await aCard(app.needs)
    const path = `/remote/api/public/e-card-by-alias/${alias}`
    expect(await (await app.ask(path)).text()).toContain('"isCardDisabled":false')
    await expect(operator.call('operator.switchCard', { input: { alias, isDisabled: true, reason: ' ' } })).rejects.toEqual(
      isRefusedWith(422),
    )
    await operator.call('operator.switchCard', { input: { alias, isDisabled: true, reason: 'A copy' } })
    expect(await (await app.ask(path)).text()).not.toContain('"isCardDisabled":false')
    expect(await read(alias)).toMatchObject({ isDisabled: true, reason: 'A copy' })
    await operator.call('operator.switchCard', { input: { alias, isDisabled: false, reason: '' } })
    expect(await (await app.ask(path)).text()).toContain('"isCardDisabled":false')
    const acts = await actsOn(alias)
    expect(acts.map(({ act }) => act).sort()).toEqual(['card.disable', 'card.enable'])
    expect(acts[0]).toMatchObject({ actor: operator.email, alias })
  })

  test.each(['FREE', 'TRIAL', 'PRO', 'DUNNING', 'UNPAID', 'EXPIRED'] as const)(
    'SUB-1 is put on %s, and shows that state',
    async (choice) => {
      const { alias } = await aCard(app.needs)
      await operator.call('operator.setPlan', { input: { alias, choice } })
      expect((await read(alias)).choice).toBe(choice)
      expect((await actsOn(alias))[0]).toMatchObject({ act: 'card.plan', detail: { plan: choice } })
    },
  )

  test('ACCOUNT-5 is given rights, loses others, and takes part in experiments', async () => {
    const { alias } = await aCard(app.needs, { plan: 'FREE' })
    await operator.call('operator.setRights', { input: { alias, granted: ['Reviews'], revoked: ['Contact'] } })
    await operator.call('operator.setExperiments', { input: { alias, experiments: [{ name: 'doors', enabled: true }] } })
    const card = await read(alias)
    expect(card.rights).toContain('Reviews')
    expect(card.rights).not.toContain('Contact')
    expect(card.experiments).toEqual([{ name: 'doors', enabled: true }])
  })

  test('that is not there looks so, and nothing is written down', async () => {
    await expect(read('nobody-lives-here')).rejects.toEqual(isRefusedWith(404))
    const input = { alias: 'nobody-lives-here', choice: 'PRO' } as const
    await expect(operator.call('operator.setPlan', { input })).rejects.toEqual(isRefusedWith(404))
    expect(await actsOn('nobody-lives-here')).toEqual([])
  })
})

test('what was done on a card is narrowed by who, what about, and since when', async () => {
  const now = app.needs.clock.now()
  const { alias } = await aCard(app.needs)
  await operator.call('operator.setPlan', { input: { alias, choice: 'PRO' } })
  await operator.call('operator.setRights', { input: { alias, granted: ['Reviews'], revoked: [] } })
  const old = new Date(now.getTime() - 20 * 86_400_000)
  const line = { accountId: null, name: 'command line' }
  await app.needs.db.transaction((tx) => writeAct(tx, line, { act: 'card.claim-code', alias }, old))
  const found = async (filter: object) => (await operator.call('operator.acts', { query: { alias, ...filter } })).acts.map(({ act }) => act)
  expect(await found({})).toEqual(['card.rights', 'card.plan', 'card.claim-code'])
  expect(await found({ by: operator.email })).toEqual(['card.rights', 'card.plan'])
  expect(await found({ about: 'access' })).toEqual(['card.claim-code'])
  expect(await found({ about: 'plan', by: 'command line' })).toEqual([])
  expect(await found({ days: '7', about: 'access' })).toEqual([])
  expect((await operator.call('operator.acts', { query: { alias } })).actors).toEqual(['command line', operator.email])
})

test('a card tells when its owners logged in last, as far as they are logged in', async () => {
  const { alias, id } = await aCard(app.needs)
  const { email } = await signedIn(app, id)
  const { lastLogins, owners } = await read(alias)
  expect(owners).toEqual([email])
  expect(Math.abs(Date.parse(lastLogins[email] ?? '') - app.needs.clock.now().getTime())).toBeLessThan(60_000)
})

test('card views of all cards are read from fourteen rows, and count demo cards like the rest', async () => {
  const { id } = await aCard(app.needs)
  const views = async () => (await operator.call('operator.overview')).trends.views.at(-1) ?? 0
  const before = await views()
  await using book = openVisitBook(app.needs)
  const view = { subjectId: id, at: app.needs.clock.now(), name: 'open_carte', dimension: 'platform_used', value: 'Mobile' }
  await book.write([view, { ...view, value: 'Desktop' }, { ...view, name: 'page_view', dimension: 'page_name' }])
  expect((await views()) - before).toBe(2)
  const said = (await statementsOf(views)).find(({ text }) => text.includes('view_total'))
  expect(said?.text).not.toContain('visit_day')
  expect(said?.text).not.toContain('is_demo')
})

test('a name is reserved and let go', async () => {
  const name = `kept-${randomBytes(4).toString('hex')}`
  await operator.call('operator.reserve', { input: { name, reason: 'For the town' } })
  expect((await operator.call('operator.reserved')).names).toContainEqual({ name, reason: 'For the town' })
  await operator.call('operator.release', { input: { name } })
  await expect(operator.call('operator.release', { input: { name } })).rejects.toEqual(isRefusedWith(404))
  expect((await actsOn(name)).map(({ act }) => act).sort()).toEqual(['alias.release', 'alias.reserve'])
})

test('mails of the outbox are read as text, without what signs somebody in', async () => {
  const text = `Bonjour,\n\nHKLM-PQRT\n\nhttp://localhost/account/link?token=Secret-123_x\n\nÀ bientôt 🏠`
  await app.needs.mailer.send({ to: 'anna@example.com', subject: 'Your way in – é', text, html: '<script>alert(1)</script>' })
  const { mails, isSent } = await operator.call('operator.outbox')
  expect(isSent).toBe(false)
  expect(mails[0]).toMatchObject({ to: expect.stringContaining('anna@example.com'), subject: 'Your way in – é' })
  const mail = await operator.call('operator.mail', { params: { id: mails[0]?.id ?? '' } })
  expect(mail.text).toContain('À bientôt 🏠')
  expect(mail.text).toContain('token=…')
  expect(JSON.stringify(mail)).not.toMatch(/Secret-123|HKLM|<script>/)
})

test('a job that goes wrong is shown without what it was given, and is tried again', async () => {
  await app.needs.jobs.settle()
  const { id: subjectId } = await aCard(app.needs)
  const lost = { subjectId, contactId: '00000000-0000-4000-8000-000000000000', language: 'en' }
  await app.needs.pool.query(
    `insert into jobs.job (name, data, state, retry_count, output) values ('contacts.mail-card', $1, 'failed', 3, '{"message":"The mail server was away"}')`,
    [lost],
  )
  const { troubled, queues } = await operator.call('operator.jobs')
  const job = troubled.find(({ error }) => error === 'The mail server was away')
  expect(job).toMatchObject({ queue: 'contacts.mail-card', state: 'failed', attempts: 4 })
  expect(JSON.stringify(troubled)).not.toContain(subjectId)
  expect(queues.find(({ name }) => name === 'contacts.mail-card')?.failed).toBe(1)
  await operator.call('operator.retryJob', { input: { id: job?.id ?? '' } })
  expect((await operator.call('operator.jobs')).troubled.find(({ id }) => id === job?.id)?.state).toBe('retry')
})

test('a card is deleted with its address typed and a reason; the audit log keeps both, and the address rests', async () => {
  const { alias } = await aCard(app.needs)
  const remove = (input: { word: string; reason: string }) => operator.call('operator.removeCard', { input: { alias, ...input } })
  await expect(remove({ word: 'another', reason: 'Asked for' })).rejects.toEqual(isRefusedWith(422))
  await expect(remove({ word: alias, reason: ' ' })).rejects.toEqual(isRefusedWith(422))
  await remove({ word: alias.toUpperCase(), reason: 'Asked for' })
  await expect(read(alias)).rejects.toEqual(isRefusedWith(404))
  expect(await isAtRest(app.needs.db, alias, app.needs.clock.now())).toBe(true)
  expect((await actsOn(alias))[0]).toMatchObject({ act: 'card.remove', detail: { reason: 'Asked for' } })
})

test('the overview knows the last backup, what waits, and what came in by day', async () => {
  const now = app.needs.clock.now()
  const before = await operator.call('operator.overview')
  await aCard(app.needs)
  await app.needs.db.transaction((tx) => writeAct(tx, { accountId: null, name: 'command line' }, { act: 'backup' }, now))
  const { backupAt, trends, database, storage, jobs } = await operator.call('operator.overview')
  expect(Date.parse(backupAt ?? '')).toBe(now.getTime())
  expect(trends.cards).toHaveLength(14)
  expect((trends.cards.at(-1) ?? 0) - (before.trends.cards.at(-1) ?? 0)).toBe(1)
  expect(trends.accounts.at(-1)).toBeGreaterThan(0)
  expect(database.connections).toBeGreaterThan(0)
  expect(storage.totalBytes).toBeGreaterThan(storage.freeBytes ?? 0)
  expect(jobs.oldestSeconds).toBeGreaterThanOrEqual(0)
})

test('the overview says how the installation is', async () => {
  const health = await operator.call('operator.overview')
  expect(health).toMatchObject({ storage: { isWritable: true }, mail: { isSent: false } })
  expect(health.counts.cards).toBeGreaterThan(0)
})

describe('an import', () => {
  const prefix = `in-${randomBytes(3).toString('hex')}`
  const table = (from: number, count: number, broken?: number) =>
    ['alias,fullName,bio,email,plan,Instagram', ...Array.from({ length: count }, (_, at) => lineOf(from + at, at === broken))].join('\n')
  const lineOf = (at: number, isBroken: boolean) =>
    `${prefix}-${at},"Nr, ${at}",${'x'.repeat(400)},o${at}@example.com,${isBroken ? 'GOLD' : 'PRO'},https://instagram.com/${at}`

  async function brought(text: string, takes: CardImport['takes']) {
    const { id } = await operator.call('operator.createImport', { input: { name: 'cards.csv', takes, encoding: 'utf-8' } })
    const bytes = Buffer.from(text)
    for (let place = 0; place * importPartBytes < bytes.length; place++) {
      const data = bytes.subarray(place * importPartBytes, (place + 1) * importPartBytes).toString('base64')
      await operator.call('operator.addImportPart', { input: { id, place, data } })
    }
    await operator.call('operator.checkImport', { input: { id } })
    await app.needs.jobs.settle()
    return id
  }
  const progress = (id: string) => operator.call('operator.readImport', { params: { id } })
  const countOf = async (q: string) => {
    const { rows } = await app.needs.pool.query<{ count: number }>(`select count(*)::int as count from subject where alias like $1`, [
      `${q}%`,
    ])
    return rows[0]?.count
  }

  test('ACCOUNT-5 of 500 lines with a broken one tells that line and makes the others, after a look that makes nothing', async () => {
    const id = await brought(table(0, 500, 321), 'good')
    expect((await progress(id)).import).toMatchObject({ state: 'checked', lines: 500, good: 499, broken: 1, made: 0 })
    expect(await countOf(prefix)).toBe(0)
    await operator.call('operator.runImport', { input: { id } })
    await app.needs.jobs.settle()
    const { import: done, faults } = await progress(id)
    expect(done).toMatchObject({ state: 'done', made: 499, broken: 1 })
    expect(faults).toMatchObject([{ line: 323, field: 'plan' }])
    expect(await countOf(prefix)).toBe(499)
    expect(await read(`${prefix}-7`)).toMatchObject({ plan: 'PRO', owners: ['o7@example.com'] })
    const report = await operator.ask(`/remote/api/carte/operator/import/${id}/report`)
    expect([report.headers.get('content-type'), await report.text()]).toEqual([
      'text/csv; charset=utf-8',
      expect.stringContaining('"323","plan"'),
    ])
    expect((await actsOn('card.import'))[0]).toMatchObject({ actor: operator.email, detail: { made: 499, broken: 1, takes: 'good' } })
    expect((await app.needs.pool.query('select from card_import_part where import_id = $1', [id])).rowCount).toBe(0)
  })

  test('of every line or none makes none while one is broken, and all when it is mended', async () => {
    const broken = await brought(table(1000, 450, 12), 'all')
    await expect(operator.call('operator.runImport', { input: { id: broken } })).rejects.toEqual(isRefusedWith(409))
    const whole = await brought(table(1000, 450), 'all')
    await operator.call('operator.runImport', { input: { id: whole } })
    await app.needs.jobs.settle()
    expect((await progress(whole)).import).toMatchObject({ state: 'done', made: 450 })
  })

  test('of every line or none makes none where an alias was taken after the look', async () => {
    const id = await brought(table(2000, 300), 'all')
    await aCard(app.needs, { alias: `${prefix}-2250` })
    await operator.call('operator.runImport', { input: { id } })
    await app.needs.jobs.settle()
    const { import: found } = await progress(id)
    expect(found).toMatchObject({ state: 'refused', made: 0, problem: expect.stringContaining('No cards were created.') })
    // Of four digits: the one that took the alias.
    expect(await countOf(`${prefix}-2___`)).toBe(1)
  })

  test('names aliases that are taken, twice in the file, or reserved by their lines, and unknown columns by name', async () => {
    await aCard(app.needs, { alias: `${prefix}-a` })
    const id = await brought(`alias,fullName\n${prefix}-a,A\n${prefix}-b,B\n${prefix}-B,C\nadmin,D\n`, 'good')
    expect((await progress(id)).faults.map(({ line, message }) => [line, message])).toEqual([
      [2, `The alias ${prefix}-a already belongs to a card.`],
      [4, `The alias ${prefix}-b is already used on line 3.`],
      [5, expect.stringContaining('admin')],
    ])
    const unknown = await brought('alias,fulName\nx,Y\n', 'good')
    expect((await progress(unknown)).import).toMatchObject({ state: 'refused', problem: expect.stringContaining('Did you mean fullName?') })
  })

  test('describes a wrong value with the label of its field', async () => {
    const columns = 'alias,fullName,emailAddress,eCardIconColor,eCardGoogleAnalyticsUID,showGoogleReviews'
    const id = await brought(`${columns}\n${prefix}-w,W,notanemail,not a color,UA,maybe\n`, 'good')
    expect(Object.fromEntries((await progress(id)).faults.map(({ field, message }) => [field, message]))).toEqual({
      emailAddress: 'This isn’t a valid email address.',
      eCardIconColor: 'Enter a color such as #1f533f.',
      eCardGoogleAnalyticsUID: 'Enter a measurement ID such as G-AB12CD34EF.',
      showGoogleReviews: 'Must be true or false.',
    })
  })

  test('takes its parts in their order, each once, and is done once whoever asks twice', async () => {
    const { id } = await operator.call('operator.createImport', { input: { name: 'x.csv', takes: 'good', encoding: 'utf-8' } })
    const add = (place: number, data = Buffer.from('alias,fullName\n').toString('base64')) =>
      operator.call('operator.addImportPart', { input: { id, place, data } })
    await add(0)
    await expect(add(0)).rejects.toEqual(isRefusedWith(409))
    await expect(add(2)).rejects.toEqual(isRefusedWith(409))
    await expect(operator.call('operator.runImport', { input: { id } })).rejects.toEqual(isRefusedWith(409))
    const whole = await brought(`alias,fullName\n${prefix}-once,A\n`, 'good')
    await operator.call('operator.runImport', { input: { id: whole } })
    await expect(operator.call('operator.runImport', { input: { id: whole } })).rejects.toEqual(isRefusedWith(409))
    await app.needs.jobs.settle()
    expect((await progress(whole)).import.made).toBe(1)
  })
})

test('a file that nobody finished is not kept for ever', async () => {
  const { id } = await operator.call('operator.createImport', { input: { name: 'cards.csv', takes: 'good', encoding: 'utf-8' } })
  await app.needs.db.execute(sql`update card_import set created_at = now() - interval '31 days' where id = ${id}`)
  await app.needs.jobs.enqueue(app.needs.db, 'desk.tidy', {})
  await app.needs.jobs.settle()
  await expect(operator.call('operator.readImport', { params: { id } })).rejects.toEqual(isRefusedWith(404))
})

test('ACCOUNT-5 what is published is written down with who did it', async () => {
  await operator.call('releases.publishVersion', { input: { version: '9.9.9', date: '2027-01-01', versionHistory: '', updates: [] } })
  await operator.call('releases.removeVersion', { input: { version: '9.9.9' } })
  const [removed, told] = await actsOn(operator.email)
  expect([removed, told].map((act) => act?.act).sort()).toEqual(['version.publish', 'version.remove'])
  expect(removed?.detail).toEqual({ version: '9.9.9' })
})
