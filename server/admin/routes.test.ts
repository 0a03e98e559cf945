import { isRecentlyReleased } from '#server/cards/aliases/released-alias-store.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CardImport } from '#contract/admin/admin.ts'
import { importPartBytes, type ActiveFilter, type CardSort, type PlanFilter, type StateFilter } from '#contract/admin/admin-choices.ts'
import { readCaller } from '#server/accounts/sessions/read-caller.ts'
import { accounts } from '#server/accounts/tables.ts'
import { writeAuditEntry } from '#server/audit/write-audit-entry.ts'
import { dayIn } from '#server/common/calendar.ts'
import { listCardIds, upsertVersion } from '#server/cards/card-store.ts'
import { aliases, subjects } from '#server/cards/tables.ts'
import { createCard } from '#server/cards/owned/create-card.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { recordUse } from '#server/database/card-figures.ts'
import { endRun, recordBackupRun, startRun } from '#server/backup/runs.ts'
import { addToDays, addToFigures } from '#server/visits/visit-store.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { openVisitWriter } from '#server/visits/visit-writer.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact } from '../../tests/factories/contacts.ts'
import { isCluster } from '../../tests/harness/database.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { eventually } from '../../tests/harness/eventually.ts'
import { meanwhile } from '../../tests/harness/meanwhile.ts'
import { planOf, statementsOf } from '../../tests/harness/statements.ts'
import { readOutbox } from '../../tests/harness/outbox.ts'
import { signedIn, signedInAs, type SignedIn } from '../../tests/harness/signed-in.ts'
import { setPlans, switchCards } from './change-many-cards.ts'
import { readMail } from './read-mails.ts'
import { correctCardFigures } from './card-figures.job.ts'

let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  app = await anApp()
  admin = await anAdmin()
})
afterAll(() => app[Symbol.asyncDispose]())

async function anAdmin(): Promise<SignedIn> {
  const someone = await signedIn(app, (await aCard(app.deps)).id)
  await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, someone.accountId))
  return someone
}

