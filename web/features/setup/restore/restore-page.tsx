import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { formatDate } from '#common/format-date.ts'
import { isSecureAddress } from '#common/is-secure-address.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { restoreFilesMax, restoreSteps } from '#contract/restore-choices.ts'
import type { RestoreState } from '#contract/restore.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { FileField } from '../../../ui/field/file-field.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { IconList } from '../../../ui/list/icon-list.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { DangerDialog } from '../../../ui/overlay/danger-dialog.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { Stack } from '../../../ui/page/layout.tsx'
import { Progress } from '../../../ui/status/progress.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { useHydrated } from '../../../ui/use-hydrated.ts'
import { SetupFrame } from '../setup-frame.tsx'
import { useRestore, type PageIssue, type Restore } from './use-restore.ts'

type Props = {
  language: string
  /** The page of a setup link that no longer works. */
  ended: ReactNode
}

const form = 'restore'
const fileIssues = new Set<PageIssue>(['not-a-backup', 'damaged', 'cut-off'])
const passphraseIssues = new Set<PageIssue>(['passphrase-missing', 'passphrase-wrong'])

const titles = {
  choose: 'restore.title',
  checked: 'restore.good',
  restoring: 'restore.running',
  done: 'restore.done',
  ended: 'login.setupEnded',
} as const satisfies Record<string, MessageKey>

/** Restores a backup by the setup link: choose and check the file, see what is in it, restore it. */
export function RestorePage({ language, ended }: Props) {
  const restore = useRestore()
  const { code, state, issue } = restore
  const page = pageOf(state, issue)
  useChangedPage(titles[page])
  if (page === 'ended') return ended
  const backHref = code ? `/setup#${code}` : '/setup'
  const { backup } = state ?? {}
  if (page === 'done' && backup) return <Done backup={backup} language={language} />
  if (page === 'restoring' && state && backup) return <Running state={state} backup={backup} restore={restore} language={language} />
  if (page === 'checked' && backup) return <Checked backup={backup} restore={restore} backHref={backHref} language={language} />
  return <Choose restore={restore} backHref={backHref} language={language} />
}

function pageOf(state: RestoreState | null, issue: PageIssue): keyof typeof titles {
  if (issue === 'ended') return 'ended'
  if (!state?.backup) return 'choose'
  return state.state === 'checked' || state.state === 'restoring' || state.state === 'done' ? state.state : 'choose'
}

