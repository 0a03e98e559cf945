import { resolve } from 'node:path'
import { checkBackup } from '../backup/read-backup.ts'
import { readPassphrase } from '../backup/read-passphrase.ts'
import type { Command } from '../command.ts'
import { count } from '../terminal/amounts.ts'

export const backupCheck: Command = {
  name: 'backup check',
  words: 'FILE',
  purpose: 'Says whether a backup is whole.',
  about:
    'Reads the file to its last byte, as restore does before it touches anything, and compares every count and sum. ' +
    'Ask it of a copy on another machine or disk. No database is opened, and nothing is written. ' +
    'It is no rehearsal: only restoring into another DATA_DIR shows that everything comes back.',
  changes: 'Nothing.',
  flags: { 'passphrase-file': { value: 'FILE', meaning: 'Where the passphrase of an encrypted backup is.' } },
  examples: ['backup check /mnt/copies/carte-2026-11-21.backup --passphrase-file ~/.carte-passphrase'],
  async run({ words: [file = ''], text }, { terminal: { say } }) {
    const passphrase = await readPassphrase(text('passphrase-file'))
    const manifest = await checkBackup({ file: resolve(file), passphrase })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Whole: the backup of ${manifest.madeAt}, made by Carte ${manifest.productVersion}.`)
    say(`${count(manifest.tables.length, 'table')} with ${count(rows, 'row')}, ${count(manifest.pictures.length, 'picture')}.`)
  },
}
