import { layoutFor } from '#common/layouts.ts'
import { formatDate } from '#common/format-date.ts'
import { pathTo } from '#common/path-to.ts'
import { requestLanguage } from '#common/request-language.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { planLabelOf } from '#contract/billing/plan-label.ts'
import type { OwnCardItem } from '#contract/cards/cards.ts'
import type { EditorAnswer } from '#contract/cards/drafts.ts'
import { serviceCapabilities } from '#contract/cards/drawing.ts'
import { has } from '#contract/permissions.ts'
import { webLink } from '#common/text/web-link.ts'
import { dismissedOf, readDismissed } from '../../features/account/home/dismissed-steps.ts'
import type { HomeCard, HomeView, NewestContact, StripCard, Week } from '../../features/account/home/account-home-view.ts'
import { type CardFacts, suggestSteps } from '../../features/account/home/suggest-steps.ts'
import { contactsHref } from '../../features/contacts/contacts-href.ts'
import { whenOf } from '../../platform/when.ts'
import { nameOf } from '../../features/contacts/sheet/name-of.ts'
import { buildTheme } from '../../features/cards/theme.ts'
import { readPublished } from '../../features/editor/draft/edited.ts'
import { countChanges } from '../../features/editor/sections.ts'
import { greetedName } from '../../features/shell/shell-view.ts'
import { homeHref } from '../../features/shell/use-owner-nav.ts'
import { analyticsView } from '../../features/visits/analytics-view.ts'
import { percentChange } from '../../features/visits/report-change.ts'
import { countsOf, totalOf } from '../../features/visits/report-counts.ts'
import { contactsOf, reportRequest } from '../../features/visits/report-ranges.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { dayIn, timeZoneOf } from '../../platform/visits/time-zone.ts'
import { portraitOf, type FailingConnection } from '../../loaders/load-who.ts'
import { servicesIn, textIn } from '../../loaders/read-edited.ts'
import { translateFor } from '../../loaders/translate-for.ts'

const days = 7
const newestMax = 6
/** The maximum number of other cards with figures. */
const detailedCardsMax = 8

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>
type Open = {
  card: OwnCardItem
  editor: EditorAnswer | null
  failing: readonly FailingConnection[]
  cards: readonly OwnCardItem[]
  ownerName: string
}

/** Loads the home page for the chosen card. What fails to load is left out. */
export async function loadHome(args: Args, { card, editor, failing, cards, ownerName }: Open): Promise<HomeView> {
  const { request, context } = args
  const api = context.get(apiContext)
  const { alias } = card
  const facts = factsOf(editor)
  const [week, newest, fresh, brokenLinks, strip] = await Promise.all([
    loadWeek(args, alias, editor?.subscription.isActive ?? false).catch(() => null),
    searchContacts(args, alias, { pageSize: newestMax }).catch(() => null),
    searchContacts(args, alias, { pageSize: 3, ConnectedClientStatus: 1 }).catch(() => null),
    api.call('cards.brokenLinks', { params: { alias } }).catch(() => null),
    cards.length > 1 ? Promise.all(cards.map((one, at) => loadStripCard(args, one, one.isAvailable && at < detailedCardsMax))) : [],
  ])
  const dismissed = dismissedOf(readDismissed(request, Date.now()), alias)
  return {
    ...greet(request, ownerName || card.fullName, facts.isTeam ? card.fullName : ''),
    strip,
    card: homeCard(args, card, editor, facts.isTakenDown),
    steps: suggestSteps(
      {
        ...facts,
        alias,
        isOn: card.isOpen || facts.isTakenDown,
        hasPhoto: card.picture !== null,
        newContacts: fresh && fresh.metaData.totalCount,
        brokenLinks: brokenLinks && brokenLinks.map((link) => ({ ...link, service: editor && serviceAt(editor.published, link.url) })),
        failing,
        views: week && week.views,
      },
      dismissed,
    ),
    waiting: (fresh?.results ?? []).map(nameOf),
    week,
    newest: newest && {
      rows: newest.results.map((contact) => newestOf(args, alias, contact)),
      count: newest.metaData.totalCount,
    },
  }
}

