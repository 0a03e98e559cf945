import type { BackupErrorCode } from '#contract/admin/backup-choices.ts'
import type { Health } from '#contract/admin/admin.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import type { Language } from '#contract/languages.ts'
import type { MomentView } from '../../../features/admin/admin-view.ts'
import { placeHref, settingsHref } from '../../../features/admin/admin-places.ts'
import type { Attention, OverviewView, Tile, Trend } from '../../../features/admin/overview/overview-view.ts'
import { backupHoursMax, describeAge, hoursSince, rehearsalHoursMax } from '../../../loaders/backup-age.ts'
import type { PageRequest } from '../admin-loader.ts'
import { auditEntryView } from '../audit-entry-view.ts'

type Formats = {
  t: Translate
  language: Language
  now: number
  amount(bytes: number): string
  number(value: number): string
  moment(moment: string): MomentView
}

/** Without anything that needs attention, the page has room for the latest entries of the audit log. */
export async function loadOverview(request: PageRequest): Promise<{ overview: OverviewView }> {
  const health = await request.call('admin.overview')
  const now = Date.now()
  const updated = request.time(new Date(now).toISOString())
  const overview = describeHealth(health, { ...request, now })
  const latest = overview.attention.length > 0 ? [] : (await request.call('admin.auditLog', { query: {} })).acts.slice(0, latestEntries)
  return { overview: { ...overview, updated, acts: latest.map((act) => auditEntryView(act, request)) } }
}

const latestEntries = 3
const overdueJobSeconds = 300
const freeShareMin = 0.05

