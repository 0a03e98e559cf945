import { data, redirect, type ActionFunctionArgs } from 'react-router'
import { takedownKinds } from '#contract/admin/abuse-choices.ts'
import {
  importBytesMax,
  importEncodings,
  importPartBytes,
  importTakes,
  invitationDaysMax,
  invitationUsesMax,
  planChoices,
  billingActions,
} from '#contract/admin/admin-choices.ts'
import { offerCodes } from '#contract/billing/plans.ts'
import { permissions, type Permission } from '#contract/permissions.ts'
import { isProblem, type Api } from '#contract/api.ts'
import { anyCardHref, experimentField, importHref, placeHref } from '../../features/admin/admin-places.ts'
import type { AdminError, MailTest } from '../../features/admin/admin-view.ts'
import type { Translate } from '#common/messages/message.ts'
import { changedSettings } from '../../loaders/changed-settings.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext } from '../../platform/router-context.ts'
import { tryToSend } from '../../loaders/try-to-send.ts'
import { noSuchPage } from '../../loaders/open-admin.ts'
import { doneAt, listQueryOf, type DoneKey } from './done.ts'
import { fieldOf } from '../../loaders/submit-form.ts'
import { oneOf } from './one-of.ts'
import { readTakedownReason } from './read-takedown-reason.ts'

type Sent = { call: Api['call']; form: FormData; id: string; t: Translate; query: Readonly<Record<string, string>> }
/** The path to redirect to, the issues of the form's fields, or a result to show. Errors are thrown. */
type Action = (sent: Sent) => Promise<string | { errors: Record<string, string> } | MailTest | { link: string }>

const acts: Record<string, Action> = {
  'cards plan': setPlan,
  'cards plans': setPlans,
  'cards downs': takeCardsDown,
  'cards ups': restoreCards,
  'cards new': createCard,
  'cards bill': billCard,
  'billing compare': compareNow,
  'cards rights': setRights,
  'cards experiments': setExperiments,
  'cards down': takeDown,
  'cards up': restoreCard,
  'cards away': takePartDown,
  'cards back': restorePart,
  'cards remove': removeCard,
  'reports close': closeReport,
  'reports down': takeDown,
  'reports up': restoreCard,
  'blocked-hosts add': blockHost,
  'blocked-hosts remove': releaseHost,
  'reserved-addresses add': addName,
  'reserved-addresses remove': removeName,
  'invitations add': invite,
  'invitations remove': revokeInvitation,
  'jobs retry': retryJob,
  'mail test': testMail,
  'setup save': saveSettings,
  'backups run': ({ call }) => startBackup(call, 'admin.backUp'),
  'backups rehearse': ({ call }) => startBackup(call, 'admin.rehearseBackup'),
  'mail clear': clearRefusedMail,
  'webhooks retry': retryWebhook,
  'deliveries off': switchHostOff,
  'deliveries on': allowHost,
  'imports bring': uploadFile,
  'imports check': checkAgain,
  'imports run': runImport,
}

/** Runs the action of a form, then redirects or returns its issues. */
export async function runAction({ params, request, context }: ActionFunctionArgs) {
  const [place = '', id = ''] = (params['*'] ?? '').split('/')
  const form = await request.formData()
  const act = acts[`${place} ${fieldOf(form, 'intent')}`]
  if (!act) throw noSuchPage()
  const t = translateFor(request)
  let answer: Awaited<ReturnType<Action>> = ''
  const refused = await tryToSend(
    request,
    async () => void (answer = await act({ call: context.get(apiContext).call, form, id, t, query: listQueryOf(request) })),
    (path) => path,
    'admin.correct',
  )
  if (refused) return answer422(refused.message, refused.errors, form)
  const result = answer as Awaited<ReturnType<Action>>
  if (typeof result === 'string') throw redirect(result)
  return 'errors' in result ? answer422(t('admin.correct'), result.errors, form) : result
}

function answer422(message: string, errors: Record<string, string>, form: FormData) {
  const typed = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  return data<AdminError>({ message, errors, typed }, { status: 422 })
}

async function setPlan({ call, form, id }: Sent) {
  const choice = oneOf(planChoices, fieldOf(form, 'choice'))
  if (!choice) throw noSuchPage()
  await call('admin.setPlan', { input: { alias: id, choice } })
  return doneAt(anyCardHref(id, 'plan'), 'plan')
}

