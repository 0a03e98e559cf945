import { redirectDocument, type ActionFunctionArgs } from 'react-router'
import type { AdminSetting } from '#contract/admin/admin.ts'
import { mailSteps } from '#contract/admin/admin-choices.ts'
import type { ChangeableSetting } from '#contract/admin/setting-choices.ts'
import type { Api } from '#contract/api.ts'
import type { Translate } from '#common/messages/message.ts'
import type { MailTest } from '../../features/admin/admin-view.ts'
import { mailPorts, otherPortIntent, securityOf, type SetupFailure } from '../../features/setup/setup-view.ts'
import { changedSettings, type SettingChange } from '../../loaders/changed-settings.ts'
import { fieldOf } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { tryToSend } from '../../loaders/try-to-send.ts'
import { beforeField } from '../../platform/setting-fields.ts'
import { apiContext } from '../../platform/router-context.ts'
import { readServer, type StepName } from './load-setup.ts'

type Read = { changed: SettingChange[]; errors: Record<string, string> }
type Sent = { call: Api['call']; form: FormData; step: StepName; t: Translate }
/** What stays on the page: the last backup that ended before one was started here, and a mail test, maybe of a server that it refused. */
type StepResult = { startedAfter?: string; mailTest?: MailTest; isUnsaved?: boolean }

const namesOf: Record<StepName, readonly ChangeableSetting[]> = {
  installation: ['PUBLIC_URL', 'TRUST_PROXY', 'SIGN_UP', 'PLANS'],
  mail: ['MAIL_FROM'],
  backups: ['BACKUP_TO', 'BACKUP_EVERY', 'BACKUP_KEEP'],
  done: [],
}
const after: Record<StepName, string> = {
  installation: '/setup/mail',
  mail: '/setup/backups',
  backups: '/setup/done',
  done: '/account/new',
}

/** Saves a step and goes to the next one; a mail test, a backup and a new place for backups stay on the page. */
export async function submitSetup({ request, context }: ActionFunctionArgs, step: StepName) {
  const form = await request.formData()
  applyOtherPort(form)
  const t = translateFor(request)
  let sent: Awaited<ReturnType<typeof saveStep>> = {}
  const refused = await tryToSend(
    request,
    async () => void (sent = await saveStep({ call: context.get(apiContext).call, form, step, t })),
    (path) => (path === 'SMTP_URL' ? 'password' : path),
    'admin.correct',
  )
  const stays = sent as Awaited<ReturnType<typeof saveStep>>
  const failure = refused ?? ('errors' in stays ? { message: t('admin.correct'), errors: stays.errors } : null)
  if (failure) return answer({}, { ...failure, typed: typedIn(form) })
  if (!('startedAfter' in stays || 'mailTest' in stays)) return redirectDocument(after[step])
  return answer(stays, null, stays.isUnsaved ? typedIn(form) : null)
}

/** The button that a test offers where a port doesn't answer sends what is typed, with another port. */
function applyOtherPort(form: FormData) {
  const port = mailPorts.find((one) => otherPortIntent(one) === fieldOf(form, 'intent'))
  if (!port) return
  form.set('intent', 'test')
  form.set('port', port)
  form.set('security', securityOf[port])
}

const answer = ({ startedAfter, mailTest }: StepResult, failure: SetupFailure | null, unsaved: SetupFailure['typed'] | null = null) => ({
  failure,
  unsaved,
  mailTest: mailTest ?? null,
  startedAfter: startedAfter ?? null,
})

