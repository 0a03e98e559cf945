import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { seedOwners } from '../../lab/kills/seed-owners.ts'
import { runRounds, type Round } from '../../lab/kills/run-rounds.ts'
import { embeddedStage, ownServerStage, type Stage } from '../../lab/kills/stages.ts'
import { aFolder } from './program.ts'

let folder: Awaited<ReturnType<typeof aFolder>>
beforeEach(async () => (folder = await aFolder()))
afterEach(() => folder[Symbol.asyncDispose]())

// Other seeds, and long runs: npm run kills -- --times 200 --seed N --database embedded|floor|postgres://…
const seed = 261_122

async function killed(stage: Stage, times: number): Promise<Round[]> {
  const seeded = await seedOwners(stage.environment, 6)
  return runRounds(stage, seeded, { times, seed, mostMs: 400 })
}
const lost = (rounds: Round[]) => rounds.flatMap(({ victim, issues }) => issues.map((issue) => `after a kill of ${victim}: ${issue}`))

test('after a kill acknowledged writes exist once, none partially', async () => {
  const rounds = await killed(embeddedStage(folder.path), 5)
  expect(lost(rounds)).toEqual([])
  expect(rounds.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(10)
})

test('the same with an external PostgreSQL', async () => {
  await using stage = await ownServerStage(folder.path, await findBinaries())
  expect(lost(await killed(stage, 4))).toEqual([])
})
