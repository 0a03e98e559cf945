import { pathTo } from '#common/path-to.ts'
import type { LoaderFunctionArgs } from 'react-router'
import type { OwnCardItem } from '#contract/cards/cards.ts'
import { initialsOf } from '#contract/initials.ts'
import type { TileView } from '../../features/account/home/tile-view.ts'
import { whatNext } from '../../features/account/home/what-next.ts'
import { planState } from '../../features/account/settings/plan-state.ts'
import { countsOf, totalOf } from '../../features/visits/report-counts.ts'
import { reportRequest } from '../../features/visits/report-ranges.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { timeZoneOf } from '../../platform/visits/time-zone.ts'
import { factsOf } from '../card/shell/card-facts.ts'
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
