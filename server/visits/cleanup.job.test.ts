import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/database/database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { isCluster } from '../../tests/harness/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { withoutShards } from '../../tests/harness/statements.ts'
import { updatePartitions } from './cleanup.job.ts'
import { busyDayRows, changesOf, monthOf, monthsBefore, partitionsAhead, type KnownPartition } from './partition-policy.ts'
import { deleteDefaultRowsBefore, listPartitions } from './partition-store.ts'

let app: TestApp
let subjectId: string
beforeAll(async () => {
  app = await anApp()
  subjectId = (await aCard(app.deps)).id
})
afterAll(() => app[Symbol.asyncDispose]())

const now = new Date('2041-05-17T03:17:00Z')
const names = async () => (await listPartitions(app.deps.db)).map(({ name }) => name)
const happen = (at: string) =>
  app.deps.visitWriter.write([{ subjectId, at: new Date(at), name: 'page_view', dimension: 'page_name', value: 'home' }])
const tableOf = async (at: string) => {
  const { rows } = await app.deps.db.execute<{ name: string }>(
    sql`select tableoid::regclass::text as name from visit_event where subject_id = ${subjectId} and at = ${at}::timestamptz`,
  )
  return rows.map(({ name }) => withoutShards(name))
}

describe('event partitions', () => {
  test('are created before their month; earlier rows of the default partition are moved', async () => {
    await happen('2041-05-02T10:00:00Z')
    await happen('2041-06-02T10:00:00Z')
    expect(await tableOf('2041-06-02T10:00:00Z')).toEqual(['visit_event_other'])
    await updatePartitions(app.deps, now, 14)
    await updatePartitions(app.deps, now, 14)
    expect(await names()).toEqual(['visit_event_2041_05', 'visit_event_2041_06', 'visit_event_2041_07'])
    expect(await tableOf('2041-05-02T10:00:00Z')).toEqual(['visit_event_2041_05'])
    expect(await tableOf('2041-06-02T10:00:00Z')).toEqual(['visit_event_2041_06'])
    await happen('2041-07-31T23:59:59.999Z')
    expect(await tableOf('2041-07-31T23:59:59.999Z')).toEqual(['visit_event_2041_07'])
  })

  test('are dropped when expired, with old rows of the default partition', async () => {
    await happen('2031-01-01T00:00:00Z')
    await updatePartitions(app.deps, new Date('2042-08-01T00:00:00Z'), 14)
    expect(await names()).toEqual([
      'visit_event_2041_06',
      'visit_event_2041_07',
      ...['08', '09', '10'].map((month) => `visit_event_2042_${month}`),
    ])
    expect(await tableOf('2031-01-01T00:00:00Z')).toEqual([])
  })

  test('old rows of the default partition are deleted in batches, and no newer ones', async () => {
    const other = (await aCard(app.deps)).id
    await app.deps.db.execute(sql`
      insert into visit_event (subject_id, at, id, name)
      select s::uuid, '2031-05-01'::timestamptz + d * interval '1 day' + interval '1 microsecond', gen_random_uuid(), 'page_view'
      from unnest(array[${subjectId}, ${other}]) s, generate_series(1, 9) d`)
    const left = async () => {
      const { rows } = await app.deps.db.execute(sql`select subject_id, at::date::text as day from visit_event_other order by 1, 2`)
      return rows
    }
    await deleteDefaultRowsBefore(app.deps.db, new Date('2031-05-09T00:00:00Z'), 3)
    const days = ['2031-05-09', '2031-05-10']
    expect(await left()).toEqual([subjectId, other].toSorted().flatMap((subject_id) => days.map((day) => ({ subject_id, day }))))
    await deleteDefaultRowsBefore(app.deps.db, new Date('2031-06-01T00:00:00Z'), 2)
    expect(await left()).toEqual([])
  })

  test('store nothing older than the retention period, and always the current month', () => {
    const before = (at: string, months: number) => monthsBefore(new Date(at), months).toISOString().slice(0, 10)
    expect([before('2042-08-02', 14), before('2042-01-31', 14), before('2042-03-31', 1), before('2042-12-31', 1)]).toEqual([
      '2041-06-02',
      '2040-11-30',
      '2042-02-28',
      '2042-11-30',
    ])
  })

  test('are daily once days are busy; months with rows are not split', () => {
    const month = (ahead: number, rows: number): KnownPartition => ({
      name: `m${ahead}`,
      from: monthOf(now, ahead),
      to: monthOf(now, ahead + 1),
      rows,
    })
    const known = [month(-1, 0), month(0, busyDayRows * 17), month(1, 0), month(2, 5)]
    const { created, dropped } = changesOf(partitionsAhead(now, known), known)
    expect(dropped.map(({ name }) => name)).toEqual(['m1'])
    expect(created).toHaveLength(30)
    expect(created[0]).toMatchObject({ name: 'visit_event_2041_06_01', to: new Date('2041-06-02') })
    const settled = [...known.filter(({ name }) => name !== 'm1'), ...created.map((part) => ({ ...part, rows: 0 }))]
    expect(changesOf(partitionsAhead(now, settled), settled)).toEqual({ created: [], dropped: [] })
  })

  test('by day can replace an empty month', async () => {
    const [busy] = await listPartitions(app.deps.db)
    const analyze = `update pg_class set reltuples = ${busyDayRows * 60} where oid =`
    if (isCluster()) await app.deps.db.execute(sql`select run_command_on_shards(${busy?.name}, ${`${analyze} '%s'::regclass`})`)
    else await app.deps.db.execute(sql.raw(`${analyze} '${busy?.name}'::regclass`))
    await updatePartitions(app.deps, new Date('2042-08-02T00:00:00Z'), 14)
    expect((await names()).filter((name) => name.startsWith('visit_event_2042_09'))).toHaveLength(30)
    await happen('2042-09-30T12:00:00Z')
    expect(await tableOf('2042-09-30T12:00:00Z')).toEqual(['visit_event_2042_09_30'])
  })
})

