import { takedownKinds } from '#contract/admin/abuse-choices.ts'
import { billingActions, planChoices } from '#contract/admin/admin-choices.ts'
import { offerCodes } from '#contract/billing/plans.ts'
import { permissions, type Permission } from '#contract/permissions.ts'
import { anyCardHref, experimentField, placeHref } from '../../../features/admin/admin-places.ts'
import type { Done } from '../../../features/admin/admin-view.ts'
import type { CardPageView } from '../../../features/admin/cards/card-page.tsx'
import { noSuchPage } from '../../../loaders/open-admin.ts'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { doneAt, type Act, type Sent } from '../admin-action.ts'
import type { DoneContext } from '../admin-loader.ts'
import { oneOf } from '../one-of.ts'
import { readTakedownReason } from '../read-takedown-reason.ts'

export async function setPlan({ call, form, id }: Sent): ReturnType<Act> {
  const choice = oneOf(planChoices, fieldOf(form, 'choice'))
  if (!choice) throw noSuchPage()
  await call('admin.setPlan', { input: { alias: id, choice } })
  return doneAt(anyCardHref(id, 'plan'), 'plan')
}

export async function billCard({ call, form, id, t }: Sent): ReturnType<Act> {
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

export async function setRights({ call, form, id }: Sent): ReturnType<Act> {
  const names = Object.keys(permissions) as Permission[]
  const of = (wanted: string) => names.filter((name) => fieldOf(form, name) === wanted)
  await call('admin.setRights', { input: { alias: id, granted: of('grant'), revoked: of('revoke') } })
  return doneAt(anyCardHref(id, 'permissions'), 'rights')
}

export async function setExperiments({ call, form, id }: Sent): ReturnType<Act> {
  // A switch that is on posts after the “off” of its name.
  const posted = Object.entries(Object.fromEntries(form)).filter(([name]) => name.startsWith(experimentField('')))
  const experiments = posted.map(([name, value]) => ({ name: name.slice(experimentField('').length), enabled: value === 'on' }))
  await call('admin.setExperiments', { input: { alias: id, experiments } })
  return doneAt(anyCardHref(id, 'permissions'), 'experiments')
}

export async function takeDown({ call, form, id, t }: Sent): ReturnType<Act> {
  const { reason, errors } = readTakedownReason(form, t)
  if (errors) return { errors }
  await call('admin.switchCard', { input: { alias: id, isDisabled: true, ...reason } })
  return doneAt(anyCardHref(id), 'cardDown')
}

export async function restoreCard({ call, id }: Sent): ReturnType<Act> {
  await call('admin.switchCard', { input: { alias: id, isDisabled: false, reason: '' } })
  return doneAt(anyCardHref(id), 'cardUp')
}

export async function takePartDown({ call, form, id, t }: Sent): ReturnType<Act> {
  const { reason, errors } = readTakedownReason(form, t)
  if (errors) return { errors }
  const part = partIn(form)
  await call('admin.takeDown', { input: { alias: id, ...part, isDown: true, ...reason } })
  return doneAt(anyCardHref(id), 'partDown', `${part.kind} ${part.what}`)
}

export async function restorePart({ call, form, id }: Sent): ReturnType<Act> {
  const part = partIn(form)
  await call('admin.takeDown', { input: { alias: id, ...part, isDown: false, reason: '' } })
  return doneAt(anyCardHref(id), 'partUp', `${part.kind} ${part.what}`)
}

const partIn = (form: FormData) => ({
  kind: oneOf(takedownKinds, fieldOf(form, 'kind')) ?? 'link',
  what: fieldOf(form, 'what').trim(),
})

export async function removeCard({ call, form, id, t }: Sent): ReturnType<Act> {
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

const nameOf = ({ card }: CardPageView) => card.fullName || card.alias

export const cardDone = {
  plan: ({ t, view }) => ({ text: t('admin.done.plan', { name: nameOf(view), plan: t(`admin.plan.${view.card.choice}`) }) }),
  billing({ t, view, about }) {
    const act = oneOf(billingActions, about)
    return act && { text: t('admin.done.billing', { name: nameOf(view), act: t(`admin.act.billing.${act}`) }) }
  },
  rights: ({ t, view }) => ({ text: t('admin.done.rights', { name: nameOf(view) }) }),
  experiments: ({ t, view }) => ({ text: t('admin.done.experiments', { name: nameOf(view) }) }),
  cardCreated: ({ t, view }) => ({ text: t('admin.done.cardCreated', { name: nameOf(view) }) }),
  cardDown({ t, view }) {
    const { alias, isDisabled } = view.card
    return isDisabled && { text: t('admin.done.cardDown', { name: nameOf(view) }), undo: { intent: 'up', fields: { alias } } }
  },
  cardUp: ({ t, view }) => !view.card.isDisabled && { text: t('admin.done.cardUp', { name: nameOf(view) }) },
  partDown({ t, view, about }) {
    const [kind = '', ...what] = about.split(' ')
    if (!view.card.downParts.includes(about)) return false
    return {
      text: t('admin.done.partDown', { kind, name: nameOf(view) }),
      undo: { intent: 'back', fields: { kind, what: what.join(' ') } },
    }
  },
  partUp: ({ t, view, about }) =>
    !view.card.downParts.includes(about) && { text: t('admin.done.partUp', { kind: about.split(' ')[0], name: nameOf(view) }) },
} satisfies Record<string, (context: DoneContext<CardPageView>) => Done | false | undefined>
