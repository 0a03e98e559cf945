import { resolve } from 'node:path'
import { recordBackup } from '#server/database/last-backups.ts'
import { checkBackup } from '../backup/read-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { readPassphrase } from '../backup/read-passphrase.ts'
import type { Command } from '../command.ts'
import { record } from '../recorded.ts'
import { bytes, count } from '../terminal/amounts.ts'

export const backup: Command = {
  name: 'backup',
  words: 'FILE',
  purpose: 'Writes everything into one file.',
  about:
    'Every table and every picture, as they are at one moment, while the server goes on working. ' +
    'The file gets its name only after it was read back and compared, so a file with that name is a whole backup. It is readable by you alone (mode 0600). ' +
    'With --passphrase-file it is encrypted (AES-256-GCM, key by scrypt); without the passphrase nobody opens it again, you neither. ' +
    'Without, it is a tar archive compressed with gzip, in the clear: keep it where only you can read it. ' +
    'A backup that was never restored is a hope: rehearse it with restore in another DATA_DIR.',
  changes:
    'Nothing in the installation but a line in the list of what operators did, and one in DATA_DIR/backups.json with the place of FILE. FILE is new; a file that exists is never overwritten.',
  flags: { 'passphrase-file': { value: 'FILE', meaning: 'Encrypts with the first line of FILE, 12 characters or more.' } },
  examples: [
    'backup ~/backups/carte-$(date +%F).backup --passphrase-file ~/.carte-passphrase',
    'backup /mnt/disk/before-the-update.backup',
  ],
  async run({ words: [file = ''], text }, house) {
    const passphrase = await readPassphrase(text('passphrase-file'))
    const { database, storage } = await house.open()
    const {
      manifest,
      bytes: size,
      missingPictures,
    } = await writeBackup({ ...house, database, storage }, { file: resolve(file), passphrase })

    await recordBackup(house.settings.dataDir, { file: resolve(file), at: manifest.madeAt, bytes: size })
    await record(house, { act: 'backup', detail: { isEncrypted: passphrase !== null } })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { say, note } = house.terminal
    say(`Backup written, read back and compared: ${resolve(file)}`)
    say(
      `${count(manifest.tables.length, 'table')} with ${count(rows, 'row')}, ${count(manifest.pictures.length, 'picture')}, ${bytes(size)}.`,
    )
    if (passphrase === null) note('It is not encrypted, and readable by you alone (mode 0600). With --passphrase-file FILE it would be.')
    for (const key of missingPictures) note(`A picture is missing from the data folder, and so from the backup: ${key}`)
  },
}

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