const callerOf = ({ accountId, sessionId }: SignedIn) => ({ kind: 'owner', accountId, sessionId, subjectIds: [], isAdmin: true }) as const
const read = (alias: string) => admin.call('admin.card', { params: { alias } })
const actsOn = async (q: string) => (await admin.call('admin.auditLog', { query: { q } })).acts
/** Sessions that wait for a lock: on a cluster those of its workers, which the coordinator doesn't see. */
const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type in ('Lock', 'Extension')`
const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0)
const isRefusedWith = (status: number) => expect.objectContaining({ problem: expect.objectContaining({ status }) })

describe('admin.cards', () => {
  test('ACCOUNT-5 finds a card by part of its alias, name, company or emails', async () => {
    const { alias, id } = await aCard(app.deps, { fullName: 'Ottoline Quist', companyName: 'Zephyr Row', emailAddress: 'o@quist.example' })
    const { email } = await signedIn(app, id)
    for (const q of [alias.slice(2, 9), 'LINE QUI', 'zephyr', 'quist.exa', email.slice(0, 14)]) {
      const { cards } = await admin.call('admin.cards', { query: { q } })
      expect(
        cards.map((card) => [card.alias, card.owners]),
        q,
      ).toContainEqual([alias, [email]])
    }
    expect((await admin.call('admin.cards', { query: { q: '%' } })).cards).toEqual([])
  })

  test('shows the plan and trial of each card', async () => {
    const prefix = `plans-${randomBytes(3).toString('hex')}`
    for (const plan of ['FREE', 'PRO', 'TRIAL'] as const) await aCard(app.deps, { alias: `${prefix}-${plan}`.toLowerCase(), plan: 'FREE' })
    for (const choice of ['PRO', 'TRIAL'] as const)
      await admin.call('admin.setPlan', { input: { alias: `${prefix}-${choice}`.toLowerCase(), choice } })
    const { cards } = await admin.call('admin.cards', { query: { q: prefix } })
    expect(cards.map(({ plan, isTrial }) => `${plan} ${isTrial}`)).toEqual(['FREE false', 'PRO false', 'PRO true'])
  })

  test('a card’s name is found in Greek capitals, with a Turkish i or any accents', async () => {
    const { alias } = await aCard(app.deps, { fullName: 'ΝΙΚΟΣ İrem Jose\u0301' })
    for (const q of ['ΝΙΚΟΣ', 'νικος', 'İrem', 'irem', 'José'])
      expect([q, (await admin.call('admin.cards', { query: { q } })).cards.map((card) => card.alias)]).toEqual([q, [alias]])
  })

  test('are filtered by plan and by state', async () => {
    const prefix = `find-${randomBytes(3).toString('hex')}`
    for (const choice of ['FREE', 'TRIAL', 'PRO', 'DUNNING', 'EXPIRED'] as const) {
      const { alias } = await aCard(app.deps, { alias: `${prefix}-${choice.toLowerCase()}`, plan: 'FREE' })
      await admin.call('admin.setPlan', { input: { alias, choice } })
    }
    await admin.call('admin.switchCard', { input: { alias: `${prefix}-pro`, isDisabled: true, reason: 'A copy' } })
    const found = async (filter: { plan?: PlanFilter; state?: StateFilter }) =>
      (await admin.call('admin.cards', { query: { q: prefix, ...filter } })).cards.map(({ alias }) => alias.slice(prefix.length + 1))
    expect(await found({ plan: 'free' })).toEqual(['free', 'expired'])
    expect(await found({ plan: 'trial' })).toEqual(['trial'])
    expect(await found({ plan: 'pro' })).toEqual(['pro'])
    expect(await found({ plan: 'past-due' })).toEqual(['dunning'])
    expect(await found({ state: 'down' })).toEqual(['pro'])
    expect(await found({ state: 'live', plan: 'pro' })).toEqual([])
  })

  test('are sorted by name and by age, either way, page by page and back', async () => {
    const prefix = `sort-${randomBytes(3).toString('hex')}`
    // Without accents and case, and by alias where there is no name.
    for (let at = 51; at > 0; at--)
      await aCard(app.deps, { alias: `${prefix}-${at}`, fullName: `${at % 2 ? 'É' : 'e'} ${String(at).padStart(2, '0')}` })
    await aCard(app.deps, { alias: `${prefix}-nameless`, firstName: '', lastName: '', fullName: '' })
    const page = async (sort: CardSort, at: number) => {
      const { cards, found } = await admin.call('admin.cards', { query: { q: prefix, sort, page: at } })
      return [found, cards.length, cards[0]?.alias.slice(prefix.length + 1), cards.at(-1)?.alias.slice(prefix.length + 1)]
    }
    expect(await page('name', 1)).toEqual([52, 50, '1', '50'])
    expect(await page('name', 2)).toEqual([52, 2, '51', 'nameless'])
    expect(await page('-name', 1)).toEqual([52, 50, 'nameless', '3'])
    expect(await page('created', 1)).toEqual([52, 50, '51', '2'])
    expect(await page('-created', 2)).toEqual([52, 2, '50', '51'])
    expect(await page('name', 1)).toEqual([52, 50, '1', '50'])
    expect(await page('name', 3)).toEqual([52, 0, undefined, undefined])
    await expect(admin.call('admin.cards', { query: { page: 201 } })).rejects.toEqual(isRefusedWith(422))
  })

  test('are sorted by plan, contacts, views or last use, and filtered by last use', async () => {
    const prefix = `figures-${randomBytes(3).toString('hex')}`
    const now = app.deps.clock.now()
    const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
    const [free, trial, pro] = [
      await aCard(app.deps, { alias: `${prefix}-free`, plan: 'FREE' }),
      await aCard(app.deps, { alias: `${prefix}-trial`, plan: 'FREE' }),
      await aCard(app.deps, { alias: `${prefix}-pro`, plan: 'FREE' }),
    ]
    for (const choice of ['TRIAL', 'PRO'] as const)
      await admin.call('admin.setPlan', { input: { alias: `${prefix}-${choice.toLowerCase()}`, choice } })
    await app.deps.db.execute(sql`update contact_count set total = 5 where subject_id = ${free.id}`)
    await app.deps.db.execute(sql`update contact_count set total = 2 where subject_id = ${pro.id}`)
    await using book = openVisitWriter(app.deps)
    const view = { subjectId: trial.id, at: now, name: 'open_carte', dimension: 'platform_used', value: 'Mobile' }
    await book.write([view, { ...view, value: 'Desktop' }, { ...view, subjectId: free.id }])
    await recordUse(app.deps.db, [trial.id], ago(100))
    await recordUse(app.deps.db, [pro.id], ago(20))
    const list = async (query: { sort?: CardSort; active?: ActiveFilter }) =>
      (await admin.call('admin.cards', { query: { q: prefix, ...query } })).cards.map(({ alias }) => alias.slice(prefix.length + 1))
    for (const [column, order] of [
      ['plan', ['free', 'trial', 'pro']],
      ['contacts', ['trial', 'pro', 'free']],
      ['views', ['pro', 'free', 'trial']],
      ['active', ['free', 'trial', 'pro']],
    ] as const) {
      expect(await list({ sort: column }), column).toEqual(order)
      expect(await list({ sort: `-${column}` }), column).toEqual(order.toReversed())
    }
    expect(await list({ active: '7' })).toEqual([])
    expect(await list({ active: '30' })).toEqual(['pro'])
    expect(await list({ active: 'longer', sort: '-active' })).toEqual(['trial', 'free'])
    const { cards, found } = await admin.call('admin.cards', { query: { q: prefix, active: '90' } })
    expect([found, cards.map(({ lastActiveAt }) => lastActiveAt)]).toEqual([1, [ago(20).toISOString()]])
  })

  // A cluster merges sorted pages of its shards.
  test.skipIf(isCluster())('read a page of each order from its index, however many cards there are', async () => {
    for (const [column, index] of [
      ['name', 'subject_by_name'],
      ['plan', 'contact_count_by_plan'],
      ['contacts', 'contact_count_by_total'],
      ['views', 'contact_count_by_views'],
      ['active', 'contact_count_by_activity'],
    ] as const) {
      const read = () => admin.call('admin.cards', { query: { sort: `-${column}`, active: '30', demo: 'on' } })
      const statements = await statementsOf(read, app.settings.databaseUrl)
      const statement = statements.find(({ text }) => /order by .* limit/.test(text) && text.includes('"full_name"'))
      const plan = statement && (await planOf(app.deps.pool, statement, { isScanForbidden: true, isSortForbidden: true }))
      expect(plan).toMatch(new RegExp(`Scan Backward using ${index}`))
      expect(plan).not.toContain('Sort')
    }
  })

  test('an owner’s use of the site is the last use of their cards, every five minutes', async () => {
    const { alias, id } = await aCard(app.deps)
    const owner = await signedIn(app, id)
    const lastUse = async () => (await read(alias)).lastActiveAt
    expect(await lastUse()).toBeNull()
    const used = (seconds: number) =>
      app.deps.db.execute(sql`update session set seen_at = now() - ${seconds} * interval '1 second' where id = ${owner.sessionId}`)
    await used(70)
    await owner.call('accounts.user')
    const first = await lastUse()
    expect(first).not.toBeNull()
    await used(70)
    await owner.call('accounts.user')
    expect(await lastUse()).toBe(first)
    await recordUse(app.deps.db, [id], new Date(Date.parse(first ?? '') + 301_000))
    expect(await lastUse()).not.toBe(first)
  })

  test('an owner is served even if their use can’t be recorded', async () => {
    const owner = await signedIn(app, (await aCard(app.deps)).id)
    await app.deps.db.execute(sql`update session set seen_at = now() - interval '70 seconds' where id = ${owner.sessionId}`)
    const error = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    const db: typeof app.deps.db = Object.create(app.deps.db, { transaction: { value: () => Promise.reject(error) } })
    const logged: unknown[] = []
    const log = { ...silentLog, warn: (...parts: unknown[]) => void logged.push(parts) }
    const request = new Request(app.settings.publicUrl, { headers: { cookie: owner.cookie } })
    expect(await readCaller({ ...app.deps, db, log }, request)).toMatchObject({ kind: 'owner', accountId: owner.accountId })
    expect(logged).toEqual([['last-use-not-recorded', { error }]])
  })

  test('every night, views of 30 days, ended plans and sessions as use are recounted', async () => {
    const { alias, id } = await aCard(app.deps)
    const withoutRow = await aCard(app.deps)
    await admin.call('admin.setPlan', { input: { alias, choice: 'TRIAL' } })
    await signedIn(app, id)
    await app.deps.db.execute(sql`update subscription set trial_ends_at = now() - interval '1 day' where subject_id = ${id}`)
    await app.deps.db.execute(sql`
      insert into visit_day select ${id}, current_date - days, 'open_carte', 'platform_used', 'Mobile', 10 from unnest(array[40, 3]) days`)
    await app.deps.db.execute(sql`update contact_count set views = 20, total = 7 where subject_id = ${id}`)
    await app.deps.db.execute(sql`delete from contact_count where subject_id = ${withoutRow.id}`)
    // One of the cards is deleted after they were listed.
    const listed: typeof listCardIds = async (db, after, limit) => [
      ...(after ? [] : [randomUUID()]),
      ...(await listCardIds(db, after, limit)),
    ]
    await correctCardFigures({ ...app.deps, listCardIds: listed }).run({})
    const { rows } = await app.deps.db.execute(
      sql`select total::int, views::int, plan_rank, last_active_at > '-infinity' as "isUsed" from contact_count where subject_id = ${id}`,
    )
    expect(rows).toEqual([{ total: 7, views: 10, plan_rank: 0, isUsed: true }])
    expect((await admin.call('admin.cards', { query: { q: withoutRow.alias, sort: 'plan' } })).cards).toHaveLength(1)
  })

  test('keep what is counted while the job corrects the figures', async () => {
    const { id } = await aCard(app.deps)
    const rows = [
      { subjectId: id, day: dayIn('UTC', app.deps.clock.now()), name: 'open_carte', dimension: 'platform_used', value: '', count: 5 },
    ]
    let counted: Promise<unknown> = Promise.resolve()
    using between = meanwhile(
      app.deps.pool,
      (text) => /sum\(count\) as views from visit_day/.test(text),
      async () => {
        counted = app.deps.db.transaction(async (tx) => {
          await addToDays(tx, rows)
          await addToFigures(tx, rows)
        })
        await Promise.race([counted, eventually(async () => expect((await app.deps.db.execute(waiting)).rows).not.toEqual([]))])
      },
    )
    await correctCardFigures({ ...app.deps, listCardIds: async (_, after) => (after ? [] : [id]) }).run({})
    await between.outcome()
    await counted
    expect((await app.deps.db.execute(sql`select views::int from contact_count where subject_id = ${id}`)).rows).toEqual([{ views: 5 }])
  })

  test('are listed by their aliases', async () => {
    const [one, two] = [await aCard(app.deps), await aCard(app.deps)]
    const { cards } = await admin.call('admin.cards', { query: { aliases: `${one.alias} ${two.alias} gone` } })
    expect(cards.map(({ alias }) => alias).toSorted()).toEqual([one.alias, two.alias].toSorted())
  })

  test('leave out demo cards unless requested, and count them', async () => {
    const prefix = `demo-${randomBytes(3).toString('hex')}`
    const before = await admin.call('admin.cards', { query: {} })
    await aCard(app.deps, { alias: `${prefix}-own` })
    const { id } = await aCard(app.deps, { alias: `${prefix}-visible` })
    await app.deps.pool.query('update subject set is_demo = true where id = $1', [id])
    const list = async (demo?: 'on') => {
      const { cards, found, total } = await admin.call('admin.cards', { query: { q: prefix, demo } })
      return [found, total - before.total, cards.map(({ alias }) => alias.slice(prefix.length + 1))]
    }
    expect(await list()).toEqual([1, 1, ['own']])
    expect(await list('on')).toEqual([2, 1, ['own', 'visible']])
  })
})

describe('several cards', () => {
  test('are exported as filtered, oldest first, safe in a spreadsheet, and audited', async () => {
    const prefix = `export-${randomBytes(3).toString('hex')}`
    const { id } = await aCard(app.deps, { alias: `${prefix}-one`, fullName: '=HYPERLINK("x")', companyName: 'Lind, "Wren"' })
    const { email } = await signedIn(app, id)
    await aCard(app.deps, { alias: `${prefix}-free`, plan: 'FREE' })
    const response = await admin.call('admin.exportCards', { query: { q: prefix, plan: 'pro' } })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, row, rest] = (await response.text()).split('\r\n')
    expect(head).toContain('"Address","Name","Company","Email","Owners","Plan","Status","Demo","Contacts"')
    expect(row).toContain(`"${prefix}-one","'=HYPERLINK(""x"")","Lind, ""Wren""","ada@example.com","${email}","PRO","Live","","0","0",`)
    expect(rest).toBe('')
    const [act] = await actsOn('card.export')
    expect(act).toMatchObject({ actor: admin.email, detail: { filters: ['search', 'pro'] } })
  })

  test('are exported batch by batch, each once', async () => {
    await app.deps.changes.write(async (tx) => {
      for (let at = 0; at < 501; at++) await createCard(tx, { alias: `many-${randomBytes(5).toString('hex')}` }, app.deps.clock.now())
    })
    const rows = (await (await admin.call('admin.exportCards', { query: { q: 'many-' } })).text()).split('\r\n').slice(1, -1)
    expect([rows.length, new Set(rows).size]).toEqual([501, 501])
  })

  test('are exported by a part of their owners’ emails, however many owners there are', async () => {
    const domain = `${randomBytes(5).toString('hex')}.example`
    await app.deps.db.execute(sql`
      with owner as (insert into account (id, email)
        select gen_random_uuid(), 'owner-' || at || '@' || ${domain} from generate_series(1, 101) at returning id)
      insert into membership (subject_id, account_id) select subject.id, owner.id
        from (select id, row_number() over () as at from owner) owner
        join (select id, row_number() over (order by id desc) as at from subject where alias like 'many-%') subject using (at)`)
    const exported = await (await admin.call('admin.exportCards', { query: { q: domain, demo: 'on' } })).text()
    expect(exported.split('\r\n').slice(1, -1)).toHaveLength(101)
    expect((await actsOn('card.export'))[0]).toMatchObject({ detail: { filters: ['search', 'demo'] } })
  })

  test('are exported after a recent login only', async () => {
    const other = await anAdmin()
    await app.deps.db.execute(sql`update session set signed_in_at = now() - interval '1 hour' where id = ${other.sessionId}`)
    await expect(other.call('admin.exportCards', { query: {} })).rejects.toEqual(isRefusedWith(401))
  })

  test('get a plan or are taken down for one reason, with an audit entry each', async () => {
    const [one, two, down] = [await aCard(app.deps, { plan: 'FREE' }), await aCard(app.deps, { plan: 'FREE' }), await aCard(app.deps)]
    const aliases = [one.alias, two.alias]
    expect(await admin.call('admin.setPlans', { input: { aliases: [...aliases, 'unknown-card'], choice: 'PRO' } })).toEqual({
      changed: aliases,
      left: [],
      failed: [],
    })
    await admin.call('admin.switchCard', { input: { alias: down.alias, isDisabled: true, reason: 'A copy' } })
    const taken = { aliases: [...aliases, down.alias, 'unknown-card'], isDisabled: true, cause: 'spam' as const, reason: '' }
    expect(await admin.call('admin.switchCards', { input: taken })).toEqual({ changed: aliases, failed: [] })
    for (const alias of aliases) {
      expect(await read(alias)).toMatchObject({ choice: 'PRO', isDisabled: true, cause: 'spam' })
      expect((await actsOn(alias)).map(({ act }) => act)).toEqual(['card.disable', 'card.plan'])
    }
    expect(await read(down.alias)).toMatchObject({ reason: 'A copy' })
    await expect(admin.call('admin.switchCards', { input: { aliases, isDisabled: true, reason: ' ' } })).rejects.toEqual(isRefusedWith(422))
    expect(await admin.call('admin.switchCards', { input: { aliases, isDisabled: false, reason: '' } })).toEqual({
      changed: aliases,
      failed: [],
    })
    expect(await read(one.alias)).toMatchObject({ isDisabled: false })
  })

  test('are changed, except those that fail, which are named', async () => {
    const [one, two, three] = [await aCard(app.deps), await aCard(app.deps), await aCard(app.deps)]
    const aliases = [one.alias, two.alias, three.alias]
    const logged: unknown[] = []
    const log = { ...silentLog, error: (...parts: unknown[]) => void logged.push(parts) }
    const error = new Error('The second one')
    const failingFor = (ids: string[]) => ({
      ...app.deps,
      log,
      jobs: {
        async enqueue(...parts: Parameters<typeof app.deps.jobs.enqueue>) {
          if (ids.some((id) => JSON.stringify(parts[2]).includes(id))) throw error
          await app.deps.jobs.enqueue(...parts)
        },
      },
    })
    const down = { isDisabled: true, reason: 'A copy' }
    const all = failingFor([one.id, two.id, three.id])
    await expect(switchCards(all, callerOf(admin), { aliases, ...down })).rejects.toBe(error)
    const first = await switchCards(failingFor([two.id]), callerOf(admin), { aliases, ...down })
    expect(first).toEqual({ changed: [one.alias, three.alias], failed: [two.alias] })
    expect(logged).toEqual([['cards-not-changed', { error, failed: 1 }]])
    expect([(await read(two.alias)).isDisabled, await actsOn(two.alias)]).toEqual([false, []])
    expect(await switchCards(failingFor([]), callerOf(admin), { aliases, ...down })).toEqual({ changed: [two.alias], failed: [] })
  })

  test('are taken down and mailed once by two administrators at once, or two clicks', async () => {
    const card = await aCard(app.deps)
    const mailed = () =>
      app.deps.db.execute(sql`select from jobs.job where data ->> 'subjectId' = ${card.id} and name = 'abuse.mail-takedown'`)
    const other = await anAdmin()
    const input = { aliases: [card.alias], isDisabled: true, reason: 'A copy' }
    const results = await Promise.all([admin, other, admin].map((someone) => someone.call('admin.switchCards', { input })))
    expect(results.flatMap(({ changed }) => changed)).toEqual([card.alias])
    await admin.call('admin.switchCard', { input: { alias: card.alias, isDisabled: true, reason: 'A copy' } })
    expect((await actsOn(card.alias)).map(({ act }) => act)).toEqual(['card.disable'])
    expect((await mailed()).rows).toHaveLength(1)
  })

  test('email their owners when they are back, once', async () => {
    const owner = await signedIn(app, (await aCard(app.deps)).id)
    const { alias } = (await owner.call('cards.own'))[0] ?? { alias: '' }
    const act = (isDisabled: boolean) =>
      admin.call('admin.switchCards', { input: { aliases: [alias], isDisabled, reason: isDisabled ? 'A copy' : '' } })
    await act(true)
    await act(false)
    await act(false)
    await app.deps.jobs.settle()
    const mails = (await readOutbox(app.settings.dataDir)).filter((mail) => mail.includes(`To: ${owner.email}`))
    expect(mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim()).toSorted()).toEqual([
      'Your card is back',
      'Your card was taken down',
    ])
  })

  test('whose plan a payment service manages keep it, and are named', async () => {
    const [free, managed] = [await aCard(app.deps, { plan: 'FREE' }), await aCard(app.deps)]
    const billing = { ...app.deps.billing, provider: { name: 'elsewhere' } } as typeof app.deps.billing
    await app.deps.db.execute(sql`update subscription set provider = 'elsewhere' where subject_id = ${managed.id}`)
    const result = await setPlans({ ...app.deps, billing }, callerOf(admin), { aliases: [managed.alias, free.alias], choice: 'TRIAL' })
    expect(result).toEqual({ changed: [free.alias], left: [managed.alias], failed: [] })
    expect((await read(free.alias)).choice).toBe('TRIAL')
  })
})

test('a card is created for an owner, who can log in; a taken address is refused', async () => {
  const name = `made-${randomBytes(4).toString('hex')}`
  const input = { alias: name, fullName: 'Ruth Ann Brown', owner: `${name}@example.com`, choice: 'TRIAL' } as const
  expect(await admin.call('admin.createCard', { input })).toEqual({ alias: name })
  expect(await read(name)).toMatchObject({ fullName: 'Ruth Ann Brown', emailAddress: '', owners: [input.owner], isTrial: true })
  expect((await actsOn(name))[0]).toMatchObject({ act: 'card.create', actor: admin.email, detail: { plan: 'TRIAL' } })
  await expect(admin.call('admin.createCard', { input })).rejects.toEqual(isRefusedWith(409))
  expect((await signedInAs(app, input.owner)).accountId).not.toBe('')
})

describe('one card', () => {
  test('is taken down with a reason and restored; visitors see it, and both are audited', async () => {
    const { alias } = await aCard(app.deps)
    const path = `/remote/api/public/e-card-by-alias/${alias}`
    expect(await (await app.ask(path)).text()).toContain('"isCardDisabled":false')
    await expect(admin.call('admin.switchCard', { input: { alias, isDisabled: true, reason: ' ' } })).rejects.toEqual(isRefusedWith(422))
    await admin.call('admin.switchCard', { input: { alias, isDisabled: true, reason: 'A copy' } })
    expect(await (await app.ask(path)).text()).not.toContain('"isCardDisabled":false')
    expect(await read(alias)).toMatchObject({ isDisabled: true, reason: 'A copy' })
    await admin.call('admin.switchCard', { input: { alias, isDisabled: false, reason: '' } })
    expect(await (await app.ask(path)).text()).toContain('"isCardDisabled":false')
    const acts = await actsOn(alias)
    expect(acts.map(({ act }) => act).sort()).toEqual(['card.disable', 'card.enable'])
    expect(acts[0]).toMatchObject({ actor: admin.email, alias })
  })

  test.each(['FREE', 'TRIAL', 'PRO', 'DUNNING', 'UNPAID', 'EXPIRED'] as const)(
    'SUB-1 is put on %s, and shows that state',
    async (choice) => {
      const { alias } = await aCard(app.deps)
      await admin.call('admin.setPlan', { input: { alias, choice } })
      expect((await read(alias)).choice).toBe(choice)
      expect((await actsOn(alias))[0]).toMatchObject({ act: 'card.plan', detail: { plan: choice } })
    },
  )

  test('ACCOUNT-5 gets permissions, loses others, and gets experiments', async () => {
    const { alias } = await aCard(app.deps, { plan: 'FREE' })
    await admin.call('admin.setRights', { input: { alias, granted: ['Reviews'], revoked: ['Contact'] } })
    await admin.call('admin.setExperiments', { input: { alias, experiments: [{ name: 'doors', enabled: true }] } })
    const card = await read(alias)
    expect(card.rights).toContain('Reviews')
    expect(card.rights).not.toContain('Contact')
    expect(card.experiments).toEqual([{ name: 'doors', enabled: true }])
  })

  test('that does not exist is a 404, and nothing is audited', async () => {
    await expect(read('nobody-lives-here')).rejects.toEqual(isRefusedWith(404))
    const input = { alias: 'nobody-lives-here', choice: 'PRO' } as const
    await expect(admin.call('admin.setPlan', { input })).rejects.toEqual(isRefusedWith(404))
    expect(await actsOn('nobody-lives-here')).toEqual([])
  })
})

test('a card’s audit log is filtered by administrator, topic and age', async () => {
  const now = app.deps.clock.now()
  const { alias, id: subjectId } = await aCard(app.deps)
  await admin.call('admin.setPlan', { input: { alias, choice: 'PRO' } })
  await admin.call('admin.setRights', { input: { alias, granted: ['Reviews'], revoked: [] } })
  const old = new Date(now.getTime() - 20 * 86_400_000)
  const line = { accountId: null, name: 'command line' }
  await app.deps.db.transaction((tx) => writeAuditEntry(tx, line, { act: 'card.claim-code', subjectId, alias }, old))
  const found = async (filter: object) => (await admin.call('admin.auditLog', { query: { alias, ...filter } })).acts.map(({ act }) => act)
  expect(await found({})).toEqual(['card.rights', 'card.plan', 'card.claim-code'])
  expect(await found({ by: admin.email })).toEqual(['card.rights', 'card.plan'])
  expect(await found({ about: 'access' })).toEqual(['card.claim-code'])
  expect(await found({ about: 'plan', by: 'command line' })).toEqual([])
  expect(await found({ days: '7', about: 'access' })).toEqual([])
  expect((await admin.call('admin.auditLog', { query: { alias } })).actors).toEqual(['command line', admin.email])
})

test('a card has none of the audit log of an earlier card at its alias', async () => {
  const earlier = await aCard(app.deps)
  const { alias } = earlier
  await admin.call('admin.switchCard', { input: { alias, isDisabled: true, reason: 'A copy' } })
  const before = { at: new Date(app.deps.clock.now().getTime() - 60_000), by: { accountId: null, name: 'command line' } }
  await writeAuditEntry(app.deps.db, before.by, { act: 'card.claim-code', alias }, before.at)
  await removeCard(app.deps, earlier.id, { reservedDays: 0 })
  const log = () => admin.call('admin.auditLog', { query: { alias } })
  expect((await log()).acts.map(({ act }) => act).toSorted()).toEqual(['card.claim-code', 'card.disable'])

  await aCard(app.deps, { alias })
  expect((await read(alias)).acts).toEqual([])
  expect(await log()).toEqual({ acts: [], actors: [], next: null })
  await writeAuditEntry(app.deps.db, before.by, { act: 'card.claim-code', alias }, app.deps.clock.now())
  await admin.call('admin.setPlan', { input: { alias, choice: 'PRO' } })
  expect((await read(alias)).acts.map(({ act }) => act).toSorted()).toEqual(['card.claim-code', 'card.plan'])
  expect((await log()).actors).toEqual(['command line', admin.email])
})

test('a card shows owners’ last logins, look, versions, reviews and earlier addresses', async () => {
  const review = { source: '', date: '', title: '', review: 'Fine', reviewer: 'Bo', show: true, weight: 0 }
  const reviews = [5, 4, 0].map((stars, at) => ({ ...review, key: String(at), stars }))
  const { alias, id } = await aCard(app.deps, { reviews, eCardTheme: 'elliman' })
  await upsertVersion(app.deps.db, id, 'open-house', {}, app.deps.clock.now())
  for (const viewed of [true, false]) await aContact(app.deps, id, { viewed })
  await app.deps.db.insert(aliases).values({ name: `${alias}-before`, subjectId: id })
  const before = app.deps.clock.now().getTime()
  const { email } = await signedIn(app, id)
  const { lastLogins, owners, ...card } = await read(alias)
  expect(owners).toEqual([email])
  expect(Date.parse(lastLogins[email]?.at ?? '')).toBeGreaterThanOrEqual(before)
  expect(lastLogins[email]?.method).toBe('link')
  expect(card).toMatchObject({ layout: 'Salon', versions: ['open-house'] })
  expect(card).toMatchObject({ earlierAliases: [`${alias}-before`], ownReviews: { count: 3, stars: 4.5 }, connections: [], newContacts: 1 })
})

test('views of all cards are read from fourteen rows', async () => {
  const { id } = await aCard(app.deps)
  const views = async () => (await admin.call('admin.overview')).trends.views.at(-1) ?? 0
  const before = await views()
  await using book = openVisitWriter(app.deps)
  const view = { subjectId: id, at: app.deps.clock.now(), name: 'open_carte', dimension: 'platform_used', value: 'Mobile' }
  await book.write([view, { ...view, value: 'Desktop' }, { ...view, name: 'page_view', dimension: 'page_name' }])
  expect((await views()) - before).toBe(2)
  const statement = (await statementsOf(views, app.settings.databaseUrl)).find(({ text }) => text.includes('view_total'))
  expect(statement?.text).not.toContain('visit_day')
  expect(statement?.text.split('union all').find((part) => part.includes('view_total'))).not.toContain('is_demo')
})

test('an alias is reserved and released', async () => {
  const name = `reserved-${randomBytes(4).toString('hex')}`
  await admin.call('admin.reserve', { input: { name, reason: 'For the town' } })
  expect((await admin.call('admin.reserved')).names).toContainEqual({ name, reason: 'For the town' })
  await admin.call('admin.release', { input: { name } })
  await expect(admin.call('admin.release', { input: { name } })).rejects.toEqual(isRefusedWith(404))
  expect((await actsOn(name)).map(({ act }) => act).sort()).toEqual(['alias.release', 'alias.reserve'])
})

test('outbox emails are shown as text without login links', async () => {
  const text = `Bonjour,\n\nHKLM-PQRT\n\nhttp://localhost/account/link?token=Secret-123_x\n\nÀ bientôt 🏠`
  await app.deps.mailer.send({ to: 'anna@example.com', subject: 'Your way in – é', text, html: '<script>alert(1)</script>' })
  const { mails, isSent } = await admin.call('admin.outbox')
  expect(isSent).toBe(false)
  expect(mails[0]).toMatchObject({ to: expect.stringContaining('anna@example.com'), subject: 'Your way in – é' })
  const mail = await admin.call('admin.mail', { params: { id: mails[0]?.id ?? '' } })
  expect(mail.text).toContain('À bientôt 🏠')
  expect(mail.text).toContain('token=…')
  expect(JSON.stringify(mail)).not.toMatch(/Secret-123|HKLM|<script>/)
})

