import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from './database.ts'
import { runCommand } from './run-command.ts'

/** An installation that only the command line uses, with a database and a folder of its own. Tests change what is `current`. */
export async function anInstallation(environment: NodeJS.ProcessEnv = {}) {
  const ends = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'carte-installation-'))
  ends.defer(() => rm(folder, { recursive: true, force: true }))
  const made = ends.use(await aDatabase())
  const settings = readSettings({ ...environment, DATABASE_URL: made.url, DATA_DIR: folder })
  const database = ends.use(await openDatabase(settings, silentLog))
  const current = { settings, now: new Date() }
  const clock = { now: () => current.now }
  const carte = (...words: string[]) => runCommand(words, { settings: current.settings, now: clock.now })
  let cards = 0

  return {
    folder,
    database,
    current,
    clock,
    carte,
    async aCard(...flags: string[]) {
      const alias = `card-${++cards}`
      expect(await carte('cards', 'create', alias, '--name', 'Anna Lind', ...flags)).toMatchObject({ code: 0, notes: '' })
      return alias
    },
    readCard: async (alias: string) => JSON.parse((await carte('cards', 'show', alias, '--json')).output),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  }
}
