import { planChoices, type PlanChoice } from '#contract/admin/admin-choices.ts'
import type { CardLine } from '#contract/admin/admin.ts'
import { isProblem } from '#contract/api.ts'
import { anyCardHref, placeHref } from '../../../features/admin/admin-places.ts'
import type { CardsView } from '../../../features/admin/lists/cards-page.tsx'
import { noSuchPage } from '../../../loaders/open-admin.ts'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { doneAt, type Act, type Sent } from '../admin-action.ts'
import type { DoneContext } from '../admin-loader.ts'
import { oneOf } from '../one-of.ts'
import { readTakedownReason } from '../read-takedown-reason.ts'

export async function createCard({ call, form, t }: Sent): ReturnType<Act> {
  const choice = oneOf(planChoices, fieldOf(form, 'choice'))
  const [alias, fullName, owner] = ['alias', 'fullName', 'owner'].map((name) => fieldOf(form, name).trim())
  const input = { alias: alias ?? '', fullName: fullName ?? '', owner: owner ?? '', ...(choice && { choice }) }
  try {
    const { alias: created } = await call('admin.createCard', { input })
    return doneAt(anyCardHref(created), 'cardCreated')
  } catch (error) {
    if (!isProblem(error) || error.problem.type !== '/problems/conflict') throw error
    return { errors: { alias: t('inputIssue.addressTaken') } }
  }
}

export async function removeDemo({ call }: Sent): ReturnType<Act> {
  await call('admin.removeDemo')
  return doneAt(placeHref('/cards'), 'demoRemoved')
}

const aliasesIn = (form: FormData) => form.getAll('alias').filter((alias) => typeof alias === 'string')

/** The list after a change of several cards. Those that were not changed stay selected. */
function cardsDoneAt(done: string, about: string, query: Sent['query'], selected: readonly string[] = []) {
  const href = doneAt(placeHref('/cards'), done, about, { ...query, card: '', export: '' })
  return [href, ...selected.map((alias) => `card=${encodeURIComponent(alias)}`)].join('&')
}

export async function setPlans({ call, form, query }: Sent): ReturnType<Act> {
  const choice = oneOf(planChoices, fieldOf(form, 'choice'))
  if (!choice) throw noSuchPage()
  const { changed, left, failed } = await call('admin.setPlans', { input: { aliases: aliasesIn(form), choice } })
  return cardsDoneAt('cardsPlan', `${choice} ${left.length} ${failed.length},${changed.join(' ')}`, query, [...left, ...failed])
}

export async function cardsPlan(context: DoneContext<CardsView>) {
  const { t, about, selected } = context
  const named = await cardsNamedIn(context)
  const [choice, leftCount = '', failedCount = ''] = about.split(' ')
  const [left, failed] = [countIn(leftCount), countIn(failedCount)]
  const plan = oneOf(planChoices, choice ?? '')
  if (!plan || !named.every((card) => isOnPlan(card, plan)) || left + failed !== selected) return false
  const text = sentences(
    named.length > 0 && t('admin.done.cardsPlan', { count: named.length, plan: t(`admin.plan.${plan}`) }),
    left > 0 && t('admin.done.cardsPlanLeft', { count: left }),
    failed > 0 && t('admin.done.cardsFailed', { count: failed }),
  )
  return text !== '' && { text }
}

/** Whether a list shows the card as on this plan. It doesn’t tell all states of a plan apart. */
function isOnPlan({ plan, isTrial, isPastDue }: CardLine, choice: PlanChoice): boolean {
  if (isPastDue) return choice === 'DUNNING' || choice === 'UNPAID'
  if (plan === 'PRO') return choice === (isTrial ? 'TRIAL' : 'PRO')
  return ['FREE', 'EXPIRED', 'CANCELED'].includes(choice)
}

export async function takeCardsDown({ call, form, t, query }: Sent): ReturnType<Act> {
  const { reason, errors } = readTakedownReason(form, t)
  if (errors) return { errors }
  const { changed, failed } = await call('admin.switchCards', { input: { aliases: aliasesIn(form), isDisabled: true, ...reason } })
  return cardsDoneAt('cardsDown', `${failed.length},${changed.join(' ')}`, query, failed)
}

export async function cardsDown(context: DoneContext<CardsView>) {
  const { t, about, selected } = context
  const named = await cardsNamedIn(context)
  const failed = countIn(about)
  if (named.length === 0 || !named.every(({ isDisabled }) => isDisabled) || failed !== selected) return false
  const text = sentences(t('admin.done.cardsDown', { count: named.length }), failed > 0 && t('admin.done.cardsFailed', { count: failed }))
  return { text, undo: { intent: 'ups', fields: { aliases: named.map(({ alias }) => alias).join(' ') } } }
}

export async function restoreCards({ call, form, query }: Sent): ReturnType<Act> {
  const aliases = fieldOf(form, 'aliases').split(' ')
  const { changed, failed } = await call('admin.switchCards', { input: { aliases, isDisabled: false, reason: '' } })
  return cardsDoneAt('cardsUp', `${failed.length},${changed.join(' ')}`, query)
}

export async function cardsUp(context: DoneContext<CardsView>) {
  const { t, about } = context
  const named = await cardsNamedIn(context)
  const failed = countIn(about)
  if (named.length === 0 || named.some(({ isDisabled }) => isDisabled)) return false
  return {
    text: sentences(t('admin.done.cardsUp', { count: named.length }), failed > 0 && t('admin.done.cardsUpFailed', { count: failed })),
  }
}

const sentences = (...texts: (string | false)[]) => texts.filter(Boolean).join(' ')
const countIn = (text: string) => Number(/^\d{1,2}(?=,|$)/.exec(text)?.[0] ?? 0)

/** The cards after the comma, as they are now; none if one is gone. The page’s filters may hide what was changed. */
async function cardsNamedIn({ about, call }: DoneContext<CardsView>): Promise<CardLine[]> {
  const [, names = ''] = about.split(',')
  if (names === '') return []
  const { cards } = await call('admin.cards', { query: { aliases: names, demo: 'on' } })
  return cards.length === names.split(' ').length ? cards : []
}
