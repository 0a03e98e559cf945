import { drizzle } from 'drizzle-orm/node-postgres'
import { commandLine, writeAct } from '#server/audit/write-act.ts'
import { writeName } from '#server/db/storage-owner.ts'
import { newId } from '#server/db/new-id.ts'
import { layOutJobs } from '#server/jobs/lay-out-jobs.ts'
import type { Clock } from '#server/outside/clock.ts'
import { createStorage, type Storage } from '#server/outside/storage.ts'
import type { Settings } from '#server/settings.ts'
import { compareTables, copyTables, type MovedTable, type Pair } from './copy-tables.ts'
import { build, clearGround, readFoundations } from './foundations.ts'
import { inWords } from './in-words.ts'
import { holdLock, holdStill, readMark, refuseOthers, refuseSource, writeMark, type Mark } from './marks.ts'
import { readFacts, refuseEncoding, refuseNarrow, refuseNewer, refuseOccupied, refuseSame } from './may-move.ts'
import { claimTarget, refuseAnothers } from './claim-target.ts'
import { isSameStorage, movePictures, type MovedPictures } from './move-pictures.ts'
import { silentLog } from '../silent-log.ts'
import { describeDatabase, openSession } from './places.ts'
import { readUnits, tableOf, type Unit } from './units.ts'

export type MoveNeeds = {
  from: Settings
  to: Settings
  mayReplace: boolean
  clock: Clock
  signal: AbortSignal
  tell(line: string): void
  /** How much of a table goes in one transaction. */
  pieceBlocks?: number
}

export type Moved = { tables: MovedTable[]; pictures: MovedPictures | null }

const eightThousandBlocks = 8192

/** Everything from one place to the other, compared, and only then given over. Broken off anywhere it goes on when it is run again. */
export async function moveInstallation(needs: MoveNeeds): Promise<Moved> {
  try {
    return await move(needs)
  } catch (error) {
    throw inWords(error, needs.signal)
  }
}

async function move(needs: MoveNeeds): Promise<Moved> {
  const { from, to, signal, tell } = needs
  await using source = await openSession(from, 'owner')
  await using target = await openSession(to, 'owner')
  // A question under way ends with its connection.
  const cut = () => void Promise.all([source.client.end(), target.client.end()]).catch(() => {})
  signal.addEventListener('abort', cut, { once: true })
  signal.throwIfAborted()
  const pair: Pair = { source: source.client, target: target.client, tell, signal, pieceBlocks: needs.pieceBlocks ?? eightThousandBlocks }

  const storages = isSameStorage(from, to) ? null : await openStorages(from, to)
  await refuseNarrow(to, await readFacts(pair.source))
  const mark = await begin(pair, storages, needs)
  const place = storages && (await claimTarget(pair.source, storages, needs.clock.now()))
  const units = await carryTables(pair, mark)
  tell('Comparing what arrived.')
  const tables = await compareTables(pair, units)
  tell('Building indexes and references.')
  await build(pair.target, await readFoundations(pair.source))
  if (storages) tell('Copying pictures.')
  const pictures = storages && (await movePictures({ ...storages, signal, tell }))
  signal.removeEventListener('abort', cut)
  await handOver(pair, mark, needs, place)
  return { tables, pictures }
}

type Storages = Record<'source' | 'target' | 'proof', Storage>

/** A bucket that does not answer is told before anything is copied. */
async function openStorages(from: Settings, to: Settings) {
  const open = (place: Settings) => createStorage(place, silentLog)
  const storages = { source: await open(from), target: await open(to), proof: await open(to) }
  await storages.source.reach()
  await storages.target.reach()
  return storages
}

/** Both places are ours alone from here on, and both say so. */
async function begin({ source, target }: Pair, storages: Storages | null, { from, to, mayReplace, clock }: MoveNeeds): Promise<Mark> {
  const facts = await readFacts(target)
  refuseSame(await readFacts(source), facts)
  refuseEncoding(facts)
  await refuseNewer(source)
  await refuseNewer(target)
  for (const [client, place] of [
    [source, from],
    [target, to],
  ] as const) {
    await holdLock(client)
    await refuseOthers(client, describeDatabase(place))
  }

  const [here, there] = [await readMark(source), await readMark(target)]
  const at = clock.now().toISOString()
  const isResumed = there?.state === 'arriving' && there.id === here?.id && (here.state === 'leaving' || here.state === 'left')
  if (isResumed) return there
  if (here) refuseSource(here)
  await refuseOccupied(target, there, here, mayReplace)
  if (storages) await refuseAnothers({ source, target }, storages.target, { to, expected: there?.pictures ?? null })
  const pictures = storages && (await claimTarget(source, storages, clock.now()))
  const id = newId(clock.now().getTime())
  await layOutJobs(source)
  const mark: Mark = { state: 'arriving', id, place: describeDatabase(from), at, pictures }
  await writeMark(target, mark)
  await writeMark(source, { state: 'leaving', id, place: describeDatabase(to), at })
  return mark
}

async function carryTables(pair: Pair, mark: Mark): Promise<Unit[]> {
  const { source, target, tell } = pair
  await source.query('begin')
  await holdStill(source, (await readUnits(source)).map(tableOf))
  const units = await readUnits(source)
  await layOutJobs(target)
  await clearGround(target, await readFoundations(source))
  if (!mark.done) {
    await target.query('begin')
    await target.query(`truncate ${(await readUnits(target)).map(tableOf).join(', ')} cascade`)
    await writeMark(target, { ...mark, done: {} })
    await target.query('commit')
  }
  tell(mark.done ? 'Going on with the tables.' : 'Copying tables.')
  await copyTables(pair, units)
  return units
}

/** The old place first: stopped in between neither is alive, never both, and the next run ends it. */
async function handOver(
  { source, target }: Pair,
  { id, place }: Mark,
  { to, clock }: MoveNeeds,
  storagePlace: string | null,
): Promise<void> {
  const now = clock.now()
  const at = now.toISOString()
  await writeMark(source, { state: 'left', id, place: describeDatabase(to), at })
  await source.query('commit')
  await target.query('begin')
  await writeMark(target, { state: 'arrived', id, place, at })
  if (storagePlace !== null) await writeName(drizzle(target), storagePlace, now)
  await writeAct(drizzle(target), commandLine, { act: 'move' }, now)
  await target.query('commit')
}
