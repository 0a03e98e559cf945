import type { BackupCommand } from '../../../features/admin/admin-view.ts'
import type { BackupsView } from '../../../features/admin/operations/backups-page.tsx'
import { backupHoursMax, describeAge, hoursSince } from '../../../loaders/backup-age.ts'
import { auditEntryView } from '../audit-entry-view.ts'
import type { PageRequest } from '../admin-loader.ts'

export async function loadBackups(request: PageRequest): Promise<BackupsView> {
  const { call, when, moment, amount, t } = request
  const found = await call('admin.backups')
  const { backups, runs, acts, target, isEncrypted, rehearsedAt, nextAt, nextRehearsalAt } = found
  const pathOf = (file: string) => {
    const cut = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1
    return { folder: file.slice(0, cut), name: file.slice(cut) }
  }
  return {
    isOn: target !== '',
    isFirst: target === '' && found.lastAt === null,
    health: describeLast(found, request),
    facts: [
      { label: t('admin.backupTarget'), value: target, isCode: true },
      { label: t('admin.backupEncrypted'), value: t(isEncrypted ? 'admin.backupEncrypted.on' : 'admin.backupEncrypted.off') },
      { label: t('admin.backupNextAt'), value: nextAt === null ? '' : nextOf(nextAt, request) },
      { label: t('admin.backupRehearsed'), value: rehearsedAt === null ? t('admin.backupNever') : when(rehearsedAt) },
      {
        label: t('admin.backupNextRehearsal'),
        value: nextRehearsalAt === null ? t('admin.backupNextRehearsal.after') : nextOf(nextRehearsalAt, request),
      },
    ],
    failures: (['backup', 'rehearsal'] as const).flatMap((kind) => {
      const last = runs.find((run) => run.kind === kind && run.endedAt !== null)
      return last?.error ? [{ kind, error: last.error, message: last.message, when: when(last.startedAt) }] : []
    }),
    runs: runs.map(({ id, kind, startedAt, endedAt, file, bytes, error }) => ({
      id,
      kind,
      error,
      isRunning: endedAt === null,
      ...pathOf(file),
      started: moment(startedAt),
      size: bytes > 0 ? amount(bytes) : '–',
    })),
    backups: backups.map(({ file, at, bytes, state }) => ({ file, state, ...pathOf(file), made: moment(at), size: amount(bytes) })),
    commands: commandsFor(backups.find(({ state }) => state === 'present')?.file ?? '~/backups/carte.backup', {
      isOn: target !== '',
      isEncrypted,
    }),
    acts: acts.map((act) => auditEntryView(act, request)),
  }
}

const nextOf = (at: string, { t, when }: PageRequest) => (Date.parse(at) <= Date.now() ? t('admin.backupSoon') : when(at))

type Last = { lastAt: string | null; nextAt: string | null; everyHours: number; target: string; proposal: string }

function describeLast({ lastAt, nextAt, everyHours, target, proposal }: Last, request: PageRequest): BackupsView['health'] {
  const { t, language, when } = request
  if (lastAt === null)
    return target === ''
      ? { kind: 'warn', title: t('admin.attention.noBackup'), note: t('admin.attention.noBackupNote', { folder: proposal }) }
      : { kind: 'warn', title: t('admin.backupNoneYet'), note: t('admin.backupNoneYetNote') }
  const ago = describeAge(lastAt, Date.now(), language)
  if (hoursSince(lastAt, Date.now()) > backupHoursMax(everyHours))
    return { kind: 'bad', title: t('admin.attention.backup'), note: t('admin.attention.backupNote', { ago, when: when(lastAt) }) }
  const title = t('admin.backupGood', { ago })
  if (nextAt !== null) return { kind: 'ok', title, note: t('admin.backupThen', { when: when(lastAt), next: nextOf(nextAt, request) }) }
  return { kind: 'ok', title, note: t('admin.backupNext', { when: when(lastAt), hours: backupHoursMax(everyHours) }) }
}

/** The commands from docs/operating.md, with the name of the newest backup. */
function commandsFor(newest: string, { isOn, isEncrypted }: { isOn: boolean; isEncrypted: boolean }): BackupCommand[] {
  const file = /^[\w~./-]+$/.test(newest) ? newest : `'${newest.replaceAll("'", "'\\''")}'`
  if (isOn)
    return [
      { key: 'now', text: 'npm run carte -- backup' },
      { key: 'rehearse', text: 'npm run carte -- backup rehearse' },
      { key: 'restore', text: `npm run carte -- restore ${file}${isEncrypted ? ' --passphrase-file /etc/carte/passphrase' : ''}` },
    ]
  return [
    {
      key: 'turnOn',
      text: 'BACKUP_TO=/mnt/backups\nBACKUP_EVERY=1d\nBACKUP_KEEP="7d 4w 6m"\nBACKUP_PASSPHRASE_FILE=/etc/carte/passphrase',
    },
    { key: 'now', text: 'npm run carte -- backup ~/backups/carte-$(date +%F).backup --passphrase-file ~/.carte-passphrase' },
    { key: 'check', text: `npm run carte -- backup check ${file} --passphrase-file ~/.carte-passphrase` },
  ]
}
