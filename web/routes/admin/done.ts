import { billingActions, planChoices, type PlanChoice } from '#contract/admin/admin-choices.ts'
import type { CardLine } from '#contract/admin/admin.ts'
import type { Api } from '#contract/api.ts'
import { cardAliasesMax } from '#contract/constants.ts'
import type { Translate } from '#common/messages/message.ts'
import { ownProperty } from '#common/own-property.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { listHref } from '../../features/admin/admin-places.ts'
import type { AdminView, Done } from '../../features/admin/admin-view.ts'
import { translateFor } from '../../loaders/translate-for.ts'

/** A card that the page shows, as it is now. */
type DoneCard = { alias: string; name: string; isDisabled: boolean; choice?: PlanChoice }
type Context = {
  t: Translate
  about: string
  name: string
  card: DoneCard | undefined
  /** The cards of a change of several, as they are now; none if one is gone. */
  named: readonly CardLine[]
  /** How many cards the address selects. */
  selected: number
  /** Whether `about` is taken down, blocked, reserved or off, as the page's list has it now. */
  isListed: boolean
}

const countIn = (text: string) => Number(/^\d{1,2}(?=,|$)/.exec(text)?.[0] ?? 0)
const sentences = (...texts: (string | false)[]) => texts.filter(Boolean).join(' ')

/** Whether a list shows the card as on this plan. It doesn’t tell all states of a plan apart. */
function isOnPlan({ plan, isTrial, isPastDue }: CardLine, choice: PlanChoice): boolean {
  if (isPastDue) return choice === 'DUNNING' || choice === 'UNPAID'
  if (plan === 'PRO') return choice === (isTrial ? 'TRIAL' : 'PRO')
  return ['FREE', 'EXPIRED', 'CANCELED'].includes(choice)
}

/** What each form did, by the key in the address. An address can be old or made up, so what can be undone is compared with what the page loads. */
const outcomes = {
  saved: ({ t }) => ({ text: t('admin.releases.saved') }),
  draft: ({ t }) => ({ text: t('admin.releases.draftSaved') }),
  removed: ({ t }) => ({ text: t('admin.releases.removed') }),
  builtIn: ({ t }) => ({ text: t('admin.releases.builtInRestored') }),
  started: ({ t }) => ({ text: t('admin.done.started') }),
  plan: ({ t, name, card }) => card?.choice && { text: t('admin.done.plan', { name, plan: t(`admin.plan.${card.choice}`) }) },
  billing({ t, name, about }) {
    const act = billingActions.find((one) => one === about)
    return act && { text: t('admin.done.billing', { name, act: t(`admin.act.billing.${act}`) }) }
  },
  settings: ({ t, about }) => ({ text: t('admin.settingsSaved', { count: countIn(about) }) }),
  compared: ({ t }) => ({ text: t('admin.done.compared') }),
  rights: ({ t, name }) => ({ text: t('admin.done.rights', { name }) }),
  experiments: ({ t, name }) => ({ text: t('admin.done.experiments', { name }) }),
  cardDown: ({ t, name, card }) =>
    card?.isDisabled && { text: t('admin.done.cardDown', { name }), undo: { intent: 'up', fields: { alias: card.alias } } },
  cardsDown({ t, about, named, selected }) {
    const failed = countIn(about)
    if (named.length === 0 || !named.every(({ isDisabled }) => isDisabled) || failed !== selected) return false
    const text = sentences(t('admin.done.cardsDown', { count: named.length }), failed > 0 && t('admin.done.cardsFailed', { count: failed }))
    return { text, undo: { intent: 'ups', fields: { aliases: named.map(({ alias }) => alias).join(' ') } } }
  },
  cardsUp({ t, about, named }) {
    const failed = countIn(about)
    if (named.length === 0 || named.some(({ isDisabled }) => isDisabled)) return false
    return {
      text: sentences(t('admin.done.cardsUp', { count: named.length }), failed > 0 && t('admin.done.cardsUpFailed', { count: failed })),
    }
  },
  cardsPlan({ t, about, named, selected }) {
    const [choice, leftCount = '', failedCount = ''] = about.split(' ')
    const [left, failed] = [countIn(leftCount), countIn(failedCount)]
    const plan = planChoices.find((one) => one === choice)
    if (!plan || !named.every((card) => isOnPlan(card, plan)) || left + failed !== selected) return false
    const text = sentences(
      named.length > 0 && t('admin.done.cardsPlan', { count: named.length, plan: t(`admin.plan.${plan}`) }),
      left > 0 && t('admin.done.cardsPlanLeft', { count: left }),
      failed > 0 && t('admin.done.cardsFailed', { count: failed }),
    )
    return text !== '' && { text }
  },
  cardCreated: ({ t, name, card }) => card && { text: t('admin.done.cardCreated', { name }) },
  cardUp: ({ t, name, card }) => card && !card.isDisabled && { text: t('admin.done.cardUp', { name }) },
  cardRemoved: ({ t, about }) => ({ text: t('admin.done.cardRemoved', { alias: about }) }),
  partDown({ t, about, name, isListed }) {
    const [kind = '', ...what] = about.split(' ')
    if (!isListed) return false
    return { text: t('admin.done.partDown', { kind, name }), undo: { intent: 'back', fields: { kind, what: what.join(' ') } } }
  },
  partUp: ({ t, about, name, isListed }) => !isListed && { text: t('admin.done.partUp', { kind: about.split(' ')[0], name }) },
  reportClosed: ({ t, name }) => ({ text: t('admin.done.reportClosed', { name }) }),
  hostBlocked: ({ t, about, isListed }) =>
    isListed && { text: t('admin.done.hostBlocked', { host: about }), undo: { intent: 'remove', fields: { host: about } } },
  hostReleased: ({ t, about, isListed }) => !isListed && { text: t('admin.done.hostReleased', { host: about }) },
  nameReserved: ({ t, about, isListed }) =>
    isListed && { text: t('admin.done.nameReserved', { alias: about }), undo: { intent: 'remove', fields: { name: about } } },
  nameReleased: ({ t, about, isListed }) => !isListed && { text: t('admin.done.nameReleased', { alias: about }) },
  invitationRevoked: ({ t }) => ({ text: t('admin.done.invitationRevoked') }),
  jobRetried: ({ t }) => ({ text: t('admin.done.jobRetried') }),
  mailCleared: ({ t }) => ({ text: t('admin.done.mailCleared') }),
  webhookRetried: ({ t }) => ({ text: t('admin.done.webhookRetried') }),
  hostOff: ({ t, about, isListed }) =>
    isListed && { text: t('admin.done.hostOff', { host: about }), undo: { intent: 'on', fields: { host: about, sendMissed: '1' } } },
  hostOn: ({ t, about, isListed }) => !isListed && { text: t('admin.done.hostOn', { host: about }) },
} satisfies Record<string, (context: Context) => Done | false | undefined>

