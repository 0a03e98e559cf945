import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findOldestPostgres } from '../../scripts/test/find-oldest-postgres.ts'
import { seedOwners } from './seed-owners.ts'
import { runRounds, type Round } from './run-rounds.ts'
import { embeddedStage, chosenStage, ownServerStage, type Stage } from './stages.ts'

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    database: { type: 'string', default: 'embedded' },
  },
})
const [times, seed] = [Number(values.times), Number(values.seed)]
const folder = await mkdtemp(join(tmpdir(), 'carte-kills-'))

/** `embedded`, `floor` for the oldest supported PostgreSQL, or the URL of an empty database that only this uses. */
async function chooseStage(): Promise<Stage> {
  if (values.database === 'embedded') return embeddedStage(folder)
  if (values.database !== 'floor') return chosenStage(folder, values.database)
  const floor = findOldestPostgres()
  if (!floor) throw new Error('There is no PostgreSQL 15 here: apt-get install postgresql-15, or give an address.')
  return 'TEST_DATABASE_URL' in floor ? chosenStage(folder, floor.TEST_DATABASE_URL) : ownServerStage(folder, floor.TEST_POSTGRES_BINARIES)
}

function line({ victim, afterMs, acknowledged, unanswered, openedMs, issues }: Round, number: number): string {
  const words = [
    number + 1,
    victim,
    `after ${afterMs} ms`,
    `${acknowledged} acknowledged`,
    `${unanswered} unanswered`,
    `open in ${openedMs} ms`,
  ]
  return [words.join('  '), ...issues.map((issue) => `   LOST: ${issue}`)].join('\n')
}

await using stage = await chooseStage()
console.log(`${times} kills, ${stage.name}, --seed ${seed}`)
const seeded = await seedOwners(stage.environment, 24)
const rounds = await runRounds(stage, seeded, { times, seed, onRound: (round, number) => console.log(line(round, number)) })

console.log('\nkilled     times  acknowledged  unanswered  lost  opened again, ms (middle, most)')
for (const victim of stage.victims) {
  const of = rounds.filter((round) => round.victim === victim)
  const opened = of.map(({ openedMs }) => openedMs).toSorted((one, other) => one - other)
  const sum = (read: (round: Round) => number) => of.reduce((all, round) => all + read(round), 0)
  const columns = [of.length, sum((round) => round.acknowledged), sum((round) => round.unanswered), sum((round) => round.issues.length)]
  const [kills = 0, acknowledged = 0, unanswered = 0, lost = 0] = columns
  console.log(
    `${victim.padEnd(9)}${String(kills).padStart(7)}${String(acknowledged).padStart(14)}${String(unanswered).padStart(12)}${String(lost).padStart(6)}  ${opened[opened.length >> 1]}, ${opened.at(-1)}`,
  )
}
await rm(folder, { recursive: true, force: true })
process.exitCode = rounds.some(({ issues }) => issues.length > 0) ? 1 : 0
