import type { LoaderFunctionArgs } from 'react-router'
import { beginningOf } from '#contract/text/beginning-of.ts'
import { isRefused, type Api } from '#contract/api.ts'
import { pathTo } from '#common/path-to.ts'
import { hearImportFault, sentencesIn } from '#contract/cards/import-faults.ts'
import type { ActLine, CardLine } from '#contract/admin/operator.ts'
import { actDays, actTopics, cardSorts, operatorActNames, planFilters, stateFilters } from '#contract/admin/operator-choices.ts'
import { ownOf } from '#contract/own-of.ts'
import { spellPath } from '#contract/product.ts'
import { cardTabs, type CardTab } from '../../features/admin/admin-places.ts'
import type { ActView, AdminView, CardLineView } from '../../features/admin/admin-view.ts'
import { requestLanguage } from '#common/request-language.ts'
import type { Language } from '#contract/languages.ts'
import { faultMessage } from '../../i18n/fault-message.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { formatMoney } from '../../i18n/format-money.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { noSuchPage } from './open-admin.ts'
import { describeAct } from './describe-act.ts'
import { loadBilling, loadCardBilling } from './load-billing.ts'
import { describeHealth } from './load-overview.ts'

type Asked = {
  call: Api['call']
  id: string
  tab: CardTab
  query: URLSearchParams
  q: string
  from: string | undefined
  t: Translate
  when(moment: string): string
  day(moment: string): string
  /** Today, or the day with its weekday; and the time of day beside it. */
  weekday(moment: string): string
  time(moment: string): string
  amount(bytes: number): string
  number(value: number): string
  slug: string
  language: Language
}
type Load = (asked: Asked) => Promise<AdminView | null>

/** The pages by the first word of their address; `id` is the second. */
const pages: Record<string, { list: Load; one?: Load; tabs?: readonly string[] }> = {
  '': { list: loadOverview },
  cards: { list: loadCards, one: loadCard, tabs: cardTabs },
  'reserved-addresses': { list: loadNames },
  reports: { list: loadReports },
  'blocked-hosts': { list: loadHosts },
  jobs: { list: loadJobs },
  mail: { list: loadMails, one: loadMail },
  audit: { list: loadAudit },
  imports: { list: loadImports, one: loadImport },
  billing: { list: loadBillingPage },
}

/** What the page at this address is drawn from; null where there is none. */
export async function loadView({ params, request, context }: LoaderFunctionArgs): Promise<AdminView | null> {
  const [place = '', id = '', tab = '', ...rest] = (params['*'] ?? '').replace(/\/$/, '').split('/')
  const page = rest.length === 0 ? ownOf(pages, place) : undefined
  const load = id === '' ? page?.list : page?.one
  const knownTab = (page?.tabs ?? ['']).includes(tab) ? cardTabs.find((one) => one === tab) : undefined
  // Who is no administrator learns nothing from which addresses there are: only a call tells.
  if (!load || knownTab === undefined) return null
  const query = new URL(request.url).searchParams
  const language = requestLanguage(request)
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const weekdays = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' })
  const times = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' })
  const today = weekdays.format()
  const numbers = new Intl.NumberFormat(language)
  const t = translateFor(request)
  try {
    return await load({
      call: context.get(apiContext).call,
      id,
      tab: knownTab,
      query,
      q: beginningOf((query.get('q') ?? '').trim(), 100),
      from: query.get('from') || undefined,
      t,
      when: (moment) => (moment === '' ? '' : `${moments.format(new Date(moment))} UTC`),
      day: (moment) => days.format(new Date(moment)),
      weekday: (moment) => {
        const day = weekdays.format(new Date(moment))
        return day === today ? t('admin.today') : day
      },
      time: (moment) => `${times.format(new Date(moment))} UTC`,
      amount: (bytes) => amountIn(language, bytes),
      number: (value) => numbers.format(value),
      language,
      slug: context.get(siteContext).productSlug,
    })
  } catch (thrown) {
    if (isRefused(thrown) && [401, 404, 422].includes(thrown.problem.status)) throw noSuchPage()
    throw thrown
  }
}

function amountIn(language: string, bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? (['gigabyte', 1e9] as const) : (['megabyte', 1e6] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size)
}

async function loadOverview(asked: Asked): Promise<AdminView> {
  const health = await asked.call('operator.overview')
  const overview = describeHealth(health, { ...asked, now: Date.now() })
  const latest = overview.attention.length > 0 ? [] : (await asked.call('operator.acts', { query: {} })).acts.slice(0, latestActs)
  return { page: 'overview', overview: { ...overview, acts: latest.map((act) => viewOfAct(act, asked)) } }
}