export type DoneKey = keyof typeof outcomes

type Query = Readonly<Record<string, string>>

/** The address that says what a form did: a key, and what it was about. `query` are the filters and the place of a list. */
export const doneAt = (href: string, done: DoneKey, about = '', query: Query = {}) => listHref(href, { ...query, done, about })

/** The filters and the place of the list that a form is on. */
export function listQueryOf(request: Request): Query {
  const { dialog: _, of: __, done: ___, about: ____, ...query } = Object.fromEntries(new URL(request.url).searchParams)
  return query
}

/** The result of the last form, in the reader’s language. */
export async function doneIn(request: Request, page?: { view: AdminView; call: Api['call'] }): Promise<Done | null> {
  const query = new URL(request.url).searchParams
  const outcome = ownProperty<(context: Context) => Done | false | undefined>(outcomes, query.get('done') ?? '')
  if (!outcome) return null
  const about = beginningOf(query.get('about') ?? '', cardAliasesMax)
  const view = page?.view
  const cards = view ? cardsIn(view) : []
  const isListed = page !== undefined && (await isListedIn(page.view, about, page.call))
  const named = view?.page === 'cards' && page ? await cardsNamedIn(about, page.call) : []
  const card = view?.page === 'card' ? cards[0] : cards.find(({ alias }) => alias === about)
  return (
    outcome({
      t: translateFor(request),
      about,
      name: card?.name ?? `/${about}`,
      card,
      named,
      selected: query.getAll('card').length,
      isListed,
    }) || null
  )
}

function cardsIn(view: AdminView): DoneCard[] {
  if (view.page === 'reports') return view.cards
  if (view.page !== 'card') return []
  const { alias, fullName, isDisabled, choice } = view.card
  return [{ alias, name: fullName || alias, isDisabled, choice }]
}

/** The names after the comma. The page’s filters may hide what was changed. */
async function cardsNamedIn(about: string, call: Api['call']): Promise<CardLine[]> {
  const [, names = ''] = about.split(',')
  if (names === '') return []
  const { cards } = await call('admin.cards', { query: { aliases: names, demo: 'on' } })
  return cards.length === names.split(' ').length ? cards : []
}

/** Long lists are searched: the page shows a part of them. */
async function isListedIn(view: AdminView, about: string, call: Api['call']): Promise<boolean> {
  if (view.page === 'card') return view.card.downParts.includes(about)
  if (view.page === 'connections') return view.off.some(({ host }) => host === about)
  if (view.page === 'hosts') {
    const { hosts } = await call('admin.blockedHosts', { query: { q: beginningOf(about, 253) } })
    return hosts.some(({ host }) => host === about)
  }
  if (view.page !== 'names') return false
  const { names } = await call('admin.reserved', { query: { q: beginningOf(about, 60) } })
  return names.some(({ name }) => name === about)
}