async function billCard({ call, form, id, t }: Sent): ReturnType<Action> {
  const act = oneOf(billingActions, fieldOf(form, 'act'))
  if (!act) throw noSuchPage()
  const days = fieldOf(form, 'days').trim()
  const amount = fieldOf(form, 'amount').trim()
  if (amount && !/^\d{1,7}([.,]\d{1,3})?$/.test(amount)) return { errors: { amount: t('admin.billing.amountWrong') } }
  if (act === 'extend' ? !isDays(days) : days && !isDays(days)) return { errors: { days: t('admin.billing.daysWrong') } }
  const offer = oneOf(offerCodes, fieldOf(form, 'offer'))
  await call('admin.billingAction', {
    input: {
      alias: id,
      act,
      submissionId: fieldOf(form, 'submissionId'),
      ...(offer ? { offer } : {}),
      ...(amount ? { amount } : {}),
      ...(days ? { days: Number(days) } : {}),
      ...(act === 'refund' ? { invoice: fieldOf(form, 'invoice') } : {}),
    },
  })
  return doneAt(anyCardHref(id, 'plan'), 'billing', act)
}

const isDays = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 3660

async function compareNow({ call }: Sent) {
  await call('admin.compareBilling')
  return doneAt(placeHref('/billing'), 'compared')
}

async function setRights({ call, form, id }: Sent) {
  const names = Object.keys(permissions) as Permission[]
  const of = (wanted: string) => names.filter((name) => fieldOf(form, name) === wanted)
  await call('admin.setRights', { input: { alias: id, granted: of('grant'), revoked: of('revoke') } })
  return doneAt(anyCardHref(id, 'permissions'), 'rights')
}

async function setExperiments({ call, form, id }: Sent) {
  // A switch that is on posts after the “off” of its name.
  const posted = Object.entries(Object.fromEntries(form)).filter(([name]) => name.startsWith(experimentField('')))
  const experiments = posted.map(([name, value]) => ({ name: name.slice(experimentField('').length), enabled: value === 'on' }))
  await call('admin.setExperiments', { input: { alias: id, experiments } })
  return doneAt(anyCardHref(id, 'permissions'), 'experiments')
}

/** From the card’s page, or from the list of reports. */
async function takeDown({ call, form, id, t, query }: Sent): ReturnType<Action> {
  const { reason, errors } = readTakedownReason(form, t)
  if (errors) return { errors }
  const alias = id || fieldOf(form, 'alias')
  await call('admin.switchCard', { input: { alias, isDisabled: true, ...reason } })
  return id ? doneAt(anyCardHref(id), 'cardDown') : doneAt(placeHref('/reports'), 'cardDown', alias, query)
}

/** The list without its selection. */
const unselected = (query: Sent['query']) => ({ ...query, card: '', export: '' })
const aliasesIn = (form: FormData) => form.getAll('alias').filter((alias) => typeof alias === 'string')

/** The list after a change of several cards. Those that were not changed stay selected. */
function cardsDoneAt(done: DoneKey, about: string, query: Sent['query'], selected: readonly string[] = []) {
  const href = doneAt(placeHref('/cards'), done, about, unselected(query))
  return [href, ...selected.map((alias) => `card=${encodeURIComponent(alias)}`)].join('&')
}

async function setPlans({ call, form, query }: Sent) {
  const choice = oneOf(planChoices, fieldOf(form, 'choice'))
  if (!choice) throw noSuchPage()
  const { changed, left, failed } = await call('admin.setPlans', { input: { aliases: aliasesIn(form), choice } })
  return cardsDoneAt('cardsPlan', `${choice} ${left.length} ${failed.length},${changed.join(' ')}`, query, [...left, ...failed])
}

async function takeCardsDown({ call, form, t, query }: Sent): ReturnType<Action> {
  const { reason, errors } = readTakedownReason(form, t)
  if (errors) return { errors }
  const { changed, failed } = await call('admin.switchCards', { input: { aliases: aliasesIn(form), isDisabled: true, ...reason } })
  return cardsDoneAt('cardsDown', `${failed.length},${changed.join(' ')}`, query, failed)
}

async function restoreCards({ call, form, query }: Sent) {
  const aliases = fieldOf(form, 'aliases').split(' ')
  const { changed, failed } = await call('admin.switchCards', { input: { aliases, isDisabled: false, reason: '' } })
  return cardsDoneAt('cardsUp', `${failed.length},${changed.join(' ')}`, query)
}

