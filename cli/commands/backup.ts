import { resolve } from 'node:path'
import { recordBackup } from '#server/database/last-backups.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { UserError } from '#server/common/user-error.ts'
import { rehearse } from '#server/backup/rehearse.ts'
import { runBackup, type RunDeps } from '#server/backup/run-backup.ts'
import { recordBackupRun } from '#server/backup/runs.ts'
import { checkBackup } from '#server/backup/read-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { readPassphrase } from '#server/backup/read-passphrase.ts'
import type { Command, CommandContext } from '../command.ts'
import { recordAudit } from '../audited.ts'
import { bytes, count } from '../terminal/amounts.ts'

export const backup: Command = {
  name: 'backup',
  args: '[FILE]',
  purpose: 'Writes everything to one backup file.',
  about:
    'Every table and every image as of one moment, while the server keeps running. On a Citus cluster, writes wait a moment when it starts. ' +
    'The file gets its name only after it was read back and compared, so a file with that name is complete. Only you can read it (mode 0600). ' +
    'With --passphrase-file it is encrypted (AES-256-GCM, key by scrypt), and no one, including you, can read it without the passphrase. ' +
    'Otherwise it is an unencrypted tar archive compressed with gzip: store it where only you can read it. ' +
    'Without FILE it backs up to BACKUP_TO with BACKUP_PASSPHRASE_FILE, as the server does by itself, and deletes what BACKUP_KEEP no longer keeps. ' +
    'Test your backups: backup rehearse.',
  changes:
    'Nothing in the installation except an entry in the audit log and one in DATA_DIR/backups.json with the path of FILE. An existing file is never overwritten.',
  flags: { 'passphrase-file': { value: 'FILE', meaning: 'Encrypts with the first line of FILE, 12 characters or more.' } },
  examples: [
    'backup',
    'backup ~/backups/carte-$(date +%F).backup --passphrase-file ~/.carte-passphrase',
    'backup /mnt/disk/before-the-update.backup',
  ],
  async run({ positionals: [file], text }, context) {
    if (file === undefined) return backUpToTarget(text('passphrase-file'), context)
    const startedAt = context.clock.now()
    const passphrase = await readPassphrase(text('passphrase-file'))
    const { database, storage } = await context.open()
    const {
      manifest,
      bytes: size,
      missingPictures,
    } = await writeBackup({ ...context, database, storage, onWait: onWait(context) }, { file: resolve(file), passphrase })

    await recordBackup(context.settings.dataDir, { file: resolve(file), at: manifest.madeAt, bytes: size })
    await recordBackupRun(database.db, { file: resolve(file), bytes: size, startedAt, endedAt: context.clock.now() })
    await recordAudit(context, { act: 'backup', detail: { isEncrypted: passphrase !== null } })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { print, printNote } = context.terminal
    print(`Backup written, read back and compared: ${resolve(file)}`)
    print(
      `${count(manifest.tables.length, 'table')} with ${count(rows, 'row')}, ${count(manifest.pictures.length, 'image')}, ${bytes(size)}.`,
    )
    if (passphrase === null) printNote('It is not encrypted; only you can read it (mode 0600). To encrypt it, add --passphrase-file FILE.')
    for (const key of missingPictures) printNote(`This image is missing from the storage, so it is not in the backup: ${key}`)
  },
}

async function backUpToTarget(passphraseFile: string | null, context: CommandContext) {
  const { settings, terminal } = context
  if (passphraseFile !== null)
    throw new UserError('--passphrase-file goes with FILE. For backups to BACKUP_TO, set BACKUP_PASSPHRASE_FILE.')
  const { file, bytes: size } = succeed(await runBackup(await depsOf(context)))
  await recordAudit(context, { act: 'backup', detail: { isEncrypted: settings.backupPassphraseFile !== null } })
  terminal.print(`Backup written, read back and compared: ${settings.backupTo}/${file} (${bytes(size)}).`)
  if (settings.backupPassphraseFile === null) terminal.printNote('It is not encrypted. To encrypt it, set BACKUP_PASSPHRASE_FILE.')
}

export function onWait({ terminal }: CommandContext) {
  let isPrinted = false
  return () => {
    if (!isPrinted) terminal.printNote('Waiting for another backup, a restore or a removal of images to end.')
    isPrinted = true
  }
}

async function depsOf(context: CommandContext): Promise<RunDeps> {
  const { database, storage } = await context.open()
  return { ...context, database, storage, log: silentLog, onWait: onWait(context) }
}

function succeed<Result extends { error: string | null; message: string }>(result: Result): Result {
  if (result.error !== null) throw new UserError(result.message)
  return result
}

export const backupRehearse: Command = {
  name: 'backup rehearse',
  args: '',
  purpose: 'Restores the newest backup into a scratch database and compares it.',
  about:
    'Reads the newest backup in BACKUP_TO, restores it into a database of its own on the same PostgreSQL, compares every table and image with its checksums, and drops the database. ' +
    'The server does the same once a month. The role of DATABASE_URL needs the right to create databases; without it the backup is only read and checked.',
  changes: 'Nothing in the installation except an entry in its list of backups.',
  flags: {},
  examples: ['backup rehearse'],
  async run(_, context) {
    const { file, bytes: size } = succeed(await rehearse(await depsOf(context)))
    context.terminal.print(`Restored into a scratch database and compared: ${file} (${bytes(size)}). The scratch database was dropped.`)
  },
}

export const backupCheck: Command = {
  name: 'backup check',
  args: 'FILE',
  purpose: 'Checks that a backup is complete.',
  about:
    'Reads the whole file, as restore does before it changes anything, and verifies every count and checksum. ' +
    'Run it on a copy on another machine or disk. It opens no database and writes nothing. ' +
    'It does not replace a test restore: only restoring into another DATA_DIR shows that everything comes back.',
  changes: 'Nothing.',
  flags: { 'passphrase-file': { value: 'FILE', meaning: 'The file with the passphrase of an encrypted backup.' } },
  examples: ['backup check /mnt/copies/carte-2026-11-21.backup --passphrase-file ~/.carte-passphrase'],
  async run({ positionals: [file = ''], text }, { terminal: { print } }) {
    const passphrase = await readPassphrase(text('passphrase-file'))
    const manifest = await checkBackup({ file: resolve(file), passphrase })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    print(`Complete: the backup of ${manifest.madeAt}, made by Carte ${manifest.productVersion}.`)
    print(`${count(manifest.tables.length, 'table')} with ${count(rows, 'row')}, ${count(manifest.pictures.length, 'image')}.`)
  },
}