/** A greeting by the reader's clock; without a name, only for the time of day. `team` is the team's name if the card is of one. */
export function greet(request: Request, name: string, team = '') {
  const t = translateFor(request)
  const timeZone = timeZoneOf(request)
  const now = new Date()
  const hour = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now))
  const part = hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'
  const today = formatDate(
    new Intl.DateTimeFormat(requestLanguage(request), { weekday: 'long', month: 'long', day: 'numeric', timeZone }),
    now,
  )
  return { greeting: t(`dashboard.${part}`, { name: greetedName(name, team) }).replace(/[,\s]+$/, ''), today }
}

type ContactSearch = { pageSize: number; daysBack?: number; ConnectedClientStatus?: 1; withoutImported?: true }

const searchContacts = ({ request, context }: Args, alias: string, { pageSize, ...more }: ContactSearch) =>
  context.get(apiContext).call('contacts.search', {
    params: { page: 1, pageSize, tag: 'none' },
    input: { alias, SearchFor: '', timeZone: timeZoneOf(request), ...more },
  })

async function loadWeek(args: Args, alias: string, isOpen: boolean): Promise<Week> {
  const { request, context } = args
  const api = context.get(apiContext)
  const timeZone = timeZoneOf(request)
  const language = requestLanguage(request)
  const counts = async (...names: string[]) =>
    countsOf(await api.call('visits.report', { input: reportRequest({ alias, timeZone }, days, ...names) }))
  const [byDay, clicks, contacts] = await Promise.all([
    counts('date', 'customEvent:platform_used'),
    isOpen ? counts('customEvent:homepage_click').catch(() => null) : null,
    // As in the analytics, imported ones are no result of the week.
    searchContacts(args, alias, { pageSize: 1, withoutImported: true, ...contactsOf(days).now }).catch(() => null),
  ])
  const answers = { byDay, clicks, contacts: null, pages: null, shared: null }
  const view = analyticsView(answers, { days, isOpen, today: dayIn(new Date(), timeZone) })
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const pair = view.views ?? { now: 0, before: 0 }
  const change = pair.before > 0 ? percentChange(pair) : null
  const percent = new Intl.NumberFormat(language, { style: 'percent' })
  return {
    bars: (view.byDay ?? []).map(({ day, value, before }, at, all) => ({
      label: weekday.format(new Date(day)),
      value,
      before,
      isNow: at === all.length - 1,
    })),
    views: pair.now,
    change: change && { way: change.way, text: percent.format(change.by / 100) },
    contacts: contacts && contacts.metaData.totalCount + contacts.metaData.hiddenCount,
    clicks: view.clicks && view.clicks.now,
  }
}

type Contact = Awaited<ReturnType<typeof searchContacts>>['results'][number]

export function newestOf({ request }: Pick<Args, 'request'>, alias: string, contact: Contact): NewestContact {
  const t = translateFor(request)
  const { day, date, time } = whenOf(contact.dateCreated, {
    language: requestLanguage(request),
    timeZone: timeZoneOf(request),
    now: new Date(),
  })
  return {
    id: contact.id,
    href: contactsHref(alias, { q: '', label: '' }, { contact: contact.id }),
    name: nameOf(contact),
    note: contact.via ? t(`contacts.source.${contact.via}`) : contact.companyName || contact.emailAddress || contact.phoneNumber,
    at: contact.isUndated ? t('contacts.importState.done') : day === 'today' ? time : day === 'yesterday' ? t('contacts.yesterday') : date,
    iso: contact.isUndated ? null : contact.dateCreated,
    isNew: !contact.viewed,
  }
}

