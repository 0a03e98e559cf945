import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { findAll, findBroken } from '../../lab/kills/find-all.ts'
import { foundHousehold, type Household } from '../../lab/kills/found-household.ts'
import { diceOf } from '../../lab/dice.ts'
import { serve } from '../../lab/kills/run-rounds.ts'
import { embeddedStage, ownServerStage, type Stage } from '../../lab/kills/stages.ts'
import { write } from '../../lab/kills/write.ts'
import { aFolder, run } from './program.ts'

const seed = Number(process.env['KILLS_SEED'] ?? Date.now() % 1_000_000)
type Check = ReturnType<Household['owners'][number]['book']['watch']>

const isOfSession = (key: string) => /^(session|device) /.test(key)

/** A command of the operator's, told where everything is. */
const carte = ({ environment }: Stage, ...words: string[]) => run('cli/main.ts', environment, { after: words })

/** All as it was at one moment, but for who was signed in and the devices that were told as long as they were: of those nobody is. */
async function whatIsOff(stage: Stage, { owners }: Household, checks: Check[]): Promise<string[]> {
  await using program = await serve(stage)
  const client = await stage.connect()
  const faults: string[] = []
  for (const [index, owner] of owners.entries()) {
    const found = await findAll(client, program.url, owner)
    faults.push(...[...found.cells.keys()].filter(isOfSession).map((key) => `${key} is there after a restore`))
    faults.push(...(checks[index]?.(found) ?? []).filter((fault) => !isOfSession(fault)), ...(await findBroken(client, program.url, owner)))
  }
  await client.end()
  return faults
}

test(`a backup made while everybody writes is all of one moment, and comes back whole, also after a restore that was killed (seed ${seed})`, async () => {
  await using folder = await aFolder()
  const secret = join(folder.path, 'passphrase')
  await writeFile(secret, 'a lamp above the blue door\n', { mode: 0o600 })
  const file = join(folder.path, 'carte.backup')
  const random = diceOf(seed)
  const stage = embeddedStage(join(folder.path, 'data'))
  const household = await foundHousehold(stage.environment, 5)
  const { owners, operator } = household

  await using program = await serve(stage)
  const acknowledged = () => owners.reduce((sum, { book }) => sum + book.acknowledged(), 0)
  const hands = owners.map((owner) =>
    write({ url: program.url, owner, random: diceOf(random.below(2 ** 32)), operatorCookie: operator.cookie }),
  )
  await expect.poll(acknowledged, { timeout: 90_000 }).toBeGreaterThan(25)
  const before = acknowledged()
  const checks = owners.map(({ book }) => book.watch())
  const backup = carte(stage, 'backup', file, '--passphrase-file', secret)
  expect(await backup.ended, backup.complaints()).toBe(0)
  expect(backup.complaints()).not.toContain('missing')
  expect(acknowledged()).toBeGreaterThan(before)
  await Promise.all(hands.map(({ end }) => end()))
  const checked = carte(stage, 'backup', 'check', file, '--passphrase-file', secret)
  expect(await checked.ended, checked.complaints()).toBe(0)
  expect(checked.output()).toMatch(/^Whole: the backup of /)

  await using ownServer = await ownServerStage(join(folder.path, 'own'), await findBinaries())
  for (const place of [embeddedStage(join(folder.path, 'rehearsal')), ownServer]) {
    const killed = carte(place, 'restore', file, '--passphrase-file', secret)
    await Promise.race([killed.ended, wait(300 + random.below(2500))])
    killed.send('SIGKILL')
    await killed.ended
    const restore = carte(place, 'restore', file, '--passphrase-file', secret, '--replace', '--yes')
    expect(await restore.ended, restore.complaints()).toBe(0)
    expect(await whatIsOff(place, household, checks)).toEqual([])
  }
}, 240_000)