describe('login links of outbox emails', () => {
  let id: string
  beforeAll(async () => {
    const text = `HKLM-PQRT\n\nhttp://localhost/account/link?token=Secret-123_x`
    await app.deps.mailer.send({ to: 'bo@example.com', subject: 'Your login link', text, html: '' })
    id = (await admin.call('admin.outbox')).mails.find(({ to }) => to.includes('bo@'))?.id ?? ''
  })
  const read = (who: SignedIn) => who.call('admin.mail', { params: { id }, query: { links: '1' } })

  test('are whole after a recent login, and that is in the audit log', async () => {
    expect((await read(admin)).text).toMatch(/^HKLM-PQRT\s+http:\/\/localhost\/account\/link\?token=Secret-123_x$/m)
    const { acts } = await admin.call('admin.auditLog', { query: {} })
    expect(acts[0]).toMatchObject({ act: 'mail.links', actor: admin.email, alias: '', detail: { mail: id } })
  })

  test('are recorded in the audit log with their owner', async () => {
    const readFor = async (to: string) => {
      await app.deps.mailer.send({ to, subject: 'Your login link', text: 'Hello', html: '' })
      const mail = (await admin.call('admin.outbox')).mails.find((one) => one.to.includes(to))
      await admin.call('admin.mail', { params: { id: mail?.id ?? '' }, query: { links: '1' } })
      const { acts } = await admin.call('admin.auditLog', { query: {} })
      return { alias: acts[0]?.alias, detail: acts[0]?.detail, mail: mail?.id }
    }
    const card = await aCard(app.deps)
    const owner = await signedIn(app, card.id)
    expect(await readFor(owner.email)).toMatchObject({ alias: card.alias, detail: { mail: expect.any(String) } })
    const { mail, ...other } = await readFor(admin.email)
    expect(other.detail).toEqual({ mail, admin: admin.email })
    const signUp = await readFor('Only.Signing.Up@example.com')
    expect(signUp.detail).toEqual({ mail: signUp.mail, account: 'only.signing.up@example.com' })
  })

  test('need another login on an unattended device, and are for administrators', async () => {
    const unattended = await anAdmin()
    await app.deps.db.execute(sql`update session set signed_in_at = now() - interval '1 hour' where id = ${unattended.sessionId}`)
    await expect(read(unattended)).rejects.toMatchObject({ problem: { type: '/problems/recent-login-required' } })
    expect((await unattended.call('admin.mail', { params: { id } })).text).toContain('token=…')
    await expect(read(await signedIn(app, (await aCard(app.deps)).id))).rejects.toEqual(isRefusedWith(404))
  })

  test('stay hidden once a mail server is set', async () => {
    const settings = { ...app.settings, smtpUrl: 'smtp://localhost' }
    const reading = readMail({ ...app.deps, settings }, callerOf(admin), { id, withLinks: true })
    await expect(reading).rejects.toMatchObject({ problem: { type: '/problems/conflict' } })
  })
})

