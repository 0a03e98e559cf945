import { resolve } from 'node:path'
import { Refusal } from '#server/refusal.ts'
import { readPassphrase } from '../backup/read-passphrase.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import type { Command } from '../command.ts'
import { recorded } from '../recorded.ts'
import { count } from '../terminal/amounts.ts'

export const restore: Command = {
  name: 'restore',
  words: 'FILE',
  purpose: 'Brings a backup back.',
  about:
    'Reads the file to its last byte and compares every sum before it touches anything, then loads all of it in one step: at the end everything is there, or nothing was changed. ' +
    'What was loaded is read out of the database again and compared. ' +
    'It restores into an empty installation; demo cards do not count as in use and give way. ' +
    'Everybody logs in again: sessions and mailed links are not brought back, since some were ended after the backup was made. ' +
    'The backup may come from the embedded database or from a PostgreSQL of yours, and go to either. ' +
    'It must have been made by the same version, or one with the same database; otherwise it is refused, saying which version to use. ' +
    'A running server shows the restored cards at once, but visitors wait while it lasts: for a large installation stop it first.',
  changes: 'All cards, accounts, contacts, pictures and settings in the store. Not the settings of the environment.',
  flags: {
    'passphrase-file': { value: 'FILE', meaning: 'Where the passphrase of an encrypted backup is.' },
    replace: { meaning: 'Puts the backup in place of everything in an installation that is in use. Needs --yes too.' },
    yes: { meaning: 'Says that you mean it.' },
  },
  examples: ['restore carte.backup --passphrase-file ~/.carte-passphrase', 'restore carte.backup --replace --yes'],
  async run({ words: [file = ''], text, has }, house) {
    if (has('replace') && !has('yes')) {
      throw new Refusal('--replace removes every card, account, contact and picture that is here. Make a backup first, then add --yes.')
    }
    const passphrase = await readPassphrase(text('passphrase-file'))
    const { database, changes, storage, claim } = await recorded(house, { act: 'restore' })
    const needs = { database, changes, storage, signal: house.signal, place: await claim() }
    const manifest = await restoreBackup(needs, { file: resolve(file), passphrase }, { replaces: has('replace') })

    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    house.terminal.say(`Restored and compared: the backup of ${manifest.madeAt}, made by Carte ${manifest.productVersion}.`)
    house.terminal.say(
      `${count(manifest.tables.length, 'table')} with ${count(rows, 'row')}, ${count(manifest.pictures.length, 'picture')}.`,
    )
    house.terminal.say('Everybody logs in again: sessions and mailed links of the backup open nothing.')
  },
}
