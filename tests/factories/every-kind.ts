import { sql } from 'drizzle-orm'
import type { Database, Db } from '#server/db/database.ts'
import type { Job, JobData } from '#server/jobs/job.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import type { Storage } from '#server/outside/storage.ts'
import { silentLog } from '../harness/silent-log.ts'

const maren = '01930000-0000-7000-8000-000000000001'
const emojiName = 'Maren “Mé” Holloway\t\\ \n 馬 🏡👩‍👩‍👧'
const sessionHash = '0aff'.repeat(16)

/** A row of every awkward kind: JSON's null beside SQL's, bytes, lists, partitions, letters of many scripts; somebody signed in, and a job that waits. */
export async function fillWithEveryKind({ db, connection }: Pick<Database, 'db' | 'connection'>, { contacts = 1300 } = {}): Promise<void> {
  await db.execute(sql`insert into subject (id, key, alias, full_name, bio, granted_rights, menus, settings) values
    (${maren}, 'k1', 'maren', ${emojiName}, ${'a,b{"c"}\\N'}, '{Home,"a b",NULL}', '[{"key": "x", "weight": 1.50}]', '{"location": null}')`)
  await db.execute(sql`insert into alias values ('maren', ${maren})`)
  await db.execute(sql`insert into account (id, email) values (${maren}, 'maren@example.com')`)
  await db.execute(sql`insert into membership (subject_id, account_id) values (${maren}, ${maren})`)
  await db.execute(sql`insert into session (id, account_id, token_hash, exchanged_at, signed_in_at, seen_at, ends_at, way) values
    (${maren}, ${maren}, decode(${sessionHash}, 'hex'), now(), now(), now(), now() + interval '14 days', 'link')`)
  await db.execute(sql`insert into review_cache (subject_id, source, source_key, answer, fetched_at) values
    (${maren}, 'zillow-agent', 'json-null', 'null', now()), (${maren}, 'zillow-agent', 'sql-null', null, null)`)
  await addContacts(db, contacts)
  for (const month of ['2026-09', '2026-10']) {
    await db.execute(
      sql.raw(`create table visit_event_${month.replace('-', '_')} partition of visit_event
      for values from ('${month}-01') to ('${month === '2026-09' ? '2026-10-01' : '2026-11-01'}')`),
    )
    await db.execute(
      sql`insert into visit_event (subject_id, at, id, name) values (${maren}, ${`${month}-11T12:00:00Z`}, ${maren}, 'page_view')`,
    )
  }
  await db.execute(sql`insert into visit_event (subject_id, at, id, name) values (${maren}, '2020-01-01', ${maren}, 'page_view')`)
  await addJob({ db, connection })
}

export async function addContacts(db: Db, count: number): Promise<void> {
  await db.execute(sql`insert into contact (subject_id, id, submission_id, name, full_name, notes, tags)
    select ${maren}::uuid, gen_random_uuid(), gen_random_uuid(), 'Ada', 'Ada ' || n, repeat('met at the gate ', 6), array['open house', 'ü']
    from generate_series(1, ${count}::int) n`)
}

export const waiting: JobData['contacts.mail'] = { subjectId: maren, contactId: maren }

async function addJob(database: Pick<Database, 'db' | 'connection'>): Promise<void> {
  const job: Job<'contacts.mail'> = { name: 'contacts.mail', run: async () => {} }
  await using jobs = openJobs({ ...database, log: silentLog }, [job], { works: false })
  await jobs.enqueue(database.db, 'contacts.mail', waiting)
}

/** Does what waits in a database, and says what it was. */
export async function doWaiting(database: Pick<Database, 'db' | 'connection'>): Promise<unknown[]> {
  const done: unknown[] = []
  const job: Job<'contacts.mail'> = { name: 'contacts.mail', run: async (data) => void done.push(data) }
  await using jobs = openJobs({ ...database, log: silentLog }, [job], { works: false })
  await jobs.settle()
  return done
}

/** A picture, a size made of it, and one of a story. */
export const pictures = new Map([
  [`${maren}/profile/r1/master.webp`, Buffer.from('the bytes of a portrait')],
  [`${maren}/profile/r1/88.webp`, Buffer.alloc(700_000, 7)],
  ['stories/a1b2c3d4e5f6a1b2c3d4e5f6/master.webp', Buffer.from([0, 255, 10, 13])],
])

export async function fillWithPictures(storage: Pick<Storage, 'put'>): Promise<void> {
  for (const [key, body] of pictures) await storage.put(key, body)
}