test('a failing job is listed without its data, and retried', async () => {
  await app.deps.jobs.settle()
  const { id: subjectId } = await aCard(app.deps)
  const lost = { subjectId, contactId: '00000000-0000-4000-8000-000000000000', language: 'en' }
  await app.deps.pool.query(
    `insert into jobs.job (name, data, state, retry_count, output) values ('contacts.mail-card', $1, 'failed', 3, '{"message":"The mail server was away"}')`,
    [lost],
  )
  const { failing, queues } = await admin.call('admin.jobs')
  const job = failing.find(({ error }) => error === 'The mail server was away')
  expect(job).toMatchObject({ queue: 'contacts.mail-card', state: 'failed', attempts: 4 })
  expect(JSON.stringify(failing)).not.toContain(subjectId)
  expect(queues.find(({ name }) => name === 'contacts.mail-card')?.failed).toBe(1)
  await admin.call('admin.retryJob', { input: { id: job?.id ?? '' } })
  expect((await admin.call('admin.jobs')).failing.find(({ id }) => id === job?.id)?.state).toBe('retry')
})

test('deleting a card takes its typed address and a reason, and reserves the address', async () => {
  const { alias } = await aCard(app.deps)
  const remove = (input: { word: string; reason: string }) => admin.call('admin.removeCard', { input: { alias, ...input } })
  await expect(remove({ word: 'another', reason: 'Asked for' })).rejects.toEqual(isRefusedWith(422))
  await expect(remove({ word: alias, reason: ' ' })).rejects.toEqual(isRefusedWith(422))
  await remove({ word: alias.toUpperCase(), reason: 'Asked for' })
  await expect(read(alias)).rejects.toEqual(isRefusedWith(404))
  expect(await isRecentlyReleased(app.deps.db, alias, app.deps.clock.now())).toBe(true)
  expect((await actsOn(alias))[0]).toMatchObject({ act: 'card.remove', detail: { reason: 'Asked for' } })
})

