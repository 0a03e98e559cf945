import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#server/outside/clock.ts'
import { aDatabase } from '../../tests/harness/database.ts'
import { silentLog } from '../../tests/harness/silent-log.ts'
import { openDatabase } from './database.ts'
import { compareFolder } from './shared-folder.ts'

test('two servers that keep pictures in two folders are told so, and those that share one are not', async () => {
  await using stored = await aDatabase()
  await using database = await openDatabase({ databaseUrl: stored.url, dataDir: '/nowhere' }, silentLog)
  await using undo = new AsyncDisposableStack()
  const said: string[] = []
  const log = { ...silentLog, warn: (event: string) => void said.push(event) }
  const aFolder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'carte-pictures-'))
    undo.defer(() => rm(path, { recursive: true, force: true }))
    return path
  }
  const [shared, other] = [await aFolder(), await aFolder()]
  const start = (dataDir: string) => compareFolder({ db: database.db, clock: systemClock, log }, dataDir)

  for (let server = 0; server < 3; server++) await start(shared)
  expect(said).toEqual([])
  await start(other)
  expect(said).toEqual(['pictures-elsewhere'])
  await start(shared)
  expect(said).toEqual(['pictures-elsewhere', 'pictures-elsewhere'])
})