async function createCard({ call, form, t }: Sent): ReturnType<Action> {
  const choice = oneOf(planChoices, fieldOf(form, 'choice'))
  const [alias, fullName, owner] = ['alias', 'fullName', 'owner'].map((name) => fieldOf(form, name).trim())
  const input = { alias: alias ?? '', fullName: fullName ?? '', owner: owner ?? '', ...(choice && { choice }) }
  try {
    const { alias: created } = await call('admin.createCard', { input })
    return doneAt(anyCardHref(created), 'cardCreated')
  } catch (error) {
    if (!isProblem(error) || error.problem.type !== '/problems/conflict') throw error
    return { errors: { alias: t('signup.taken') } }
  }
}

async function restoreCard({ call, form, id, query }: Sent) {
  const alias = id || fieldOf(form, 'alias')
  await call('admin.switchCard', { input: { alias, isDisabled: false, reason: '' } })
  return id ? doneAt(anyCardHref(id), 'cardUp') : doneAt(placeHref('/reports'), 'cardUp', alias, query)
}

async function takePartDown({ call, form, id, t }: Sent): ReturnType<Action> {
  const { reason, errors } = readTakedownReason(form, t)
  if (errors) return { errors }
  const part = taken(form, id)
  await call('admin.takeDown', { input: { ...part, isDown: true, ...reason } })
  return doneAt(anyCardHref(id), 'partDown', `${part.kind} ${part.what}`)
}