test('the overview knows the last backup, what waits, and what came in by day', async () => {
  const now = app.deps.clock.now()
  const before = await admin.call('admin.overview')
  await aCard(app.deps)
  const demo = await aCard(app.deps)
  await app.deps.db.update(subjects).set({ isDemo: true }).where(eq(subjects.id, demo.id))
  await recordBackupRun(app.deps.db, { file: 'carte.backup', bytes: 1, startedAt: now, endedAt: now })
  const failed = await startRun(app.deps.db, 'backup', new Date(now.getTime() - 1))
  await endRun(app.deps.db, failed, { file: '', bytes: 0, error: 'full', message: '' }, now)
  const { backupAt, backups, trends, database, storage, jobs } = await admin.call('admin.overview')
  expect(Date.parse(backupAt ?? '')).toBe(now.getTime())
  expect(backups.latest.slice(-2)).toEqual([false, true])
  expect(trends.cards).toHaveLength(14)
  // Of all days: midnight may have passed since. The demo card is not counted.
  expect(sum(trends.cards) - sum(before.trends.cards)).toBe(1)
  expect(sum(trends.accounts)).toBeGreaterThan(0)
  expect(database.connections).toBeGreaterThan(0)
  expect(storage.totalBytes).toBeGreaterThan(storage.freeBytes ?? 0)
  expect(jobs.oldestSeconds).toBeGreaterThanOrEqual(0)
})

