import { readFileSync, statSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataFolder } from './make-data-folder.ts'

type BackupRecord = { file: string; at: string; bytes: number }

const listName = 'backups.json'
const recordsMax = 20

/** Records where the last backups are, in a file beside the database: it is read when the database is gone. */
export async function recordBackup(dataDir: string, backup: BackupRecord): Promise<void> {
  makeDataFolder(dataDir)
  const path = join(dataDir, listName)
  const before = await listBackups(dataDir)
  const list = [backup, ...before.filter(({ file }) => file !== backup.file)].slice(0, recordsMax)
  await writeFile(`${path}.new`, `${JSON.stringify(list, null, 1)}\n`, { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
}

/** The last backups, the newest first. */
export const listBackups = async (dataDir: string): Promise<BackupRecord[]> =>
  parse(await readFile(join(dataDir, listName), 'utf8').catch(() => ''))

/** Names the newest backup whose file still exists with its size. */
export function describeNewestBackup(dataDir: string): string {
  const newest = parse(read(join(dataDir, listName))).find(({ file, bytes }) => statSync(file, { throwIfNoEntry: false })?.size === bytes)
  return newest ? `your newest backup (${newest.file}, of ${newest.at})` : 'your newest backup'
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function parse(text: string): BackupRecord[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isBackupRecord) : []
  } catch {
    return []
  }
}

const isBackupRecord = (one: unknown): one is BackupRecord =>
  typeof one === 'object' &&
  one !== null &&
  'file' in one &&
  typeof one.file === 'string' &&
  'at' in one &&
  typeof one.at === 'string' &&
  'bytes' in one &&
  typeof one.bytes === 'number'