/** The page before it is gone, and so is what had the focus. */
function useChangedPage(title: MessageKey) {
  const t = useTranslate()
  const { productName } = useSite()
  const previous = useRef(title)
  useEffect(() => {
    if (previous.current === title) return
    previous.current = title
    document.title = `${t(title)} | ${productName}`
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [title, t, productName])
}

const never = () => () => {}

/** Opened over http from another machine, though there is an address with https. */
function useInsecure() {
  const { publicUrl } = useSite()
  return useSyncExternalStore(
    never,
    () => isSecureAddress(publicUrl) && !isSecureAddress(location.href),
    () => false,
  )
}

type Backup = NonNullable<RestoreState['backup']>

function Choose({ restore, backHref, language }: { restore: Restore; backHref: string; language: string }) {
  const t = useTranslate()
  const { code, state, chosen, issue, isBusy, waitSeconds } = restore
  const { publicUrl } = useSite()
  const isInsecure = useInsecure()
  // A file chosen before hydration would be ignored.
  const isHydrated = useHydrated()
  const [passphrase, setPassphrase] = useState('')
  const isUploading = isBusy && state?.state === 'receiving'
  const isChecking = state?.state === 'checking'
  const isUploaded = state?.state === 'received' || isChecking
  const isSealed = chosen ? chosen.isSealed : isUploaded && state.isSealed
  const file = chosen
    ? { name: chosen.file.name, note: formatSize(language, chosen.file.size) }
    : isUploaded
      ? { name: t('restore.uploaded'), note: formatSize(language, state.bytes) }
      : undefined
  const text = textOf(t, issue, state, language)
  if (isInsecure)
    return (
      <SetupFrame step="start" title={t('restore.title')} backHref={backHref} foot={null}>
        <Banner kind="warn">{t('restore.insecure', { address: `${publicUrl}/setup` })}</Banner>
      </SetupFrame>
    )
  return (
    <SetupFrame
      step="start"
      title={t('restore.title')}
      lead={t('restore.lead')}
      backHref={backHref}
      foot={
        isUploading || isChecking ? (
          <Button size="large" onClick={restore.cancel}>
            {t('upload.cancel')}
          </Button>
        ) : (
          <Button
            kind="primary"
            size="large"
            type="submit"
            form={form}
            disabled={!isHydrated || !file || !code || issue === 'not-a-backup'}
            isBusy={isBusy}
          >
            {t('restore.check')}
          </Button>
        )
      }
    >
      <Stack>
        <noscript>
          <Banner kind="warn">
            {t('restore.noScript')} <code>npm run carte -- restore FILE</code>
          </Banner>
        </noscript>
        {code === '' && <Banner kind="warn">{t('restore.noCode')}</Banner>}
        {text && !fileIssues.has(issue) && !passphraseIssues.has(issue) && (
          <Banner kind="bad" isLive>
            {text}
          </Banner>
        )}
        <form
          id={form}
          className="ui-stack"
          onSubmit={(event) => {
            event.preventDefault()
            void restore.check(passphrase)
          }}
        >
          <FileField
            label={t('restore.choose')}
            dropLabel={t('restore.drop')}
            hint={t('restore.chooseHint')}
            chosen={file}
            error={fileIssues.has(issue) ? text : undefined}
            accept=".backup,application/octet-stream"
            disabled={!isHydrated || isUploading || isChecking}
            // A file that was copied again has the same name, and would be no change.
            onClick={({ currentTarget }) => void (currentTarget.value = '')}
            onChange={({ target }) => void restore.choose(target.files?.[0])}
          />
          {isSealed && (
            <TextField
              label={t('restore.passphrase')}
              hint={t('restore.passphraseHint')}
              error={passphraseIssues.has(issue) ? text : undefined}
              value={passphrase}
              onChange={({ target }) => setPassphrase(target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="ltr"
              maxLength={1000}
              disabled={isUploading || isChecking}
            />
          )}
        </form>
        {isUploading && <Share label={t('restore.uploading')} share={state.received / state.bytes} language={language} />}
        {isUploading && <p className="ui-note">{waitSeconds > 0 ? waitText(t, waitSeconds) : t('restore.stay')}</p>}
        {isChecking && <Share label={t('restore.checking')} share={state.share} language={language} />}
        <p className="sr-only" role="status">
          {isUploading ? t('restore.uploading') : isChecking ? t('restore.checking') : ''}
        </p>
      </Stack>
    </SetupFrame>
  )
}

/** Above two minutes, in minutes. */
const waitText = (t: Translate, seconds: number) =>
  seconds > 120 ? t('restore.pausedLong', { count: Math.ceil(seconds / 60) }) : t('restore.paused', { count: seconds })

function formatSize(language: string, bytes: number): string {
  if (bytes < 1e6) return formatUnit(language, 'kilobyte', Math.ceil(bytes / 1e3))
  return bytes < 1e9 ? formatUnit(language, 'megabyte', bytes / 1e6) : formatUnit(language, 'gigabyte', bytes / 1e9)
}

const formatUnit = (language: string, unit: string, count: number) =>
  new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(count)

function Share({ label, share, language }: { label: string; share: number; language: string }) {
  const text = new Intl.NumberFormat(language, { style: 'percent' }).format(share)
  return <Progress label={label} value={share} text={text} />
}

/** What went wrong, and what to do. */
function textOf(t: Translate, issue: PageIssue, state: RestoreState | null, language: string): string | undefined {
  if (issue === null || issue === 'ended') return undefined
  if (issue === 'often') return t('problem.tooMany')
  const { version = '', space = null } = state ?? {}
  const [needed, free] = space ? [formatSize(language, space.needed), formatSize(language, space.free)] : []
  const max = new Intl.NumberFormat(language).format(restoreFilesMax)
  return t(`restore.issue.${issue}`, { version, isKnown: version !== '' || space !== null, needed, free, max })
}

type CheckedProps = { backup: Backup; restore: Restore; backHref: string; language: string }

function Checked({ backup, restore, backHref, language }: CheckedProps) {
  const t = useTranslate()
  const { issue, state, isBusy } = restore
  const number = new Intl.NumberFormat(language)
  const made = formatDate(new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }), new Date(backup.madeAt))
  const text = textOf(t, issue, state, language)
  return (
    <SetupFrame
      step="start"
      title={t('restore.good')}
      lead={t('restore.made', { version: backup.madeBy, date: made })}
      backHref={backHref}
      foot={
        <>
          <Button kind="ghost" size="large" onClick={restore.cancel}>
            {t('restore.other')}
          </Button>
          <Button kind="primary" size="large" onClick={restore.run} isBusy={isBusy}>
            {t('restore.run', { count: backup.cards })}
          </Button>
        </>
      }
    >
      <Stack>
        {text && (
          <Banner kind="bad" isLive>
            {text}
          </Banner>
        )}
        <List label={t('restore.inBackup')}>
          {countNames.map((name) => (
            <ListRow
              key={name}
              title={t(`restore.${name}`)}
              end={
                <>
                  {number.format(backup[name])} <Status kind="ok">{t('restore.complete')}</Status>
                </>
              }
              isWrapped
            />
          ))}
        </List>
        <Banner kind={backup.isAddressNew ? 'warn' : 'info'} title={addressText(t, backup)}>
          {t('restore.addressNote')}
        </Banner>
        <Banner kind="warn" title={t('restore.waiting')}>
          {t('restore.waitingNote')}
        </Banner>
      </Stack>
    </SetupFrame>
  )
}

const addressText = (t: Translate, { address, isAddressNew }: Backup) =>
  t(isAddressNew ? 'restore.addressNew' : 'restore.address', { address: address.replace(/^https?:\/\//, '') })

const countNames = ['cards', 'contacts', 'images', 'accounts'] as const

type RunningProps = { state: RestoreState; backup: Backup; restore: Restore; language: string }

function Running({ state, backup, restore, language }: RunningProps) {
  const t = useTranslate()
  const number = new Intl.NumberFormat(language)
  const { step, share } = state
  const at = restoreSteps.indexOf(step)
  const [isStopping, setStopping] = useState(false)
  const { issue, isBusy } = restore
  const text = textOf(t, issue, state, language)
  const noteOf = (place: number) => {
    if (place < at) return <Status kind="ok">{t('restore.stepDone')}</Status>
    if (place > at) return <Status kind="wait">{t('restore.stepNext')}</Status>
    const { images } = backup
    if (step === 'images')
      return (
        <Status kind="busy">
          {t('restore.imagesOf', { done: number.format(Math.round(share * images)), all: number.format(images) })}
        </Status>
      )
    return <Status kind="busy">{t('restore.stepNow')}</Status>
  }
  return (
    <SetupFrame
      step="start"
      title={t('restore.running')}
      lead={t('restore.runningLead')}
      foot={
        <Button kind="ghost" size="large" onClick={() => setStopping(true)} isBusy={isBusy}>
          {t('restore.stop')}
        </Button>
      }
    >
      <Stack>
        {text && (
          <Banner kind="bad" isLive>
            {text}
          </Banner>
        )}
        <Share label={t(`restore.step.${step}`)} share={(at + Math.min(share, 1)) / restoreSteps.length} language={language} />
        <List label={t('restore.running')}>
          {restoreSteps.map((name, place) => (
            <ListRow key={name} title={t(`restore.step.${name}`)} end={noteOf(place)} isWrapped />
          ))}
        </List>
        <p className="sr-only" role="status">
          {t(`restore.step.${step}`)}
        </p>
      </Stack>
      <DangerDialog
        isOpen={isStopping}
        onClose={() => setStopping(false)}
        title={t('restore.stopTitle')}
        lead={t('restore.stopMore')}
        cancel={t('restore.stopBack')}
        confirm={{ label: t('restore.stopNow'), busyLabel: t('restore.stopNow') }}
        form={{
          onSubmit: (event) => {
            event.preventDefault()
            setStopping(false)
            void restore.cancel()
          },
        }}
      />
    </SetupFrame>
  )
}

function Done({ backup, language }: { backup: Backup; language: string }) {
  const t = useTranslate()
  const number = new Intl.NumberFormat(language)
  const rest = { images: number.format(backup.images), contacts: number.format(backup.contacts), accounts: number.format(backup.accounts) }
  return (
    <SetupFrame
      step="done"
      title={t('restore.done')}
      lead={t('restore.doneLead')}
      foot={
        <ButtonLink kind="primary" size="large" href="/account/login" isDocument>
          {t('page.login')}
          <Icon name="arrow-right" />
        </ButtonLink>
      }
    >
      <Stack>
        <IconList
          kind="ok"
          items={[
            { icon: 'circle-check', text: t('restore.doneCards', { count: backup.cards }) },
            { icon: 'circle-check', text: t('restore.doneRest', rest) },
          ]}
        />
        {backup.isAddressNew && <Banner kind="warn" title={addressText(t, backup)} />}
        <Banner kind="warn" title={t('restore.afterwards')}>
          {t('restore.afterwardsNote')}
        </Banner>
        <p className="setup-note">
          <Icon name="key-round" />
          <span>
            {t('restore.doneLogin')} <code>npm run carte -- login-link EMAIL</code>
          </span>
        </p>
      </Stack>
    </SetupFrame>
  )
}