async function saveStep({ call, form, step, t }: Sent): Promise<StepResult | { errors: Record<string, string> }> {
  const intent = fieldOf(form, 'intent')
  const { settings } = await call('admin.settings')
  // Finishing without a backup saves no place, neither the proposed nor a typed one; an emptied field is saved.
  const isWithout = step === 'backups' && intent === 'without' && fieldOf(form, 'BACKUP_TO').trim() !== ''
  const read = isWithout ? settings.filter(({ name }) => name !== 'BACKUP_TO') : settings
  const { changed, errors } = readStep(form, { settings: read, step, t })
  const isTest = step === 'mail' && intent === 'test'
  if (isTest && form.has('host') && fieldOf(form, 'host').trim() === '') errors['host'] ??= t('setup.mailHostWrong')
  const isPlaceMissing = step === 'backups' && intent === 'run' && form.has('BACKUP_TO') && fieldOf(form, 'BACKUP_TO').trim() === ''
  if (isPlaceMissing) errors['BACKUP_TO'] ??= t('setup.backupToMissing')
  if (Object.keys(errors).length > 0) return { errors }
  if (changed.length > 0) await call('admin.changeSettings', { input: { settings: changed } })
  if (step === 'installation' && form.has('removeDemo')) await call('admin.removeDemo')
  if (isTest) {
    const { email } = await call('accounts.details')
    const isNew = settings.some(({ name, value }) => name === 'SMTP_URL' && value === '') && changed.some(({ name }) => name === 'SMTP_URL')
    // A server that refuses must not stay saved: "Set up later" would leave login links with it.
    const forget = async () => {
      if (isNew) await call('admin.changeSettings', { input: { settings: [{ name: 'SMTP_URL', value: '' }] } })
    }
    const selector = fieldOf(form, 'selector').trim()
    const { steps } = await call('admin.testMail', { input: { to: email, ...(selector && { selector }) } }).catch(
      async (thrown: unknown) => {
        await forget()
        throw thrown
      },
    )
    const isRefused = steps.some(({ step: name }) => mailSteps[name] === 'bad')
    if (isRefused) await forget()
    return { mailTest: { to: email, selector, steps }, isUnsaved: isRefused && isNew }
  }
  const isPlaceNew = changed.some(({ name, value }) => name === 'BACKUP_TO' && value !== '')
  return step === 'backups' && (isPlaceNew || intent === 'run') ? startBackup(call) : {}
}

async function startBackup(call: Api['call']): Promise<StepResult> {
  const { target, runs } = await call('admin.backups')
  if (target) await call('admin.backUp')
  return target ? { startedAfter: runs.find(({ kind, endedAt }) => kind === 'backup' && endedAt !== null)?.id ?? '' } : {}
}

function readStep(form: FormData, { settings, step, t }: { settings: readonly AdminSetting[]; step: StepName; t: Translate }): Read {
  const read = changedSettings(
    form,
    settings.filter(({ name }) => namesOf[step].some((one) => one === name)),
    t,
  )
  if (step !== 'mail' || !form.has('host')) return read
  const server = readMailServer(form, settings.find(({ name }) => name === 'SMTP_URL')?.value ?? '', t)
  return { changed: [...read.changed, ...server.changed], errors: { ...read.errors, ...server.errors } }
}

const hostForm = /^[a-z\d_]([a-z\d_.-]*[a-z\d_])?$|^\[[\da-f:.]+\]$/i
const isHost = (text: string) => hostForm.test(text) && URL.canParse(`smtp://${text}`)
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

/**
 * One address of its parts. Those that the form began with change nothing, whatever is saved meanwhile. Empty fields for user and password
 * leave what is saved, for the same server only.
 */
export function readMailServer(form: FormData, saved: AdminSetting['value'], t: Translate): Read {
  const [host, port, security, user] = ['host', 'port', 'security', 'user'].map((name) => fieldOf(form, name).trim()) as [
    string,
    string,
    string,
    string,
  ]
  const password = fieldOf(form, 'password')
  const before = fieldOf(form, beforeField('SMTP_URL'))
  const from = readServer(before)
  const isWithoutLogin = user === '' && password === ''
  const isUnchanged = isWithoutLogin && from.host === host && from.port === port && from.security === security
  const isEmpty = isWithoutLogin && host === ''
  if (isUnchanged || (isEmpty && before === '')) return { changed: [], errors: {} }
  if (before !== saved) return { changed: [], errors: { host: t('admin.settingsMoved', { value: saved }) } }
  if (isEmpty) return { changed: [{ name: 'SMTP_URL', value: '' }], errors: {} }
  const isLoginMissing = password === '' && (user !== '' || from.hasLogin)
  const errors = {
    ...(!isHost(host) && { host: t('setup.mailHostWrong') }),
    ...(port !== '' && !isPort(port) && { port: t('setup.mailPortWrong') }),
    ...(user === '' && password !== '' && { user: t('setup.mailUserMissing') }),
    ...(isLoginMissing && { password: t('setup.mailPasswordMissing') }),
  }
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const value = `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host}${port && `:${port}`}`
  return { changed: [{ name: 'SMTP_URL', value }], errors }
}

/** Without the password: it is not sent back. */
function typedIn(form: FormData): Record<string, string> {
  const texts = [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[0] !== 'password')
  return Object.fromEntries(texts)
}