async function removeCard({ call, form, id, t }: Sent): ReturnType<Action> {
  const reason = fieldOf(form, 'reason').trim()
  const word = fieldOf(form, 'word').trim()
  const errors = {
    ...(reason === '' && { reason: t('admin.reasonMissing') }),
    ...(word.toLowerCase() !== id.toLowerCase() && { word: t('admin.wordWrong') }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  await call('admin.removeCard', { input: { alias: id, word, reason } })
  return doneAt(placeHref('/cards'), 'cardRemoved', id)
}

async function restorePart({ call, form, id }: Sent) {
  const part = taken(form, id)
  await call('admin.takeDown', { input: { ...part, isDown: false, reason: '' } })
  return doneAt(anyCardHref(id), 'partUp', `${part.kind} ${part.what}`)
}

const taken = (form: FormData, alias: string) => ({
  alias,
  kind: oneOf(takedownKinds, fieldOf(form, 'kind')) ?? 'link',
  what: fieldOf(form, 'what').trim(),
})

async function closeReport({ call, form, query }: Sent) {
  await call('admin.closeReport', { input: { id: fieldOf(form, 'report') } })
  return doneAt(placeHref('/reports'), 'reportClosed', fieldOf(form, 'alias'), query)
}

async function blockHost({ call, form, query }: Sent) {
  const host = fieldOf(form, 'host').trim()
  await call('admin.blockHost', { input: { host, isBlocked: true, reason: fieldOf(form, 'reason') } })
  return doneAt(placeHref('/blocked-hosts'), 'hostBlocked', hostIn(host).hostname.replace(/\.$/, ''), query)
}

/** As the server reads it, which accepted it. */
const hostIn = (typed: string) => new URL(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`)

async function releaseHost({ call, form, query }: Sent) {
  const host = fieldOf(form, 'host')
  await call('admin.blockHost', { input: { host, isBlocked: false, reason: '' } })
  return doneAt(placeHref('/blocked-hosts'), 'hostReleased', host, query)
}

async function addName({ call, form, query }: Sent) {
  const name = fieldOf(form, 'name').trim()
  await call('admin.reserve', { input: { name, reason: fieldOf(form, 'reason') } })
  return doneAt(placeHref('/reserved-addresses'), 'nameReserved', name.toLowerCase(), query)
}

async function removeName({ call, form, query }: Sent) {
  const name = fieldOf(form, 'name')
  await call('admin.release', { input: { name } })
  return doneAt(placeHref('/reserved-addresses'), 'nameReleased', name.toLowerCase(), query)
}

async function invite({ call, form, t }: Sent): ReturnType<Action> {
  const whole = (name: string, max: number) => {
    const number = Number(fieldOf(form, name).trim())
    return Number.isInteger(number) && number >= 1 && number <= max ? number : null
  }
  const [maxUses, days] = [whole('maxUses', invitationUsesMax), whole('days', invitationDaysMax)]
  const issue = (max: number) => t('admin.numberWrong', { max })
  if (maxUses === null || days === null)
    return {
      errors: {
        ...(maxUses === null && { maxUses: issue(invitationUsesMax) }),
        ...(days === null && { days: issue(invitationDaysMax) }),
      },
    }
  const { link } = await call('admin.invite', { input: { note: fieldOf(form, 'note'), maxUses, days } })
  return { link }
}

async function revokeInvitation({ call, form }: Sent) {
  await call('admin.revokeInvitation', { input: { id: fieldOf(form, 'invitation') } })
  return doneAt(placeHref('/invitations'), 'invitationRevoked')
}

async function retryJob({ call, form, query }: Sent) {
  await call('admin.retryJob', { input: { id: fieldOf(form, 'job') } })
  return doneAt(placeHref('/jobs'), 'jobRetried', '', query)
}

async function testMail({ call, form }: Sent): ReturnType<Action> {
  const [to, selector] = [fieldOf(form, 'to').trim(), fieldOf(form, 'selector').trim()]
  const { steps } = await call('admin.testMail', { input: { to, ...(selector && { selector }) } })
  return { to, selector, steps }
}

async function saveSettings({ call, form, id, query, t }: Sent): ReturnType<Action> {
  const { changed, errors } = changedSettings(form, (await call('admin.settings')).settings, t)
  if (Object.keys(errors).length > 0) return { errors }
  if (changed.length > 0) await call('admin.changeSettings', { input: { settings: changed } })
  return doneAt([placeHref('/setup'), id].filter(Boolean).join('/'), 'settings', String(changed.length), query)
}

async function startBackup(call: Api['call'], name: 'admin.backUp' | 'admin.rehearseBackup') {
  await call(name)
  return doneAt(placeHref('/backups'), 'started')
}

async function clearRefusedMail({ call, form, query }: Sent) {
  await call('admin.clearRefusedMail', { input: { id: fieldOf(form, 'refused') } })
  return doneAt(placeHref('/mail'), 'mailCleared', '', query)
}

async function retryWebhook({ call, form, query }: Sent) {
  await call('admin.retryWebhook', { input: { id: fieldOf(form, 'webhook') } })
  return doneAt(placeHref('/webhooks'), 'webhookRetried', '', query)
}

async function switchHostOff({ call, form, t }: Sent): ReturnType<Action> {
  const [host, reason] = [fieldOf(form, 'host').trim(), fieldOf(form, 'reason').trim()]
  if (reason === '') return { errors: { reason: t('admin.reasonMissing') } }
  await call('admin.switchHost', { input: { host, isOff: true, reason, sendMissed: false } })
  return doneAt(placeHref('/deliveries'), 'hostOff', hostIn(host).host)
}

async function allowHost({ call, form }: Sent) {
  const host = fieldOf(form, 'host')
  const input = { host, isOff: false, reason: '', sendMissed: fieldOf(form, 'sendMissed') !== '' }
  await call('admin.switchHost', { input }).catch((error: unknown) => {
    // Someone else allowed it meanwhile.
    if (!isProblem(error) || error.problem.status !== 404) throw error
  })
  return doneAt(placeHref('/deliveries'), 'hostOn', host)
}

/** Uploads the file in parts, as the API takes it, then starts the check. */
async function uploadFile({ call, form, t }: Sent) {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) return { errors: { file: t('admin.fileMissing') } }
  if (file.size > importBytesMax) return { errors: { file: t('admin.fileLarge') } }
  const takes = oneOf(importTakes, fieldOf(form, 'takes')) ?? 'good'
  const encoding = oneOf(importEncodings, fieldOf(form, 'encoding')) ?? 'utf-8'
  const { id } = await call('admin.createImport', {
    input: { name: (file.name || 'cards.csv').slice(-200).replace(/^[\udc00-\udfff]/, ''), takes, encoding },
  })
  for (let place = 0; place * importPartBytes < file.size; place++) {
    const part = file.slice(place * importPartBytes, (place + 1) * importPartBytes)
    await call('admin.addImportPart', { input: { id, place, data: Buffer.from(await part.arrayBuffer()).toString('base64') } })
  }
  await call('admin.checkImport', { input: { id } })
  return importHref(id)
}

async function checkAgain({ call, id }: Sent) {
  await call('admin.checkImport', { input: { id } })
  return importHref(id)
}

async function runImport({ call, id }: Sent) {
  await call('admin.runImport', { input: { id } })
  return importHref(id)
}
