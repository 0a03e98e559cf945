import { encode } from 'uqr'
import type { LoaderFunctionArgs } from 'react-router'
import type { AdminSetting, Backups } from '#contract/admin/admin.ts'
import { backupSteps, type BackupProgress } from '#contract/admin/backup-choices.ts'
import type { ChangeableSetting } from '#contract/admin/setting-choices.ts'
import type { Api } from '#contract/api.ts'
import { browserHost } from '#common/browser-host.ts'
import { requestLanguage } from '#common/request-language.ts'
import type {
  BackupsView,
  DoneView,
  InstallationView,
  MailServer,
  MailView,
  SetupSetting,
  SetupView,
} from '../../features/setup/setup-view.ts'
import { formatBytes } from '../../loaders/format-bytes.ts'
import { describeAge } from '../../loaders/backup-age.ts'
import { waitingNames } from '../../loaders/waiting-names.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext } from '../../platform/router-context.ts'
import { isThisComputer } from '../../platform/this-computer.ts'

type Step = { request: Request; call: Api['call']; settings: readonly AdminSetting[] }

export const stepNames = ['installation', 'mail', 'backups', 'done'] as const
export type StepName = (typeof stepNames)[number]
const filesMax = 3

export async function loadSetup({ request, context }: LoaderFunctionArgs, step: StepName): Promise<SetupView> {
  const { call } = context.get(apiContext)
  const { settings } = await call('admin.settings')
  return steps[step]({ request, call, settings })
}

const steps = { installation: loadInstallation, mail: loadMail, backups: loadBackups, done: loadDone }

/** Setup asks only for settings that exist. */
function settingOf(settings: readonly AdminSetting[], name: string): AdminSetting {
  const found = settings.find((one) => one.name === name)
  if (!found) throw new Error(`no setting ${name}`)
  return found
}

/** A setting with its field; `proposal` is the suggestion if it was never set. */
function fieldFor(settings: readonly AdminSetting[], name: ChangeableSetting, proposal: string | null = null): SetupSetting {
  const { value, source, change, running } = settingOf(settings, name)
  const isProposed = proposal !== null && source === 'default' && change !== 'environment' && proposal !== value
  return {
    name,
    value: isProposed ? proposal : value,
    before: isProposed ? '' : value,
    isLocked: change === 'environment',
    isAfterRestart: change === 'restart',
    running,
  }
}

async function loadInstallation({ request, call, settings }: Step): Promise<InstallationView> {
  const [{ counts }, { passkeys }] = await Promise.all([call('admin.overview'), call('accounts.loginMethods')])
  const textOf = (name: string) => settingOf(settings, name).value
  const publicUrl = settingOf(settings, 'PUBLIC_URL')
  const address = addressOf(request)
  // An installation with cards of its own is in use: nothing is suggested.
  const propose = (text: string | null) => (counts.cards === 0 ? text : null)
  return {
    step: 'installation',
    settings: {
      PUBLIC_URL: fieldFor(settings, 'PUBLIC_URL', propose(address)),
      // Only a proxy has a certificate.
      TRUST_PROXY: fieldFor(settings, 'TRUST_PROXY', propose(address?.startsWith('https:') ? 'on' : null)),
      SIGN_UP: fieldFor(settings, 'SIGN_UP', propose('invited')),
      // Without a payment service nothing could be sold.
      PLANS: fieldFor(settings, 'PLANS', propose(textOf('STRIPE_SECRET_KEY') ? 'on' : 'off')),
    },
    listensAt: `http://${browserHost(textOf('HOST'))}:${textOf('PORT')}`,
    passkeyHost: passkeys.length > 0 ? new URL(publicUrl.running ?? publicUrl.value).hostname : null,
    demoCards: counts.demoCards,
  }
}

/**
 * The address in the browser, from its own page before this one. A link from another site must not propose that site, and behind a proxy
 * the request may have another host. That of this machine is no address for others.
 */
export function addressOf({ headers }: Request): string | null {
  const from = headers.get('referer') ?? ''
  if (headers.get('sec-fetch-site') !== 'same-origin' || !URL.canParse(from)) return null
  return isThisComputer(from) ? null : new URL(from).origin
}

async function loadMail({ call, settings }: Step): Promise<MailView> {
  const { email } = await call('accounts.details')
  const { value, change } = settingOf(settings, 'SMTP_URL')
  return {
    step: 'mail',
    server: { ...readServer(value), isLocked: change === 'environment', text: value },
    sender: fieldFor(settings, 'MAIL_FROM'),
    email,
  }
}

