import { data, redirect, type ActionFunctionArgs } from 'react-router'
import { takenKinds } from '#contract/admin/abuse-choices.ts'
import { importBytesMax, importEncodings, importPartBytes, importTakes, planChoices, billActs } from '#contract/admin/operator-choices.ts'
import { offerCodes } from '#contract/billing/plans.ts'
import { permissions, type Permission } from '#contract/permissions.ts'
import type { Api } from '#contract/api.ts'
import { anyCardHref, importHref, placeHref } from '../../features/admin/admin-places.ts'
import type { AdminError } from '../../features/admin/admin-view.ts'
import type { Translate } from '#common/messages/message.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext } from '../../platform/provided.ts'
import { tryToSend } from './form-error.ts'
import { noSuchPage } from './open-admin.ts'
import { fieldOf } from './tried.ts'

type Sent = { call: Api['call']; form: FormData; id: string; t: Translate }
/** Where to go when it is done. A refusal is thrown; errors that the form itself shows are answered. */
type Act = (sent: Sent) => Promise<string | { errors: Record<string, string> }>

const acts: Record<string, Act> = {
  'cards plan': setPlan,
  'cards bill': billCard,
  'billing compare': compareNow,
  'cards rights': setRights,
  'cards experiments': setExperiments,
  'cards down': takeDown,
  'cards up': putUp,
  'cards away': takeAway,
  'cards back': putBack,
  'cards remove': removeCard,
  'reports close': closeReport,
  'blocked-hosts add': blockHost,
  'blocked-hosts remove': releaseHost,
  'reserved-addresses add': addName,
  'reserved-addresses remove': removeName,
  'jobs retry': retryJob,
  'imports bring': bringFile,
  'imports check': checkAgain,
  'imports run': runImport,
}

/** Does what a form of these pages asks for, and goes on; or answers what is wrong with it. */
export async function actAt({ params, request, context }: ActionFunctionArgs) {
  const [place = '', id = ''] = (params['*'] ?? '').split('/')
  const form = await request.formData()
  const act = acts[`${place} ${fieldOf(form, 'intent')}`]
  if (!act) throw noSuchPage()
  const t = translateFor(request)
  let answer: Awaited<ReturnType<Act>> = ''
  const refused = await tryToSend(
    request,
    async () => void (answer = await act({ call: context.get(apiContext).call, form, id, t })),
    (path) => path,
  )
  if (refused) return answer422(refused.message, refused.errors, form)
  if (typeof answer !== 'string') return answer422(t('admin.correct'), (answer as { errors: Record<string, string> }).errors, form)
  throw redirect(answer)
}

function answer422(message: string, errors: Record<string, string>, form: FormData) {
  const typed = Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  return data<AdminError>({ message, errors, typed }, { status: 422 })
}

const doneAt = (href: string) => `${href}?told=done`
const chosen = <T extends string>(known: readonly T[], text: string): T | undefined => known.find((one) => one === text)

async function setPlan({ call, form, id }: Sent) {
  const choice = chosen(planChoices, fieldOf(form, 'choice'))
  if (!choice) throw noSuchPage()
  await call('operator.setPlan', { input: { alias: id, choice } })
  return doneAt(anyCardHref(id, 'plan'))
}

