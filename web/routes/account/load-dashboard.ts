import { pathTo } from '#common/path-to.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import type { OwnCardItem } from '#contract/cards/cards.ts'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { initialsOf } from '#contract/text/initials.ts'
import { has } from '#contract/permissions.ts'
import type { TileView } from '../../features/account/home/tile-view.ts'
import { type CardFacts, whatNext } from '../../features/account/home/what-next.ts'
import { planState } from '../../features/account/settings/plan-state.ts'
import { countChanges } from '../../features/editor/sections.ts'
import { countsOf, totalOf } from '../../features/visits/report-counts.ts'
import { reportRequest } from '../../features/visits/report-ranges.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { timeZoneOf } from '../../platform/visits/time-zone.ts'
import { translateFor } from '../translate-for.ts'

const days = 7
/** Of so many cards everything is asked; who has more finds the others by their name. */
const closelyMax = 12

/** Every card of who is signed in, and what would help each. What cannot be read just now is left out, and the rest stands. */
export async function loadDashboard(args: Pick<LoaderFunctionArgs, 'request' | 'context'>): Promise<TileView[]> {
  const cards = await args.context.get(apiContext).call('cards.own')
  return Promise.all(cards.map((card, at) => tileOf(args, card, at < closelyMax)))
}

async function tileOf(
  { request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>,
  card: OwnCardItem,
  isClose: boolean,
): Promise<TileView> {
  const api = context.get(apiContext)
  const { publicUrl } = context.get(siteContext)
  const t = translateFor(request)
  const { alias } = card
  const timeZone = timeZoneOf(request)
  const maybe = <T>(ask: () => Promise<T>): Promise<T | null> => (isClose ? ask().catch(() => null) : Promise.resolve(null))
  const report = () =>
    maybe(
      async () =>
        countsOf(await api.call('visits.report', { input: reportRequest({ alias, timeZone }, days, 'customEvent:platform_used') })).now,
    )
  const contacts = (more: { daysBack?: number; ConnectedClientStatus?: 1 }) =>
    maybe(async () => {
      const params = { page: 1, pageSize: 1, tag: 'none' }
      const { metaData } = await api.call('contacts.search', { params, input: { alias, SearchFor: '', timeZone, ...more } })
      return metaData
    })
  const [editor, opened, week, fresh] = await Promise.all([
    maybe(() => api.call('cards.editor', { params: { alias } })),
    report(),
    contacts({ daysBack: days }),
    contacts({ ConnectedClientStatus: 1 }),
  ])
  const facts = factsOf(editor)
  const plan = editor && planState(editor.subscription)
  const badge = { free: 'nav.freePlan', trial: 'plan.trialBadge', open: 'home.pro' } as const
  return {
    alias,
    address: `${publicUrl.replace(/^https?:\/\//, '')}/${alias}`,
    name: card.fullName || alias,
    title: card.title,
    initials: initialsOf(card.fullName || alias),
    portrait: card.picture && card.isOpen ? `${pathTo('media.profileImage', { alias, version: card.picture })}?w=220` : null,
    isOn: card.isOpen,
    isTakenDown: facts.isTakenDown,
    plan: plan && { kind: plan.kind, label: plan.kind === 'bad' ? t(plan.label) : t(badge[plan.kind]) },
    drafted: facts.drafted,
    views: opened && totalOf(opened),
    contacts: week && week.totalCount + week.hiddenCount,
    newContacts: fresh?.totalCount ?? 0,
    steps: isClose
      ? whatNext({
          ...facts,
          alias,
          isOn: card.isOpen || facts.isTakenDown,
          hasPhoto: card.picture !== null,
          newContacts: fresh && fresh.totalCount,
          views: opened && totalOf(opened),
        })
      : [],
  }
}

type Known = Pick<CardFacts, 'content' | 'drafted' | 'plan'> & { isTakenDown: boolean }

const trialDaysOf = ({ isTrial, trialDays }: EditorAnswer['subscription']) => (isTrial ? trialDays : null)

/** What the editor knows of a card, for who only wants to know what is missing: published, with the draft over it. */
function factsOf(editor: EditorAnswer | null): Known {
  if (!editor) return { content: null, drafted: 0, plan: null, isTakenDown: false }
  const { published, draft, subscription, permissions, isDisabled } = editor
  const soon: Record<string, unknown> = { ...published, ...draft.fields }
  const text = (...keys: string[]) => keys.some((key) => typeof soon[key] === 'string' && soon[key] !== '')
  const services = Array.isArray(soon['services']) ? (soon['services'] as Record<string, unknown>[]) : []
  const shown = services.filter((service) => service['ignoreService'] !== true)
  return {
    content: {
      hasPhone: text('phoneNumber', 'telPhoneNumber', 'officePhoneNumber', 'directPhoneNumber'),
      hasBio: text('bio'),
      links: shown.filter((service) => service['directLink']).length,
      hasReviewLink: shown.some((service) => Boolean(service['reviewLink'])),
    },
    drafted: countChanges(Object.keys(draft.fields)),
    plan: {
      needsPayment: subscription.isUnpaid || subscription.isDunning,
      isCardExpired: planLabelOf(subscription) === 'cardExpired',
      trialDaysLeft: trialDaysOf(subscription),
      mayReview: has(permissions, 'ReviewMe'),
    },
    isTakenDown: isDisabled,
  }
}