describe('a database with another DateStyle', () => {
  const november = new Date('2026-11-23T03:17:00Z')

  test('does not delete the events of this month', async () => {
    await using other = await anApp()
    const { id } = await aCard(other.deps)
    await updatePartitions(other.deps, november, 6)
    await other.deps.visitWriter.write([{ subjectId: id, at: november, name: 'page_view', dimension: 'page_name', value: 'home' }])
    await other.deps.db.execute(
      sql`do $$ begin execute format('alter database %I set datestyle = ''SQL, DMY''', current_database()); end $$`,
    )
    await using reopened = await openDatabase({ databaseUrl: other.settings.databaseUrl, dataDir: '/nowhere' }, silentLog)
    await updatePartitions({ db: reopened.db, log: silentLog }, november, 6)
    expect((await reopened.db.execute(sql`select 1 from visit_event`)).rows).toHaveLength(1)
  })

  test('keeps partitions whose bounds can’t be parsed', async () => {
    await using other = await anApp()
    await updatePartitions(other.deps, november, 6)
    const before = (await listPartitions(other.deps.db)).map(({ name }) => name)
    await other.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local datestyle = 'SQL, DMY'`)
      expect(await listPartitions(tx)).toEqual([])
      await updatePartitions({ db: tx, log: silentLog }, new Date('2030-01-01'), 6)
    })
    expect((await listPartitions(other.deps.db)).map(({ name }) => name)).toEqual(expect.arrayContaining(before))
  })
})

describe('VISIT_EVENT_MONTHS=0', () => {
  test('stores counts and no events, and the privacy page says so', async () => {
    await using frugal = await anApp({ settings: { visitEventMonths: 0 } })
    const { id } = await aCard(frugal.deps)
    await frugal.deps.visitWriter.write([{ subjectId: id, at: new Date(), name: 'page_view', dimension: 'page_name', value: 'home' }])
    await frugal.deps.jobs.enqueue(frugal.deps.db, 'visits.cleanup', {})
    await frugal.deps.jobs.settle()
    const { rows } = await frugal.deps.db.execute(
      sql`select (select count(*)::int from visit_event) as events, (select sum(count)::int from visit_day) as counted`,
    )
    expect(rows).toEqual([{ events: 0, counted: 1 }])
    expect((await listPartitions(frugal.deps.db)).filter(({ from }) => from < new Date())).toEqual([])
    const owner = await signedIn(frugal, id)
    expect((await owner.call('privacy.read')).visitEventMonths).toBe(0)
  })
})