async function billCard({ call, form, id, t }: Sent): ReturnType<Act> {
  const act = chosen(billActs, fieldOf(form, 'act'))
  if (!act) throw noSuchPage()
  const days = fieldOf(form, 'days').trim()
  const amount = fieldOf(form, 'amount').trim()
  if (amount && !/^\d{1,7}([.,]\d{1,3})?$/.test(amount)) return { errors: { amount: t('admin.billing.amountWrong') } }
  if (act === 'extend' ? !isDays(days) : days && !isDays(days)) return { errors: { days: t('admin.billing.daysWrong') } }
  const offer = chosen(offerCodes, fieldOf(form, 'offer'))
  await call('operator.bill', {
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
  return doneAt(anyCardHref(id, 'plan'))
}

const isDays = (text: string) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 3660

async function compareNow({ call }: Sent) {
  await call('operator.compareBilling')
  return doneAt(placeHref('/billing'))
}

async function setRights({ call, form, id }: Sent) {
  const names = Object.keys(permissions) as Permission[]
  const of = (wanted: string) => names.filter((name) => fieldOf(form, name) === wanted)
  await call('operator.setRights', { input: { alias: id, granted: of('grant'), revoked: of('revoke') } })
  return doneAt(anyCardHref(id, 'permissions'))
}

async function setExperiments({ call, form, id }: Sent) {
  const lines = fieldOf(form, 'experiments')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const experiments = lines.map((line) => ({ name: line.replace(/^-\s*/, ''), enabled: !line.startsWith('-') }))
  await call('operator.setExperiments', { input: { alias: id, experiments } })
  return doneAt(anyCardHref(id, 'permissions'))
}

async function takeDown({ call, form, id, t }: Sent) {
  const reason = fieldOf(form, 'reason').trim()
  if (reason === '') return { errors: { reason: t('admin.reasonMissing') } }
  await call('operator.switchCard', { input: { alias: id, isDisabled: true, reason } })
  return doneAt(anyCardHref(id))
}

async function putUp({ call, id }: Sent) {
  await call('operator.switchCard', { input: { alias: id, isDisabled: false, reason: '' } })
  return doneAt(anyCardHref(id))
}

async function takeAway({ call, form, id, t }: Sent): ReturnType<Act> {
  const reason = fieldOf(form, 'reason').trim()
  if (reason === '') return { errors: { reason: t('admin.reasonMissing') } }
  await call('operator.takeDown', { input: { ...taken(form, id), isDown: true, reason } })
  return doneAt(anyCardHref(id))
}

async function removeCard({ call, form, id, t }: Sent): ReturnType<Act> {
  const reason = fieldOf(form, 'reason').trim()
  const word = fieldOf(form, 'word').trim()
  const errors = {
    ...(reason === '' && { reason: t('admin.reasonMissing') }),
    ...(word.toLowerCase() !== id.toLowerCase() && { word: t('admin.wordWrong') }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  await call('operator.removeCard', { input: { alias: id, word, reason } })
  return `${placeHref('/cards')}?told=done`
}

async function putBack({ call, form, id }: Sent) {
  await call('operator.takeDown', { input: { ...taken(form, id), isDown: false, reason: '' } })
  return doneAt(anyCardHref(id))
}

const taken = (form: FormData, alias: string) => ({
  alias,
  kind: chosen(takenKinds, fieldOf(form, 'kind')) ?? 'link',
  what: fieldOf(form, 'what').trim(),
})

async function closeReport({ call, form }: Sent) {
  await call('operator.closeReport', { input: { id: fieldOf(form, 'report') } })
  return doneAt(placeHref('/reports'))
}

async function blockHost({ call, form }: Sent) {
  await call('operator.blockHost', { input: { host: fieldOf(form, 'host'), isBlocked: true, reason: fieldOf(form, 'reason') } })
  return doneAt(placeHref('/blocked-hosts'))
}

async function releaseHost({ call, form }: Sent) {
  await call('operator.blockHost', { input: { host: fieldOf(form, 'host'), isBlocked: false, reason: '' } })
  return doneAt(placeHref('/blocked-hosts'))
}

async function addName({ call, form }: Sent) {
  await call('operator.reserve', { input: { name: fieldOf(form, 'name').trim(), reason: fieldOf(form, 'reason') } })
  return doneAt(placeHref('/reserved-addresses'))
}

async function removeName({ call, form }: Sent) {
  await call('operator.release', { input: { name: fieldOf(form, 'name') } })
  return doneAt(placeHref('/reserved-addresses'))
}

async function retryJob({ call, form }: Sent) {
  await call('operator.retryJob', { input: { id: fieldOf(form, 'job') } })
  return doneAt(placeHref('/jobs'))
}

/** The file goes in parts, as a program would bring it; then it is checked. */
async function bringFile({ call, form, t }: Sent) {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) return { errors: { file: t('admin.fileMissing') } }
  if (file.size > importBytesMax) return { errors: { file: t('admin.fileLarge') } }
  const takes = chosen(importTakes, fieldOf(form, 'takes')) ?? 'good'
  const encoding = chosen(importEncodings, fieldOf(form, 'encoding')) ?? 'utf-8'
  const { id } = await call('operator.createImport', {
    input: { name: (file.name || 'cards.csv').slice(-200).replace(/^[\udc00-\udfff]/, ''), takes, encoding },
  })
  for (let place = 0; place * importPartBytes < file.size; place++) {
    const part = file.slice(place * importPartBytes, (place + 1) * importPartBytes)
    await call('operator.addImportPart', { input: { id, place, data: Buffer.from(await part.arrayBuffer()).toString('base64') } })
  }
  await call('operator.checkImport', { input: { id } })
  return importHref(id)
}

async function checkAgain({ call, id }: Sent) {
  await call('operator.checkImport', { input: { id } })
  return importHref(id)
}

async function runImport({ call, id }: Sent) {
  await call('operator.runImport', { input: { id } })
  return importHref(id)
}
