import { webhookStates } from '#contract/admin/admin-choices.ts'
import type { AdminView, BackupCommand } from '../../features/admin/admin-view.ts'
import { backupHoursMax, describeAge, hoursSince } from '../../loaders/backup-age.ts'
import { auditEntryView } from './audit-entry-view.ts'
import type { PageRequest } from './page-request.ts'

export async function loadWebhooks({ call, query, q, from, t, moment, number, language }: PageRequest): Promise<AdminView> {
  const state = webhookStates.find((one) => one === query.get('state'))
  const found = await call('admin.webhooks', { query: { q, ...(state && { state }), ...(from && { from }) } })
  return {
    page: 'webhooks',
    provider: found.provider,
    address: found.address,
    failed: found.failed,
    figures: [
      { label: t('admin.webhookToday'), value: number(found.today) },
      { label: t('admin.webhookState.waiting'), value: number(found.waiting) },
      { label: t('admin.webhookState.failed'), value: number(found.failed) },
      { label: t('admin.webhookLast'), value: found.lastAt ? describeAge(found.lastAt, Date.now(), language) : '–' },
    ],
    webhooks: found.webhooks.map(({ id, kind, alias, state: itsState, receivedAt, canRetry }) => ({
      id,
      kind,
      alias,
      state: itsState,
      canRetry,
      received: moment(receivedAt),
    })),
    filters: { q, state: state ?? '' },
    next: found.next,
    isFurther: from !== undefined,
  }
}

export async function loadConnections({ call, t, when, moment, number, language }: PageRequest): Promise<AdminView> {
  const { waiting, overdueSeconds, failing, off } = await call('admin.connections')
  const seconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', maximumFractionDigits: 0 })
  return {
    page: 'connections',
    figures: [
      { label: t('admin.waiting'), value: number(waiting) },
      { label: t('admin.connections.overdue'), value: overdueSeconds < 1 ? '–' : seconds.format(overdueSeconds) },
      { label: t('admin.connections.failing'), value: number(failing.length) },
      { label: t('admin.connections.off'), value: number(off.length) },
    ],
    failing: failing.map(({ host, connections, waiting: itsWaiting, since, lastAt, status, answer, reason }) => ({
      host,
      connections: number(connections),
      waiting: number(itsWaiting),
      since: moment(since),
      answer:
        lastAt === null
          ? t('admin.connections.notTried')
          : reason
            ? t(`connections.reason.${reason}`)
            : [status, answer].filter((part) => part !== null && part !== '').join(' ') || '–',
    })),
    off: off.map(({ host, reason, offAt, connections }) => ({
      host,
      reason,
      facts: t('admin.connections.offFacts', { when: when(offAt), count: connections }),
    })),
  }
}

export async function loadBackups(request: PageRequest): Promise<AdminView> {
  const { call, when, moment, amount, t } = request
  const found = await call('admin.backups')
  const { backups, runs, acts, target, isEncrypted, rehearsedAt, nextAt, nextRehearsalAt } = found
  const pathOf = (file: string) => {
    const cut = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1
    return { folder: file.slice(0, cut), name: file.slice(cut) }
  }
  return {
    page: 'backups',
    isOn: target !== '',
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

type Last = { lastAt: string | null; nextAt: string | null; everyHours: number; target: string }

function describeLast(
  { lastAt, nextAt, everyHours, target }: Last,
  request: PageRequest,
): Extract<AdminView, { page: 'backups' }>['health'] {
  const { t, language, when } = request
  if (lastAt === null)
    return target === ''
      ? { kind: 'warn', title: t('admin.attention.noBackup'), note: t('admin.attention.noBackupNote') }
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
