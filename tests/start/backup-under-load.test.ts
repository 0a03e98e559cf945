import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { findAll, findBroken } from '../../lab/kills/find-all.ts'
import { seedOwners, type SeededOwners } from '../../lab/kills/seed-owners.ts'
import { diceOf } from '../../lab/dice.ts'
import { serve } from '../../lab/kills/run-rounds.ts'
import { embeddedStage, ownServerStage, type Stage } from '../../lab/kills/stages.ts'
import { write } from '../../lab/kills/write.ts'
import { aFolder, run } from './program.ts'

const seed = 261_122
type Check = ReturnType<SeededOwners['owners'][number]['expectations']['watch']>

const isOfSession = (key: string) => /^(session|device) /.test(key)

/** Runs a command with the settings of the stage. */
const carte = ({ environment }: Stage, ...words: string[]) => run('cli/main.ts', environment, { after: words })

/** Checks that everything is from one moment, except sessions and their devices, which a restore leaves out. */
async function findInconsistencies(stage: Stage, { owners }: SeededOwners, checks: Check[]): Promise<string[]> {
  await using program = await serve(stage)
  const client = await stage.connect()
  const issues: string[] = []
  for (const [index, owner] of owners.entries()) {
    const found = await findAll(client, program.url, owner)
    issues.push(...[...found.cells.keys()].filter(isOfSession).map((key) => `${key} is there after a restore`))
    issues.push(...(checks[index]?.(found) ?? []).filter((issue) => !isOfSession(issue)), ...(await findBroken(client, program.url, owner)))
  }
  await client.end()
  return issues
}

test('a backup under load is consistent, also after a killed restore', async () => {
  await using folder = await aFolder()
  const secret = join(folder.path, 'passphrase')
  await writeFile(secret, 'a lamp above the blue door\n', { mode: 0o600 })
  const file = join(folder.path, 'carte.backup')
  const random = diceOf(seed)
  const stage = embeddedStage(join(folder.path, 'data'))
  const seeded = await seedOwners(stage.environment, 5)
  const { owners, admin } = seeded

  await using program = await serve(stage)
  const acknowledged = () => owners.reduce((sum, { expectations }) => sum + expectations.acknowledged(), 0)
  const hands = owners.map((owner) => write({ url: program.url, owner, random: diceOf(random.below(2 ** 32)), adminCookie: admin.cookie }))
  await expect.poll(acknowledged, { timeout: 90_000 }).toBeGreaterThan(25)
  const before = acknowledged()
  const checks = owners.map(({ expectations }) => expectations.watch())
  const backup = carte(stage, 'backup', file, '--passphrase-file', secret)
  expect(await backup.ended, backup.errorOutput()).toBe(0)
  expect(backup.errorOutput()).not.toContain('missing')
  expect(acknowledged()).toBeGreaterThan(before)
  await Promise.all(hands.map(({ end }) => end()))
  const checked = carte(stage, 'backup', 'check', file, '--passphrase-file', secret)
  expect(await checked.ended, checked.errorOutput()).toBe(0)
  expect(checked.output()).toMatch(/^Complete: the backup of /)

  await using ownServer = await ownServerStage(join(folder.path, 'own'), await findBinaries())
  for (const place of [embeddedStage(join(folder.path, 'rehearsal')), ownServer]) {
    const killed = carte(place, 'restore', file, '--passphrase-file', secret)
    await Promise.race([killed.ended, wait(300 + random.below(2500))])
    killed.send('SIGKILL')
    await killed.ended
    const restore = carte(place, 'restore', file, '--passphrase-file', secret, '--replace', '--yes')
    expect(await restore.ended, restore.errorOutput()).toBe(0)
    expect(await findInconsistencies(place, seeded, checks)).toEqual([])
  }
}, 240_000)
