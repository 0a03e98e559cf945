import type { BackupErrorCode } from '#contract/admin/backup-choices.ts'
import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useRefreshWhile } from '../../platform/use-refresh-while.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Progress } from '../../ui/status/progress.tsx'
import { Status } from '../../ui/status/status.tsx'
import { ContinueButton, SettingField, SetupForm } from './setup-fields.tsx'
import { setupForm, type BackupProgressView, type BackupsView, type SetupFailure } from './setup-view.ts'

const refreshMs = 1000
const schedule = ['BACKUP_EVERY', 'BACKUP_KEEP'] as const
/** Errors whose cause only their message names. */
const unnamed: readonly BackupErrorCode[] = ['failed', 'unusable']

type Props = {
  view: BackupsView
  failure: SetupFailure | null
  /** The last ended run at the time a backup was started here; null if none was started. */
  after: string | null
}

/** Where backups go, and the first one. */
export function BackupsStep({ view, failure, after }: Props) {
  const t = useTranslate()
  const { settings, state, isEncrypted, files } = view
  const isStartedHere = after !== null
  const { value, before } = settings.BACKUP_TO
  const isProposed = value !== before
  const typed = failure?.typed['BACKUP_TO'] ?? value
  const started = useRef<HTMLDivElement>(null)
  // The button is gone, and on phones this may be out of view.
  useEffect(() => {
    if (after !== null) started.current?.focus()
  }, [after])
  const first = <FirstBackup view={view} isStarted={after === view.ended} />
  return (
    <>
      {isStartedHere && (
        <div ref={started} className="setup-started" tabIndex={-1}>
          {first}
        </div>
      )}
      <SetupForm failure={failure}>
        <SettingField
          setting={settings.BACKUP_TO}
          failure={failure}
          label={t('setup.backupTo')}
          hint={isProposed && typed === value ? t('setup.backupProposed', { folder: value }) : t('setup.backupToHint')}
          placeholder="/mnt/backups"
          dir="ltr"
        />
        <details className="ui-more" open={schedule.some((name) => failure?.errors[name]) || undefined}>
          <summary>{t('setup.backupMore')}</summary>
          <div className="setup-pair">
            {schedule.map((name) => (
              <SettingField
                key={name}
                setting={settings[name]}
                failure={failure}
                label={t(`admin.setting.${name}`)}
                hint={t(`admin.setting.${name}.help`)}
                dir="ltr"
              />
            ))}
          </div>
        </details>
      </SetupForm>
      <div className="setup-after">
        {state === 'off' && !isProposed && <Banner kind="warn">{t('setup.backupOff')}</Banner>}
        {state !== 'off' && !isStartedHere && first}
        {/* After a good run, a single file is the one shown above. */}
        {files.length > (state === 'good' ? 1 : 0) && (
          <Panel title={t('setup.backupFiles')}>
            <ul className="ui-divided setup-files">
              {files.map(({ name, ago }) => (
                <li key={name}>
                  <bdi dir="ltr">{name}</bdi> <span>{ago}</span>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <p className="setup-note">
          <Icon name="key-round" />
          <span>{t(isEncrypted ? 'setup.backupSealed' : 'setup.backupPlain')}</span>
        </p>
      </div>
    </>
  )
}

/** The foot's buttons: the first backup, or another try, until one is made or on its way. */
export function BackupsButtons({ state, isStarted }: { state: BackupsView['state']; isStarted: boolean }) {
  const t = useTranslate()
  if (isStarted || state === 'running' || state === 'good') return <ContinueButton>{t('setup.finish')}</ContinueButton>
  return (
    <>
      <ContinueButton intent="without">{t('setup.finishWithout')}</ContinueButton>
      <ContinueButton intent="run">{t(state === 'failed' ? 'failed.again' : 'setup.backupMake')}</ContinueButton>
    </>
  )
}

function FirstBackup({ view: { state, target, ago, error, progress }, isStarted }: Pick<Props, 'view'> & { isStarted: boolean }) {
  const t = useTranslate()
  const navigation = useNavigation()
  const isRunning = state === 'running' || isStarted
  useRefreshWhile(isRunning, refreshMs)
  return (
    <Panel
      title={t('setup.backupFirst')}
      lead={<bdi dir="ltr">{target}</bdi>}
      action={
        // Until there is one, the foot has the button.
        isRunning ? (
          <ButtonLink size="small" href="/setup/backups">
            {t('setup.backupCheck')}
          </ButtonLink>
        ) : (
          state === 'good' && (
            <Button
              size="small"
              type="submit"
              form={setupForm}
              name="intent"
              value="run"
              isBusy={navigation.state !== 'idle' && navigation.formData?.get('intent') === 'run'}
            >
              {t('admin.backupRun.now')}
            </Button>
          )
        )
      }
    >
      <div role="status">
        {isRunning ? (
          <Status kind="busy">{t('setup.backupRunning')}</Status>
        ) : state === 'good' ? (
          <Status kind="ok">{t('setup.backupGood', { ago })}</Status>
        ) : state === 'failed' && error ? (
          <>
            <Status kind="bad">{t(`admin.backupError.${error.code}`)}</Status>
            <p>
              {t(`admin.backupErrorDo.${error.code}`)} {unnamed.includes(error.code) && <small lang="en">{error.message}</small>}
            </p>
          </>
        ) : (
          <Status kind="warn">{t('setup.backupNone')}</Status>
        )}
      </div>
      {/* Not in the status, which would be read out every second. */}
      {progress && !(isStarted && state === 'failed') && <BackupParts progress={progress} isFailed={state === 'failed'} />}
    </Panel>
  )
}

function BackupParts({ progress: { share, percent, steps }, isFailed }: { progress: BackupProgressView; isFailed: boolean }) {
  const t = useTranslate()
  const kinds = { done: 'ok', now: isFailed ? 'bad' : 'busy', next: 'wait' } as const
  return (
    <div className="setup-progress">
      <Progress
        label={t(isFailed ? 'setup.backupStopped' : 'setup.backupMaking')}
        value={share}
        text={percent}
        kind={isFailed ? 'bad' : 'door'}
      />
      <ul>
        {steps.map(({ name, state, text }) => (
          <li key={name}>
            <Status kind={kinds[state]}>{text}</Status>
          </li>
        ))}
      </ul>
    </div>
  )
}