const latestActs = 3
const chosen = <T extends string>(known: readonly T[], text: string | null): T | undefined => known.find((one) => one === text)

async function loadCards(asked: Asked): Promise<AdminView> {
  const { call, q, from, query } = asked
  const plan = chosen(planFilters, query.get('plan'))
  const state = chosen(stateFilters, query.get('state'))
  const sort = chosen(cardSorts, query.get('sort'))
  const { cards, next } = await call('operator.cards', {
    query: { q, ...(plan && { plan }), ...(state && { state }), ...(sort && { sort }), ...(from && { from }) },
  })
  const filters = { q, plan: plan ?? '', state: state ?? '', sort: sort ?? '' }
  return { page: 'cards', filters, cards: cards.map((card) => viewOfLine(card, asked)), next, isFurther: from !== undefined }
}

const viewOfLine = ({ picture, createdAt, ...card }: CardLine, { number, day }: Pick<Asked, 'number' | 'day'>): CardLineView => ({
  ...card,
  picture: picture === null ? undefined : `${pathTo('media.profileImage', { alias: card.alias, version: picture })}?w=220`,
  createdAt: day(createdAt),
  contactsText: number(card.contacts),
  viewsText: number(card.views),
})

async function loadCard(asked: Asked): Promise<AdminView> {
  const { call, id, tab, query, when, amount } = asked
  const [card, billing, activity] = await Promise.all([
    call('operator.card', { params: { alias: id } }),
    tab === 'plan' ? loadCardBilling(asked, id) : null,
    tab === 'activity' ? loadCardActs(asked) : null,
  ])
  const { acts: _, updatedAt, subscription: __, emailAddress: ___, pictures, reports, revision, owners, lastLogins, ...line } = card
  return {
    page: 'card',
    tab,
    show: query.get('show') ?? '',
    q: asked.q,
    card: {
      ...line,
      ...viewOfLine(card, asked),
      owners: owners.map((email) => ({ email, lastLogin: when(lastLogins[email] ?? '') })),
      preview: card.isOff ? '' : pathTo('cards.preview', { alias: card.alias, version: String(revision) }),
      changed: when(updatedAt),
      pictureCount: pictures.count,
      pictureBytes: amount(pictures.bytes),
      reports: reports.map((report) => ({ ...report, at: when(report.at) })),
    },
    billing,
    activity,
  }
}

async function loadCardActs(asked: Asked) {
  const { call, id, query, from, t } = asked
  const by = beginningOf(query.get('by') ?? '', 320)
  const about = chosen(actTopics, query.get('about'))
  const days = chosen(actDays, query.get('days'))
  const { acts, actors, next } = await call('operator.acts', {
    query: { alias: id, ...(by && { by }), ...(about && { about }), ...(days && { days }), ...(from && { from }) },
  })
  return {
    acts: acts.map((act) => viewOfAct(act, asked)),
    filters: { by, about: about ?? '', days: days ?? '' },
    actors: actors.map((value) => ({ value, label: actorName(t, value) })),
    next,
    isFurther: from !== undefined,
  }
}

async function loadActs(asked: Asked, q: string) {
  const { call, from } = asked
  const { acts, next } = await call('operator.acts', { query: { q, ...(from ? { from } : {}) } })
  return { acts: acts.map((act) => viewOfAct(act, asked)), next }
}

async function loadBillingPage(asked: Asked): Promise<AdminView> {
  return { page: 'billing', billing: await loadBilling(asked) }
}

const behind = (from: string | undefined) => (from ? { from } : {})

async function loadNames({ call, from }: Asked): Promise<AdminView> {
  return { page: 'names', isFurther: from !== undefined, ...(await call('operator.reserved', { query: behind(from) })) }
}

async function loadReports({ call, q, from, when }: Asked): Promise<AdminView> {
  const isClosed = q === 'closed'
  const { reports, next } = await call('operator.reports', { query: { ...(isClosed ? { closed: '1' } : {}), ...behind(from) } })
  return {
    page: 'reports',
    isClosed,
    next,
    isFurther: from !== undefined,
    reports: reports.map((report) => ({ ...report, at: when(report.at) })),
  }
}

async function loadHosts({ call, from }: Asked): Promise<AdminView> {
  return { page: 'hosts', isFurther: from !== undefined, ...(await call('operator.blockedHosts', { query: behind(from) })) }
}

