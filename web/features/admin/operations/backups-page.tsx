import type { BackupErrorCode } from '#contract/admin/backup-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useRefreshWhile } from '../../../platform/use-refresh-while.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { ArrowLink } from '../../../ui/button/text-link.tsx'
import { Facts } from '../../../ui/list/facts.tsx'
import { Named, Table } from '../../../ui/list/table.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { AdminMain } from '../admin-main.tsx'
import { listHref, placeHref, settingsHref } from '../admin-places.ts'
import type { AuditEntryView, BackupCommand, BackupFailure, BackupRunView, BackupView } from '../admin-view.ts'
import { CopiedText } from '../copied-text.tsx'
import { LatestAuditEntries } from '../lists/audit-entry-rows.tsx'
import { Moment } from '../moment.tsx'
import { useOutcome } from '../use-outcome.ts'

export type BackupsView = {
  /** BACKUP_TO is set. */
  isOn: boolean
  /** It is not, and no backup is known: a button makes the first one. */
  isFirst: boolean
  health: { kind: 'ok' | 'warn' | 'bad'; title: string; note: string }
  facts: { label: string; value: string; isCode?: boolean }[]
  failures: BackupFailure[]
  runs: BackupRunView[]
  backups: BackupView[]
  commands: BackupCommand[]
  acts: AuditEntryView[]
}
/** Errors of the place, which a setting names. */
const placeErrors: readonly BackupErrorCode[] = ['missing', 'denied', 'full']
const marks = { present: 'ok', changed: 'bad', missing: 'off' } as const

const refreshMs = 2000

/** Automatic backups and rehearsals, backups by command, and what to run next. */
export function BackupsPage({ isOn, isFirst, health, facts, failures, runs, backups, commands, acts }: BackupsView) {
  const t = useTranslate()
  const { done } = useOutcome()
  useRefreshWhile(done !== null || runs[0]?.isRunning === true, refreshMs)
  return (
    <AdminMain title={t('admin.backups')} lead={t('admin.backupsLead')}>
      <Banner
        kind={health.kind}
        title={health.title}
        action={
          isFirst ? (
            <form className="ui-cluster" method="post">
              <Button size="small" kind="primary" type="submit" name="intent" value="first">
                {t('admin.backupRun.now')}
              </Button>
              <SettingsLink text={t('admin.attention.noBackupDo')} />
            </form>
          ) : (
            !isOn && <SettingsLink text={t('admin.backupSetUp')} />
          )
        }
      >
        {health.note}
      </Banner>
      {failures.map(({ kind, error, message, when }) => (
        <Banner
          key={kind}
          kind="bad"
          title={t(`admin.backupFailed.${kind}`, { when })}
          action={placeErrors.includes(error) && <SettingsLink text={t('admin.backupSettings')} />}
        >
          {t(`admin.backupError.${error}`)} {t(`admin.backupErrorDo.${error}`)} <small lang="en">{message}</small>
        </Banner>
      ))}
      {isOn && (
        <Panel
          title={t('admin.backupAutomatic')}
          lead={t('admin.backupAutomaticLead')}
          action={
            <form className="ui-cluster" method="post">
              <Button size="small" type="submit" name="intent" value="run">
                {t('admin.backupRun.now')}
              </Button>
              <Button size="small" type="submit" name="intent" value="rehearse">
                {t('admin.backupRun.rehearse')}
              </Button>
            </form>
          }
        >
          <Facts facts={facts.map(({ label, value, isCode }) => ({ name: label, value: isCode ? <bdi dir="ltr">{value}</bdi> : value }))} />
        </Panel>
      )}
      {runs.length > 0 && (
        <Stack isTight>
          <h2>{t('admin.backupRuns')}</h2>
          <Table
            caption={t('admin.backupRuns')}
            columns={[
              { key: 'kind', label: t('admin.backupFile') },
              { key: 'started', label: t('admin.backupStarted'), isShort: true },
              { key: 'size', label: t('admin.backupSize'), isNumber: true },
              { key: 'result', label: t('admin.status'), isShort: true },
            ]}
            rows={runs.map((run) => ({
              key: run.id,
              cells: {
                kind: <Named name={t(`admin.backupKind.${run.kind}`)} note={<bdi dir="ltr">{run.name}</bdi>} />,
                started: <Moment {...run.started} />,
                size: run.size,
                result: <RunStatus {...run} />,
              },
            }))}
          />
        </Stack>
      )}
      {backups.length > 0 && (
        <Stack isTight>
          <h2>{t('admin.backupFiles')}</h2>
          <Table
            caption={t('admin.backupFiles')}
            columns={[
              { key: 'file', label: t('admin.backupFile') },
              { key: 'made', label: t('admin.backupMade'), isShort: true },
              { key: 'size', label: t('admin.backupSize'), isNumber: true },
              { key: 'state', label: t('admin.status'), isShort: true },
            ]}
            rows={backups.map(({ file, folder, name, made, size, state }) => ({
              key: file,
              cells: {
                file: <Named name={<bdi dir="ltr">{name}</bdi>} note={<bdi dir="ltr">{folder}</bdi>} />,
                made: <Moment {...made} />,
                size,
                state: <Status kind={marks[state]}>{t(`admin.backupState.${state}`)}</Status>,
              },
            }))}
          />
        </Stack>
      )}
      <Panel title={t('admin.backupRun')} lead={t('admin.backupRunLead')}>
        <Stack isTight>
          {commands.map((command) => (
            <Command key={command.key} command={command} />
          ))}
        </Stack>
      </Panel>
      <Stack isTight>
        <h2>{t('admin.backupHistory')}</h2>
        {acts.length === 0 ? <EmptyState title={t('admin.backupHistoryNone')} /> : <LatestAuditEntries acts={acts} />}
        {acts.length > 0 && <ArrowLink href={listHref(placeHref('/audit'), { q: 'backup' })}>{t('admin.acts')}</ArrowLink>}
      </Stack>
    </AdminMain>
  )
}

const SettingsLink = ({ text }: { text: string }) => (
  <ButtonLink size="small" kind="line" href={settingsHref('backups')}>
    {text}
  </ButtonLink>
)

function Command({ command: { key, text } }: { command: BackupCommand }) {
  const t = useTranslate()
  return <CopiedText label={t(`admin.backupRun.${key}`)} text={text} />
}

function RunStatus({ isRunning, error }: BackupRunView) {
  const t = useTranslate()
  if (isRunning) return <Status kind="busy">{t('admin.backupResult.running')}</Status>
  return <Status kind={error === null ? 'ok' : 'bad'}>{t(error === null ? 'admin.backupResult.good' : 'admin.backupResult.failed')}</Status>
}