/** The parts of a mail server's address, whose user and password the server does not send. */
export function readServer(text: string): MailServer {
  const [, scheme = '', login = '', host = '', port = ''] = /^(smtps?):\/\/([^@]*@)?(\[[^\]]*\]|[^:/?#]*)(?::(\d+))?/.exec(text) ?? []
  return { host, port, security: scheme === 'smtps' ? 'tls' : 'starttls', hasLogin: login !== '' }
}

async function loadBackups({ request, call, settings }: Step): Promise<BackupsView> {
  const found = await call('admin.backups')
  const language = requestLanguage(request)
  const ago = (at: string) => describeAge(at, Date.now(), language)
  const state = stateOf(found)
  const latest = found.runs.find(({ kind }) => kind === 'backup')
  const last = found.runs.find(({ kind, endedAt }) => kind === 'backup' && endedAt !== null)
  // The list of files has those in folders.
  const isBucket = found.target.startsWith('s3:')
  const inBucket = found.runs.flatMap(({ kind, file, endedAt, error, isManual }) =>
    isBucket && kind === 'backup' && endedAt && !error && !isManual ? [{ file, at: endedAt }] : [],
  )
  const inFolders = found.backups.filter(({ state }) => state === 'present')
  return {
    step: 'backups',
    settings: {
      BACKUP_TO: fieldFor(settings, 'BACKUP_TO', found.lastAt === null ? found.proposal : null),
      BACKUP_EVERY: fieldFor(settings, 'BACKUP_EVERY'),
      BACKUP_KEEP: fieldFor(settings, 'BACKUP_KEEP'),
    },
    state,
    target: found.target,
    ended: last?.id ?? '',
    isEncrypted: found.isEncrypted,
    ago: found.lastAt ? ago(found.lastAt) : '',
    progress: latest?.progress && (state === 'running' || state === 'failed') ? progressOf(latest.progress, isBucket, request) : null,
    error: last?.error ? { code: last.error, message: last.message } : null,
    files: [...inBucket, ...inFolders]
      .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
      .slice(0, filesMax)
      .map(({ file, at }) => ({ name: file, ago: ago(at) })),
  }
}

function progressOf(progress: BackupProgress, isBucket: boolean, request: Request): BackupsView['progress'] {
  const t = translateFor(request)
  const language = requestLanguage(request)
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  const { step, share, databaseBytes, images, imagesTotal } = progress
  const at = backupSteps.indexOf(step)
  const values = { amount: formatBytes(databaseBytes, language), done: number.format(images), all: number.format(imagesTotal) }
  return {
    share,
    percent: percent.format(Math.floor(share * 100) / 100),
    steps: backupSteps
      .filter((name) => name !== 'upload' || isBucket)
      .map((name, place) => ({
        name,
        state: place < at ? 'done' : place > at ? 'next' : 'now',
        text: t(`setup.backupStep.${name}`, values),
      })),
  }
}

function stateOf({ target, runs, lastAt }: Backups): BackupsView['state'] {
  if (target === '') return 'off'
  const latest = runs.find(({ kind }) => kind === 'backup')
  if (latest && latest.endedAt === null) return 'running'
  if (latest?.error) return 'failed'
  return lastAt === null ? 'none' : 'good'
}

async function loadDone(step: Step): Promise<DoneView> {
  const { request, call, settings } = step
  const t = translateFor(request)
  const [{ name, email }, methods, backups, { mail }] = await Promise.all([
    call('accounts.details'),
    call('accounts.loginMethods'),
    loadBackups(step),
    call('admin.overview'),
  ])
  const address = settingOf(settings, 'PUBLIC_URL').value
  const signUp = settingOf(settings, 'SIGN_UP').value
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  const isAddressWaiting = settingOf(settings, 'PUBLIC_URL').running !== null
  return {
    step: 'done',
    host: new URL(address).host,
    address,
    isAddressWaiting,
    code: { path: dark.join(''), size },
    login: methods.usesIdentityProvider ? 'provider' : methods.passkeys.length > 0 ? 'passkey' : 'password',
    email,
    waiting: waitingNames(settings, requestLanguage(request), t),
    facts: [
      { key: 'account', isOpen: false, text: t('setup.doneAccount', { name: name || email }) },
      {
        key: 'address',
        isOpen: isAddressWaiting,
        text: t('setup.doneAddress', { address, who: ['invited', 'open', 'off'].includes(signUp) ? signUp : 'domains' }),
      },
      { key: 'mail', isOpen: !mail.isSent, text: mail.isSent ? t('setup.doneMail', { server: mail.server }) : t('setup.doneMailOff') },
      {
        key: 'backups',
        isOpen: backups.state !== 'good',
        text: t('setup.doneBackups', { state: backups.state, place: backups.target }),
      },
    ],
  }
}