/** The health of the installation in the reader's language; attention items are sorted by severity. */
function describeHealth(health: Health, formats: Formats): Omit<OverviewView, 'acts' | 'updated'> {
  return {
    host: health.publicUrl.replace(/^https?:\/\//, ''),
    attention: listAttention(health, formats),
    tiles: [jobsTile, mailTile, backupsTile, storageTile, databaseTile, versionTile].map((tile) => tile(health, formats)),
    trends: listTrends(health, formats),
    demoCards: health.counts.demoCards,
  }
}

/** How long ago the last backup was; null if none is known. */
const backupHours = ({ backupAt }: Health, now: number) => (backupAt === null ? null : hoursSince(backupAt, now))
const isRehearsalOld = ({ backups: { isScheduled, rehearsedAt } }: Health, now: number) =>
  isScheduled && rehearsedAt !== null && hoursSince(rehearsedAt, now) > rehearsalHoursMax
const isNearlyFull = ({ storage: { freeBytes, totalBytes } }: Health) =>
  freeBytes !== null && totalBytes !== null && freeBytes < totalBytes * freeShareMin
const isCrowded = ({ database: { connections, connectionsMax } }: Health) => connections > connectionsMax * 0.8

/** What is broken before what may break; in both, data loss first, then delivery, then waiting people. */
export function listAttention(health: Health, { t, language, now, amount, number, moment }: Formats): Attention[] {
  const { storage, jobs, mail, reports, billing, database, backups } = health
  const hours = backupHours(health, now)
  const reasonOf = (error: BackupErrorCode | null) => (error === null ? '' : t(`admin.backupError.${error}`))
  const failedJobs = jobs.failed - mail.failed
  const item = (
    key: string,
    is: boolean,
    kind: 'bad' | 'warn',
    icon: Attention['icon'],
    href: string,
    values: Record<string, string | number> = {},
    at: string | null = null,
  ) =>
    is
      ? [
          {
            key,
            kind,
            icon,
            title: t(`admin.attention.${key}` as MessageKey, values),
            note: withMoment(at === null ? null : moment(at), (when) => t(`admin.attention.${key}Note` as MessageKey, { ...values, when })),
            href,
            action: t(`admin.attention.${key}Do` as MessageKey),
          },
        ]
      : []
  const all = [
    ...item('disk', !storage.isWritable, 'bad', 'hard-drive', placeHref('')),
    ...item('bucket', storage.isAway, 'bad', 'hard-drive', placeHref('')),
    ...item('full', isNearlyFull(health), 'bad', 'hard-drive', placeHref(''), { amount: amount(storage.freeBytes ?? 0) }),
    ...item(
      'backup',
      hours !== null && hours > backupHoursMax(backups.everyHours),
      'bad',
      'archive-restore',
      placeHref('/backups'),
      { ago: health.backupAt === null ? '' : describeAge(health.backupAt, now, language) },
      health.backupAt,
    ),
    ...item('backupFailed', backups.failed !== null, 'bad', 'archive-restore', placeHref('/backups'), { reason: reasonOf(backups.failed) }),
    ...item('rehearsalFailed', backups.rehearsalFailed !== null, 'bad', 'archive-restore', placeHref('/backups'), {
      reason: reasonOf(backups.rehearsalFailed),
    }),
    ...item('rehearsal', isRehearsalOld(health, now), 'warn', 'archive-restore', placeHref('/backups'), {
      ago: backups.rehearsedAt === null ? '' : describeAge(backups.rehearsedAt, now, language),
    }),
    ...noBackupItem(health, t),
    ...item('database', isCrowded(health), 'warn', 'database', placeHref(''), {
      used: number(database.connections),
      of: number(database.connectionsMax),
    }),
    ...item('mail', mail.failed > 0, 'bad', 'mail', placeHref('/jobs'), { count: mail.failed }),
    ...item('jobs', failedJobs > 0, 'bad', 'list-checks', placeHref('/jobs'), { count: failedJobs }),
    ...item('late', jobs.oldestSeconds > overdueJobSeconds, 'warn', 'clock', placeHref('/jobs'), {
      minutes: Math.round(jobs.oldestSeconds / 60),
    }),
    ...item('mailRetrying', mail.isSent && mail.retrying > 0, 'warn', 'mail', placeHref('/jobs'), {
      count: mail.retrying,
      server: mail.server,
    }),
    ...item('noMail', !mail.isSent, 'warn', 'mail', settingsHref('mail')),
    ...item('local', Boolean(health.phoneUrl), 'warn', 'smartphone', settingsHref('installation'), { address: health.phoneUrl ?? '' }),
    ...item('billing', billing.failedEvents > 0, 'warn', 'webhook', placeHref('/webhooks'), { count: billing.failedEvents }),
    ...item(
      'reports',
      reports.open > 0,
      'warn',
      'flag',
      placeHref('/reports'),
      { count: reports.open, alias: reports.oldestAlias },
      reports.oldestAt,
    ),
  ]
  return all.toSorted((one, other) => Number(one.kind === 'warn') - Number(other.kind === 'warn'))
}

/** A sentence about a moment, if there is one: it has its time in UTC, too. */
function withMoment(moment: MomentView | null, textOf: (when: string) => string): string | MomentView {
  return moment ? { ...moment, text: textOf(moment.text) } : textOf('')
}

/** A button that makes the first one, in a folder that the server proposes if backups have no place yet. */
function noBackupItem({ backupAt, backups: { isScheduled, failed, proposal } }: Health, t: Translate): Attention[] {
  if (backupAt !== null || failed !== null) return []
  const words = isScheduled
    ? { title: t('admin.backupNoneYet'), note: t('admin.backupNoneYetNote'), intent: 'run' }
    : { title: t('admin.attention.noBackup'), note: t('admin.attention.noBackupNote', { folder: proposal }), intent: 'first' }
  return [
    { key: 'noBackup', kind: 'warn', icon: 'archive-restore', href: placeHref('/backups'), action: t('admin.backupRun.now'), ...words },
  ]
}

const mark = ({ t }: Formats, kind: Tile['mark']['kind'], key: string) => ({ kind, text: t(`admin.mark.${key}` as MessageKey) })

function jobsTile({ jobs }: Health, formats: Formats): Tile {
  const { t, number } = formats
  const isOverdue = jobs.oldestSeconds > overdueJobSeconds
  return {
    key: 'jobs',
    icon: 'list-checks',
    title: t('admin.jobs'),
    mark: jobs.failed > 0 ? mark(formats, 'bad', 'failing') : isOverdue ? mark(formats, 'warn', 'late') : mark(formats, 'ok', 'running'),
    value: number(jobs.failed),
    unit: t('admin.tile.failed'),
    lines: [
      jobs.waiting === 0
        ? t('admin.tile.waitingNone')
        : t('admin.tile.waiting', { waiting: number(jobs.waiting), seconds: number(Math.round(jobs.oldestSeconds)) }),
      t('admin.tile.active', { active: number(jobs.active), retrying: number(jobs.failing) }),
    ],
    href: placeHref('/jobs'),
  }
}

function mailTile({ mail }: Health, formats: Formats): Tile {
  const { t, number } = formats
  return {
    key: 'mail',
    icon: 'mail',
    title: t('admin.mail'),
    mark:
      mail.failed > 0
        ? mark(formats, 'bad', 'failing')
        : mail.isSent && mail.retrying > 0
          ? mark(formats, 'warn', 'failing')
          : mail.isSent
            ? mark(formats, 'ok', 'sending')
            : mark(formats, 'warn', 'stored'),
    value: number(mail.waiting),
    unit: t('admin.tile.mailWaiting'),
    lines: [
      mail.isSent ? t('admin.tile.mailServer', { server: mail.server }) : t('admin.tile.mailStored'),
      t('admin.tile.mailFailed', { count: mail.failed }),
    ],
    href: placeHref('/mail'),
  }
}

function backupsTile(health: Health, formats: Formats): Tile {
  const { t, language, now, number, moment } = formats
  const { isScheduled, everyHours, latest, failed, rehearsalFailed, rehearsedAt } = health.backups
  const hours = backupHours(health, now)
  const isBad = failed !== null || rehearsalFailed !== null
  return {
    key: 'backups',
    icon: 'archive-restore',
    title: t('admin.backups'),
    mark: isBad
      ? mark(formats, 'bad', 'failing')
      : hours === null
        ? mark(formats, 'warn', 'unknown')
        : hours > backupHoursMax(everyHours)
          ? mark(formats, 'bad', 'late')
          : mark(formats, 'ok', 'good'),
    ...(latest.length > 0 && {
      bars: {
        label: t('admin.tile.backupsGood', { good: number(latest.filter(Boolean).length), count: number(latest.length) }),
        states: latest.map((isGood) => (isGood ? 'ok' : 'bad')),
      },
    }),
    value: hours === null ? t('admin.tile.noBackup') : describeAge(health.backupAt ?? '', now, language),
    unit: '',
    lines: [
      health.backupAt === null
        ? t('admin.tile.backupUnknown')
        : withMoment(moment(health.backupAt), (when) => t('admin.tile.backupAt', { when })),
      rehearsedAt !== null
        ? withMoment(moment(rehearsedAt), (when) => t('admin.tile.rehearsedAt', { when }))
        : t(isScheduled ? 'admin.tile.rehearsedNever' : 'admin.tile.backupHow'),
    ],
    href: placeHref('/backups'),
  }
}

function storageTile(health: Health, formats: Formats): Tile {
  const { t, amount, number } = formats
  const { freeBytes, totalBytes, isWritable, isAway } = health.storage
  const isKnown = freeBytes !== null && totalBytes !== null && totalBytes > 0
  return {
    key: 'storage',
    icon: 'hard-drive',
    title: t('admin.storage'),
    mark:
      !isWritable || isAway
        ? mark(formats, 'bad', 'failing')
        : isNearlyFull(health)
          ? mark(formats, 'bad', 'full')
          : mark(formats, 'ok', 'enough'),
    value: freeBytes === null ? '?' : amount(freeBytes),
    unit: isKnown ? t('admin.tile.freeOf', { total: amount(totalBytes) }) : '',
    ...(isKnown && { used: 1 - freeBytes / totalBytes }),
    lines: [
      t('admin.tile.pictures', { count: health.counts.pictures, number: number(health.counts.pictures) }),
      t(isAway ? 'admin.bucketAway' : isWritable ? 'admin.writable' : 'admin.notWritable'),
    ],
  }
}

function databaseTile(health: Health, formats: Formats): Tile {
  const { t, amount, number } = formats
  const { version, isEmbedded, bytes, migrations, answerMs, connections, connectionsMax } = health.database
  return {
    key: 'database',
    icon: 'database',
    title: t('admin.database'),
    mark: isCrowded(health) ? mark(formats, 'warn', 'crowded') : mark(formats, 'ok', 'healthy'),
    value: `${number(answerMs)} ms`,
    unit: t('admin.tile.answer'),
    lines: [
      [`PostgreSQL ${version}`, isEmbedded && t('admin.embedded'), amount(bytes), t('admin.migrations', { count: migrations })]
        .filter(Boolean)
        .join(', '),
      t('admin.tile.connections', { used: number(connections), of: number(connectionsMax) }),
    ],
  }
}

function versionTile({ version, servers, counts }: Health, formats: Formats): Tile {
  const { t, number } = formats
  return {
    key: 'version',
    icon: 'package',
    title: t('admin.version'),
    mark: mark(formats, 'ok', 'running'),
    value: version,
    unit: '',
    lines: [
      t('admin.tile.servers', { count: servers }),
      t('admin.tile.accounts', { count: counts.accounts, number: number(counts.accounts) }),
    ],
    href: placeHref('/releases'),
  }
}

const weekOf = (days: readonly number[]) => days.slice(-7).reduce((sum, count) => sum + count, 0)

function listTrends({ trends, counts }: Health, { t, number }: Formats): Trend[] {
  const inWeek = t('admin.trend.week')
  return [
    {
      label: t('admin.cards'),
      value: number(counts.cards),
      note: t('admin.trend.new', { count: weekOf(trends.cards) }),
      days: trends.cards,
    },
    { label: t('admin.trend.contacts'), value: number(weekOf(trends.contacts)), note: inWeek, days: trends.contacts },
    { label: t('admin.trend.views'), value: number(weekOf(trends.views)), note: inWeek, days: trends.views },
    { label: t('admin.trend.accounts'), value: number(weekOf(trends.accounts)), note: inWeek, days: trends.accounts },
  ]
}