async function loadStripCard(args: Args, card: OwnCardItem, isClose: boolean): Promise<StripCard> {
  const { request, context } = args
  const { alias } = card
  const report = reportRequest({ alias, timeZone: timeZoneOf(request) }, days, 'customEvent:platform_used')
  const [views, fresh] = await Promise.all([
    isClose
      ? context
          .get(apiContext)
          .call('visits.report', { input: report })
          .then((answer) => totalOf(countsOf(answer).now))
          .catch(() => null)
      : null,
    isClose ? searchContacts(args, alias, { pageSize: 1, ConnectedClientStatus: 1 }).catch(() => null) : null,
  ])
  return {
    alias,
    href: homeHref(alias, true),
    name: card.fullName || alias,
    portrait: portraitOf(card),
    isOn: card.isOpen,
    isAvailable: card.isAvailable,
    views,
    newContacts: fresh?.metaData.totalCount ?? 0,
  }
}

export function homeCard(
  { context }: Pick<Args, 'context'>,
  card: OwnCardItem,
  editor: EditorAnswer | null,
  isTakenDown: boolean,
): HomeCard {
  const { alias } = card
  const url = `${context.get(siteContext).publicUrl}/${alias}`
  const published = readPublished(editor?.published ?? {})
  const [image, theme] = [textIn(published, 'eCardBackgroundImage'), textIn(published, 'eCardTheme') || 'default']
  const { vars } = buildTheme(published, layoutFor(theme).colors)
  const background = image ? published.pictures.background : null
  return {
    alias,
    name: card.fullName || alias,
    title: card.title,
    company: textIn(published, 'companyName'),
    portrait: portraitOf(card),
    scene:
      background && card.isOpen ? `${pathTo('media.backgroundImage', { alias, image, theme, version: background.revision })}?w=960` : null,
    // As on the card, in its home.css.
    color: `color-mix(in oklab, ${vars['--card-contact']} 12%, ${vars['--card-ground']})`,
    address: url.replace(/^https?:\/\//, ''),
    url,
    qr: `${pathTo('cards.qr', { alias, version: 'latest' })}?format=svg`,
    state: card.isOpen ? 'live' : isTakenDown ? 'takenDown' : 'off',
  }
}

type EditorFacts = Pick<CardFacts, 'content' | 'drafted' | 'plan'> & { isTakenDown: boolean; isTeam: boolean }

const trialDaysOf = ({ isTrial, trialDays }: EditorAnswer['subscription']) => (isTrial ? trialDays : null)

/** The service whose link is this address; null if it is of a menu or the action button. */
export const serviceAt = (published: object, url: string) =>
  servicesIn(published).find(({ directLink }) => webLink(directLink) === url)?.gradeServiceId ?? null

/** The published card with its draft applied, to find missing content. */
function factsOf(editor: EditorAnswer | null): EditorFacts {
  if (!editor) return { content: null, drafted: 0, plan: null, isTakenDown: false, isTeam: false }
  const { published, draft, subscription, permissions, isDisabled, serviceKinds } = editor
  const soon: Record<string, unknown> = { ...published, ...draft.fields }
  const text = (...keys: string[]) => keys.some((key) => typeof soon[key] === 'string' && soon[key] !== '')
  const services = Array.isArray(soon['services']) ? (soon['services'] as Record<string, unknown>[]) : []
  const visible = services.filter((service) => service['ignoreService'] !== true)
  const reviewable = new Set(
    serviceKinds.flatMap(({ gradeServiceId, capabilities }) => (capabilities & serviceCapabilities.review ? [gradeServiceId] : [])),
  )
  return {
    content: {
      hasPhone: text('phoneNumber', 'telPhoneNumber', 'officePhoneNumber', 'directPhoneNumber'),
      hasBio: text('bio'),
      links: visible.filter((service) => service['directLink']).length,
      hasReviewLink: visible.some((service) => Boolean(service['reviewLink'])),
      reviewService: visible.map((service) => Number(service['gradeServiceId'])).find((id) => reviewable.has(id)) ?? null,
    },
    drafted: countChanges(Object.keys(draft.fields)),
    plan: {
      isPaymentOverdue: subscription.isUnpaid || subscription.isDunning,
      isCardExpired: planLabelOf(subscription) === 'cardExpired',
      trialDaysLeft: trialDaysOf(subscription),
      mayReview: has(permissions, 'ReviewMe'),
    },
    isTakenDown: isDisabled,
    isTeam: published['profile'] === 2,
  }
}
