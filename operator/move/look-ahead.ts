import type pg from 'pg'
import { readMigrations } from '#server/db/read-migrations.ts'
import { createStorage, describeStorage } from '#server/outside/storage.ts'
import type { Settings } from '#server/settings.ts'
import { bytes, count } from '../terminal/amounts.ts'
import { refuseAnothers } from './claim-target.ts'
import { readMark, readOthers, refuseSource, type Mark } from './marks.ts'
import { readFacts, readRoom, refuseEncoding, refuseNarrow, refuseNewer, refuseOccupied, refuseSame } from './may-move.ts'
import { isSameStorage } from './move-pictures.ts'
import { silentLog } from '../silent-log.ts'
import { describeDatabase, isThere, openSession } from './places.ts'
import { readUnits, sumOf } from './units.ts'

type Look = { from: Settings; to: Settings; mayReplace: boolean }
type Line = [name: string, value: string]

/** What a move would do, and why it would be refused. Changes nothing and may look beside a running server. */
export async function lookAhead({ from, to, mayReplace }: Look): Promise<Line[]> {
  await using source = await openSession(from, 'visit')
  const facts = await readFacts(source.client)
  await refuseNewer(source.client)
  const here = await readMark(source.client)
  const units = await readUnits(source.client)
  let rows = 0
  for (const unit of units) rows += (await sumOf(source.client, unit)).rows
  const others = await readOthers(source.client)

  return [
    ['from', `${describeDatabase(from)}, PostgreSQL ${facts.postgres}`],
    ['', `${count(rows, 'row')}, ${bytes(facts.bytes)}`],
    ...(await lookAtTarget(to, facts, here, mayReplace)),
    ['pictures', await lookAtPictures(from, to, source.client)],
    ['versions', `${count(readMigrations().length, 'migration')}; the new place gets the same`],
    ['to do', others.length > 0 ? 'stop every instance first: Carte is at work' : 'nothing; the move can begin'],
  ]
}

async function lookAtTarget(
  to: Settings,
  facts: Awaited<ReturnType<typeof readFacts>>,
  here: Mark | null,
  mayReplace: boolean,
): Promise<Line[]> {
  await refuseNarrow(to, facts)
  const room = await readRoom(to)
  const free: Line[] = room === null ? [] : [['', `${bytes(room)} free`]]
  if (!isThere(to)) {
    if (here) refuseSource(here)
    return [['to', `${describeDatabase(to)}, which is made`], ...free]
  }
  await using target = await openSession(to, 'visit')
  const there = await readMark(target.client)
  const targetFacts = await readFacts(target.client)
  refuseSame(facts, targetFacts)
  refuseEncoding(targetFacts)
  await refuseNewer(target.client)
  const goesOn = here !== null && there?.state === 'arriving' && there.id === here.id && here.state !== 'stayed'
  if (here && !goesOn) refuseSource(here)
  await refuseOccupied(target.client, there, here, mayReplace)
  const state = goesOn ? 'goes on where it was' : there ? 'what is there gives way' : 'nothing of anybody is there'
  return [['to', `${describeDatabase(to)}, PostgreSQL ${targetFacts.postgres}: ${state}`], ...free]
}

async function lookAtPictures(from: Settings, to: Settings, client: pg.Client): Promise<string> {
  if (isSameStorage(from, to)) return `stay in ${describeStorage(from)}`
  const there = await createStorage(to, silentLog)
  await there.reach()
  await using session = isThere(to) ? await openSession(to, 'visit') : null
  const expected = session && ((await readMark(session.client))?.pictures ?? null)
  await refuseAnothers({ source: client, target: session?.client ?? null }, there, { to, expected })
  const source = await createStorage(from, silentLog)
  let files = 0
  for await (const _ of source.keys()) files++
  return `${count(files, 'file')}, from ${describeStorage(from)} to ${describeStorage(to)}`
}