test('the overview reports the health of the installation', async () => {
  const health = await admin.call('admin.overview')
  expect(health).toMatchObject({ storage: { isWritable: true }, mail: { isSent: false } })
  expect(health.counts.cards).toBeGreaterThan(0)
})

describe('an import', () => {
  const prefix = `in-${randomBytes(3).toString('hex')}`
  const table = (from: number, count: number, broken?: number) =>
    ['alias,fullName,bio,email,plan,Instagram', ...Array.from({ length: count }, (_, at) => lineOf(from + at, at === broken))].join('\n')
  const lineOf = (at: number, isBroken: boolean) =>
    `${prefix}-${at},"Nr, ${at}",${'x'.repeat(600)},o${at}@example.com,${isBroken ? 'GOLD' : 'PRO'},https://instagram.com/${at}`

  async function upload(text: string, takes: CardImport['takes']) {
    const { id } = await admin.call('admin.createImport', { input: { name: 'cards.csv', takes, encoding: 'utf-8' } })
    const bytes = Buffer.from(text)
    for (let place = 0; place * importPartBytes < bytes.length; place++) {
      const data = bytes.subarray(place * importPartBytes, (place + 1) * importPartBytes).toString('base64')
      await admin.call('admin.addImportPart', { input: { id, place, data } })
    }
    await admin.call('admin.checkImport', { input: { id } })
    await app.deps.jobs.settle()
    return id
  }
  const progress = (id: string) => admin.call('admin.readImport', { params: { id } })
  const countOf = async (q: string) => {
    const { rows } = await app.deps.pool.query<{ count: number }>(`select count(*)::int as count from subject where alias like $1`, [
      `${q}%`,
    ])
    return rows[0]?.count
  }

  test('ACCOUNT-5 of 250 lines creates the valid ones and reports the invalid one', async () => {
    const id = await upload(table(0, 250, 221), 'good')
    expect((await progress(id)).import).toMatchObject({ state: 'checked', lines: 250, good: 249, broken: 1, made: 0 })
    expect(await countOf(prefix)).toBe(0)
    await admin.call('admin.runImport', { input: { id } })
    expect((await progress(id)).import).toMatchObject({ state: 'importing', lines: 250 })
    await app.deps.jobs.settle()
    const { import: done, issues } = await progress(id)
    expect(done).toMatchObject({ state: 'done', lines: 250, made: 249, broken: 1 })
    expect(issues).toMatchObject([{ line: 223, field: 'plan' }])
    expect(await countOf(prefix)).toBe(249)
    expect(await read(`${prefix}-7`)).toMatchObject({ plan: 'PRO', owners: ['o7@example.com'] })
    const report = await admin.ask(`/remote/api/carte/admin/import/${id}/report`)
    expect([report.headers.get('content-type'), await report.text()]).toEqual([
      'text/csv; charset=utf-8',
      expect.stringContaining('"223","plan"'),
    ])
    expect((await actsOn('card.import'))[0]).toMatchObject({ actor: admin.email, detail: { made: 249, broken: 1, takes: 'good' } })
    expect((await app.deps.pool.query('select from card_import_part where import_id = $1', [id])).rowCount).toBe(0)
  })

  test('all-or-nothing creates no card until every line is valid', async () => {
    const broken = await upload(table(1000, 220, 212), 'all')
    await expect(admin.call('admin.runImport', { input: { id: broken } })).rejects.toEqual(isRefusedWith(409))
    const whole = await upload(table(1000, 220), 'all')
    await admin.call('admin.runImport', { input: { id: whole } })
    await app.deps.jobs.settle()
    expect((await progress(whole)).import).toMatchObject({ state: 'done', made: 220 })
  })

  test('of all or nothing creates none if an alias was taken after the check', async () => {
    const id = await upload(table(2000, 220), 'all')
    await aCard(app.deps, { alias: `${prefix}-2210` })
    await admin.call('admin.runImport', { input: { id } })
    await app.deps.jobs.settle()
    const { import: found } = await progress(id)
    expect(found).toMatchObject({
      state: 'refused',
      made: 0,
      problem: expect.stringContaining('No cards were created.'),
      problemIssues: [expect.objectContaining({ code: expect.stringMatching(/^alias/) }), { code: 'noneCreated' }],
    })
    // Of four digits: the one that took the alias.
    expect(await countOf(`${prefix}-2___`)).toBe(1)
    await admin.call('admin.checkImport', { input: { id } })
    expect((await progress(id)).import).toMatchObject({ problem: '', problemIssues: [] })
  })

  test('reports unavailable aliases by line, and unknown columns by name', async () => {
    await aCard(app.deps, { alias: `${prefix}-a` })
    const id = await upload(`alias,fullName\n${prefix}-a,A\n${prefix}-b,B\n${prefix}-B,C\nadmin,D\n`, 'good')
    expect((await progress(id)).issues.map(({ line, code, values, message }) => [line, code, values, message])).toEqual([
      [2, 'aliasTaken', { alias: `${prefix}-a` }, `The alias ${prefix}-a already belongs to a card.`],
      [4, 'aliasDuplicate', { alias: `${prefix}-b`, line: 3 }, `The alias ${prefix}-b is already used on line 3.`],
      [5, 'aliasSystem', { alias: 'admin' }, expect.stringContaining('admin')],
    ])
    const unknown = await upload('alias,fulName\nx,Y\n', 'good')
    expect((await progress(unknown)).import).toMatchObject({ state: 'refused', problem: expect.stringContaining('Did you mean fullName?') })
  })

  test('describes a wrong value with the label of its field', async () => {
    const columns = 'alias,fullName,emailAddress,eCardIconColor,eCardGoogleAnalyticsUID,showGoogleReviews'
    const id = await upload(`${columns}\n${prefix}-w,W,notanemail,not a color,UA,maybe\n`, 'good')
    expect(Object.fromEntries((await progress(id)).issues.map(({ field, message }) => [field, message]))).toEqual({
      emailAddress: 'This isn’t a valid email address.',
      eCardIconColor: 'Enter a color such as #1f533f.',
      eCardGoogleAnalyticsUID: 'Enter a measurement ID such as G-AB12CD34EF.',
      showGoogleReviews: 'Must be true or false.',
    })
  })

  test('takes its parts in order, each once, and runs once for two requests', async () => {
    const { id } = await admin.call('admin.createImport', { input: { name: 'x.csv', takes: 'good', encoding: 'utf-8' } })
    const add = (place: number, data = Buffer.from('alias,fullName\n').toString('base64')) =>
      admin.call('admin.addImportPart', { input: { id, place, data } })
    await add(0)
    await expect(add(0)).rejects.toEqual(isRefusedWith(409))
    await expect(add(2)).rejects.toEqual(isRefusedWith(409))
    await expect(admin.call('admin.runImport', { input: { id } })).rejects.toEqual(isRefusedWith(409))
    const whole = await upload(`alias,fullName\n${prefix}-once,A\n`, 'good')
    await admin.call('admin.runImport', { input: { id: whole } })
    await expect(admin.call('admin.runImport', { input: { id: whole } })).rejects.toEqual(isRefusedWith(409))
    await app.deps.jobs.settle()
    expect((await progress(whole)).import.made).toBe(1)
  })

  test('is audited with who ran it, and takes parts only from the one who began it', async () => {
    const other = await anAdmin()
    const { id } = await admin.call('admin.createImport', { input: { name: 'x.csv', takes: 'good', encoding: 'utf-8' } })
    const data = Buffer.from(`alias,fullName\n${prefix}-run,A\n`).toString('base64')
    await expect(other.call('admin.addImportPart', { input: { id, place: 0, data } })).rejects.toEqual(isRefusedWith(409))
    await admin.call('admin.addImportPart', { input: { id, place: 0, data } })
    await admin.call('admin.checkImport', { input: { id } })
    await app.deps.jobs.settle()
    await other.call('admin.runImport', { input: { id } })
    await app.deps.jobs.settle()
    expect((await actsOn('card.import'))[0]).toMatchObject({ actor: other.email, detail: { made: 1 } })
  })

  test('that is refused halfway is audited with the cards it created', async () => {
    const id = await upload(table(3000, 250), 'good')
    await app.deps.pool.query(
      `update card_import_part set bytes = bytes || '\\xff' where import_id = $1 and place = (select max(place) from card_import_part where import_id = $1)`,
      [id],
    )
    await admin.call('admin.runImport', { input: { id } })
    await app.deps.jobs.settle()
    const { import: found } = await progress(id)
    expect(found).toMatchObject({ state: 'refused', made: await countOf(`${prefix}-3___`) })
    expect(found.made).toBeGreaterThan(0)
    expect((await actsOn('card.import'))[0]).toMatchObject({ actor: admin.email, detail: { made: found.made } })
  })
})

test('an unfinished import is deleted after a while', async () => {
  const { id } = await admin.call('admin.createImport', { input: { name: 'cards.csv', takes: 'good', encoding: 'utf-8' } })
  await app.deps.db.execute(sql`update card_import set created_at = now() - interval '31 days' where id = ${id}`)
  await app.deps.jobs.enqueue(app.deps.db, 'admin.cleanup', {})
  await app.deps.jobs.settle()
  await expect(admin.call('admin.readImport', { params: { id } })).rejects.toEqual(isRefusedWith(404))
})

test('ACCOUNT-5 publishing is audited with the administrator', async () => {
  await admin.call('releases.publishVersion', { input: { version: '9.9.9', date: '2027-01-01', versionHistory: '', updates: [] } })
  await admin.call('releases.removeVersion', { input: { version: '9.9.9' } })
  const [removed, published] = await actsOn(admin.email)
  expect([removed, published].map((act) => act?.act).sort()).toEqual(['version.publish', 'version.remove'])
  expect(removed?.detail).toEqual({ version: '9.9.9' })
})
