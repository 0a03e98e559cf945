import { openDatabase } from '#server/database/database.ts'
import { refuseMissingDatabase } from '#server/database/embedded/refuse-lost-database.ts'
import { reachDatabase } from '#server/database/reach-database.ts'
import { distribute, refuseWaitingMigrations } from '#server/database/sharding/distribute.ts'
import { planDistribution } from '#server/database/sharding/plan-distribution.ts'
import { readCatalog } from '#server/database/sharding/read-catalog.ts'
import { UserError } from '#server/common/user-error.ts'
import type { Command } from '../command.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

export const scaleCitus: Command = {
  name: 'scale citus',
  args: '',
  purpose: 'Distributes the database over the workers of a Citus cluster.',
  about:
    'Without --run it prints the statements. With it, it first checks Citus, the workers, their extensions, clocks and free space, and that no server is running; then it runs one statement at a time. ' +
    'If it is interrupted, the same command continues. Back up first: there is no way back except restoring the backup elsewhere. Read docs/scale.md.',
  changes: 'With --run: where the tables are stored. Their rows are copied to the workers, and then deleted on the coordinator.',
  flags: { run: { meaning: 'Distributes the database instead of printing the statements.' } },
  examples: ['scale citus', 'scale citus --run'],
  async run({ has }, { settings, terminal, signal }) {
    if (has('run')) {
      if (settings.databaseUrl === null) throw new UserError('Citus needs a PostgreSQL of your own: set DATABASE_URL to its coordinator.')
      // Not opened as usual, which migrates it: first the checks.
      await using reached = await reachDatabase(settings)
      return await distribute(reached.direct ?? reached.connection, { print: terminal.print, log: silentLog, signal })
    }
    refuseMissingDatabase(settings)
    await using database = await openDatabase(settings, silentLog, { as: 'visit', migrating: { onlyFirst: true } })
    await refuseWaitingMigrations(database.db)
    for (const { title, statements } of planDistribution(await readCatalog(database.pool)))
      terminal.print([`-- ${title}`, ...statements].join('\n'))
  },
}