async function loadJobs({ call, from, when }: Asked): Promise<AdminView> {
  const { queues, troubled, next } = await call('operator.jobs', { query: behind(from) })
  const failing = troubled.map((job) => ({ ...job, askedAt: when(job.askedAt), nextAt: when(job.nextAt ?? '') }))
  return { page: 'jobs', queues, failing, next, isFurther: from !== undefined }
}

async function loadMails({ call, from, when }: Asked): Promise<AdminView> {
  const { isSent, mails, next } = await call('operator.outbox', { query: behind(from) })
  return { page: 'mails', isSent, mails: mails.map((mail) => ({ ...mail, at: when(mail.at) })), next, isFurther: from !== undefined }
}

async function loadMail({ call, id, when }: Asked): Promise<AdminView> {
  const mail = await call('operator.mail', { params: { id } })
  return { page: 'mail', mail: { ...mail, at: when(mail.at) }, isCut: /=…/.test(mail.text) }
}

async function loadAudit(asked: Asked): Promise<AdminView> {
  return { page: 'audit', q: asked.q, isFurther: asked.from !== undefined, ...(await loadActs(asked, asked.q)) }
}

async function loadImports({ call, from, when }: Asked): Promise<AdminView> {
  const { imports, next } = await call('operator.imports', { query: behind(from) })
  return {
    page: 'imports',
    imports: imports.map((one) => ({ ...one, createdAt: when(one.createdAt) })),
    next,
    isFurther: from !== undefined,
  }
}

async function loadImport({ call, id, t, when, slug }: Asked): Promise<AdminView> {
  const { import: found, faults } = await call('operator.readImport', { params: { id } })
  const reportHref = spellPath(pathTo('operator.importReport', { id }), slug)
  return {
    page: 'import',
    import: { ...found, createdAt: when(found.createdAt), problem: importErrorText(t, found.problem) },
    errors: faults.map((error) => ({ ...error, message: importErrorText(t, error.message) })),
    reportHref,
  }
}

type Formats = Pick<Asked, 't' | 'when' | 'weekday' | 'time' | 'language'>

function viewOfAct({ id, at, actor, act, alias, detail }: ActLine, { t, when, weekday, time, language }: Formats): ActView {
  const key = `admin.act.${act}`
  const [icon, kind] = iconOf(act)
  return {
    id,
    when: when(at),
    day: weekday(at),
    time: time(at),
    who: actorName(t, actor),
    // An act of another version is shown by its own name.
    act: isKnown(act) ? t(key as MessageKey) : act,
    alias,
    more: describeAct(t, inCoins(detail, language)),
    icon,
    kind,
  }
}

const actorName = (t: Translate, actor: string) => (actor === 'command line' ? t('admin.byLine') : actor)

/** By what was done: taken away, given back, paid, published. */
function iconOf(act: string): [ActView['icon'], ActView['kind']] {
  if (/\.(disable|remove|block)$/.test(act)) return [act.startsWith('picture') ? 'image-off' : 'eye-off', 'bad']
  if (/\.(enable|release)$/.test(act)) return ['undo-2', 'ok']
  if (act.startsWith('billing.') || act === 'card.plan') return ['banknote', 'brass']
  if (/^(stories|tour|version)\./.test(act)) return ['megaphone', 'door']
  if (/^(login-link|sessions|operator|keys|card\.(rights|claim-code))/.test(act)) return ['key-round', 'quiet']
  if (/^(backup|restore)/.test(act)) return ['archive-restore', 'quiet']
  return ['scroll-text', 'quiet']
}

/** An amount with its currency is said as a price. */
function inCoins(detail: ActLine['detail'], language: Language): ActLine['detail'] {
  const { amount, currency, ...more } = detail
  return typeof amount === 'number' && typeof currency === 'string'
    ? { ...more, amount: formatMoney(language, { amount, currency }) }
    : detail
}

const isKnown = (act: string): boolean => (operatorActNames as readonly string[]).includes(act)

/** What the server says is wrong with a table of cards, in the reader’s language; words we do not know stand as they came. */
export const importErrorText = (t: Translate, message: string): string =>
  sentencesIn(message)
    .map((sentence) => translateSentence(t, sentence))
    .join(' ')

function translateSentence(t: Translate, sentence: string): string {
  const heard = hearImportFault(sentence)
  // What is wrong with a field of a card is said as it is of a draft.
  if (!heard) return faultMessage(t, sentence)
  const { message } = heard.given
  return t(`importFault.${heard.name}`, { ...heard.given, ...(message === undefined ? {} : { message: importErrorText(t, message) }) })
}
