import { resolve } from 'node:path'
import { UserError } from '#server/common/user-error.ts'
import { readPassphrase } from '#server/backup/read-passphrase.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import type { Command } from '../command.ts'
import { openAudited } from '../audited.ts'
import { count } from '../terminal/amounts.ts'
import { onWait } from './backup.ts'

export const restore: Command = {
  name: 'restore',
  args: 'FILE',
  purpose: 'Restores a backup.',
  about:
    'Verifies the whole file before it changes anything, then loads it in one transaction: either everything is restored or nothing is changed. ' +
    'The loaded data is read back and compared. ' +
    'The installation must be empty; demo cards do not count and are removed. ' +
    'Everyone has to log in again: sessions and emailed links are not restored, because some may have been ended since. ' +
    'The backup may come from the embedded database or from your own PostgreSQL and may be restored into either, but not into a distributed one: restore, then distribute. ' +
    'It must be from the same version or one with the same migrations; otherwise the error says which version to use. ' +
    'A running server shows the restored cards immediately, but visitors wait in the meantime: for a large installation stop the server first.',
  changes: 'All cards, accounts, contacts, images and settings in the database. Not the settings of the environment.',
  flags: {
    'passphrase-file': { value: 'FILE', meaning: 'The file with the passphrase of an encrypted backup.' },
    replace: { meaning: 'Replaces everything in an installation that is in use. Needs --yes too.' },
    yes: { meaning: 'Confirms the command.' },
  },
  examples: ['restore carte.backup --passphrase-file ~/.carte-passphrase', 'restore carte.backup --replace --yes'],
  async run({ positionals: [file = ''], text, has }, context) {
    if (has('replace') && !has('yes')) {
      throw new UserError(
        '--replace removes every card, account, contact and image of this installation. Make a backup first, then add --yes.',
      )
    }
    const passphrase = await readPassphrase(text('passphrase-file'))
    const { database, changes, storage, claim } = await openAudited(context, { act: 'restore' }, { isNew: true })
    const deps = { database, changes, storage, signal: context.signal, place: await claim(), onWait: onWait(context) }
    const manifest = await restoreBackup(deps, { file: resolve(file), passphrase }, { replaces: has('replace') })

    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    context.terminal.print(`Restored and compared: the backup of ${manifest.madeAt}, made by Carte ${manifest.productVersion}.`)
    context.terminal.print(
      `${count(manifest.tables.length, 'table')} with ${count(rows, 'row')}, ${count(manifest.pictures.length, 'image')}.`,
    )
    context.terminal.print('Everyone has to log in again: sessions and emailed links were not restored.')
  },
}
