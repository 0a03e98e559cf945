import { takedownWords } from '#common/takedown-words.ts'
import { redirectDocument, type LoaderFunctionArgs } from 'react-router'
import { beginningOf } from '#common/text/beginning-of.ts'
import { isProblem } from '#contract/api.ts'
import { pathTo } from '#common/path-to.ts'
import type { AdminCard, CardImport } from '#contract/admin/admin.ts'
import type { Language } from '#contract/languages.ts'
import { abuseKinds, takedownKinds } from '#contract/admin/abuse-choices.ts'
import type { ReportedCard } from '#contract/admin/abuse.ts'
import { auditDays, auditTopics } from '#contract/admin/admin-choices.ts'
import { ownProperty } from '#common/own-property.ts'
import { spellPath } from '#contract/product.ts'
import { cardTabs, cardTabsOf, listHref, mailHref, placesOf, type MissingThing } from '../../features/admin/admin-places.ts'
import type { AdminView } from '../../features/admin/admin-view.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { timeZoneOf } from '../../platform/visits/time-zone.ts'
import { loginHref } from '../../loaders/open-account.ts'
import { formatTimes } from './format-times.ts'
import type { Translate } from '#common/messages/message.ts'
import { issueText } from '../../loaders/issue-text.ts'
import { loadBilling, loadCardBilling } from './load-billing.ts'
import { loadCards, viewOfLine } from './load-cards.ts'
import { loadBackups, loadConnections, loadWebhooks } from './load-operations.ts'
import { describeHealth } from './load-overview.ts'
import { loadSettings } from './load-settings.ts'
import { oneOf } from './one-of.ts'
import type { PageRequest } from './page-request.ts'
import { actorName, auditEntryView, jobName } from './audit-entry-view.ts'

type Load = (request: PageRequest) => Promise<AdminView | null>

/** The pages by the first segment of their path; `id` is the second. */
const pages: Record<string, { list: Load; one?: Load; tabs?: readonly string[] }> = {
  '': { list: loadOverview },
  cards: { list: loadCards, one: loadCard, tabs: cardTabs },
  'reserved-addresses': { list: loadNames },
  invitations: { list: loadInvitations },
  reports: { list: loadReports },
  'blocked-hosts': { list: loadHosts },
  jobs: { list: loadJobs },
  mail: { list: loadMails, one: loadMail },
  audit: { list: loadAudit },
  imports: { list: loadImports, one: loadImport },
  billing: { list: loadBillingPage },
  webhooks: { list: loadWebhooks },
  // Not `connections`: that path would be the page of a card named “admin”.
  deliveries: { list: loadConnections },
  backups: { list: loadBackups },
  // Not `settings`, for the same reason.
  setup: { list: loadSettings, one: loadSettings },
}

/** What a path with an id below these places shows. */
const things: Partial<Record<string, MissingThing>> = { cards: 'card', imports: 'import', mail: 'mail', setup: 'settings' }

/** The view of the page at this path; `missing` if there is none, or not for this reader. */
export async function loadView({ params, request, context }: LoaderFunctionArgs): Promise<AdminView> {
  const [place = '', id = '', tab = '', ...rest] = (params['*'] ?? '').replace(/\/$/, '').split('/')
  const { hasPlans } = context.get(siteContext)
  const isPlace = placesOf(hasPlans).some(({ path }) => path === (place && `/${place}`))
  const page = isPlace && rest.length === 0 ? ownProperty(pages, place) : undefined
  const load = id === '' ? page?.list : page?.one
  const knownTab = (page?.tabs ?? ['']).includes(tab) ? cardTabsOf(hasPlans).find((one) => one === tab) : undefined
  // Unknown paths look the same to everyone; access is checked by the endpoint.
  if (!load || knownTab === undefined) return { page: 'missing', what: 'page' }
  const missing: AdminView = { page: 'missing', what: (id && ownProperty(things, place)) || 'page' }
  const query = new URL(request.url).searchParams
  const language = requestLanguage(request)
  const numbers = new Intl.NumberFormat(language)
  const t = translateFor(request)
  try {
    const view = await load({
      call: context.get(apiContext).call,
      id,
      tab: knownTab,
      query,
      q: beginningOf((query.get('q') ?? '').trim(), 100),
      from: query.get('from') || undefined,
      t,
      ...formatTimes({ language, timeZone: timeZoneOf(request), t }, new Date()),
      amount: (bytes) => amountIn(language, bytes),
      number: (value) => numbers.format(value),
      language,
      slug: context.get(siteContext).productSlug,
      signUp: context.get(siteContext).signUp,
      sendsMail: context.get(siteContext).sendsMail,
    })
    return view ?? missing
  } catch (thrown) {
    if (isProblem(thrown) && [401, 404, 422].includes(thrown.problem.status)) return missing
    throw thrown
  }
}

function amountIn(language: string, bytes: number): string {
  const [unit, size] = bytes >= 1e9 ? (['gigabyte', 1e9] as const) : (['megabyte', 1e6] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size)
}

async function loadOverview(request: PageRequest): Promise<AdminView> {
  const health = await request.call('admin.overview')
  const now = Date.now()
  const updated = request.time(new Date(now).toISOString())
  const overview = describeHealth(health, { ...request, now })
  const latest = overview.attention.length > 0 ? [] : (await request.call('admin.auditLog', { query: {} })).acts.slice(0, latestEntries)
  return { page: 'overview', overview: { ...overview, updated, acts: latest.map((act) => auditEntryView(act, request)) } }
}

const latestEntries = 3

async function loadCard(request: PageRequest): Promise<AdminView> {
  const { call, id, tab, query, moment, amount } = request
  const [card, billing, activity] = await Promise.all([
    call('admin.card', { params: { alias: id } }),
    tab === 'plan' ? loadCardBilling(request, id) : null,
    tab === 'activity' ? loadAuditEntries(request, { alias: id }) : null,
  ])
  const {
    acts,
    updatedAt,
    subscription: _,
    emailAddress: __,
    pictures,
    reports,
    revision,
    owners,
    lastLogins,
    connections,
    ownReviews,
    ...line
  } = card
  return {
    page: 'card',
    tab,
    show: query.get('show') ?? '',
    q: request.q,
    card: {
      ...line,
      ...viewOfLine(card, request),
      reason: takedownWords(request.t, card),
      owners: owners.map((email) => {
        const login = lastLogins[email]
        return { email, lastLogin: login ? { ...login, ...moment(login.at) } : null }
      }),
      connections: connections.map(({ name, isOn }) => (isOn ? name : request.t('admin.connectionOff', { name }))),
      reviewCount: request.number(ownReviews.count),
      reviewStars: ownReviews.stars === null ? '' : request.number(Math.round(ownReviews.stars * 10) / 10),
      preview: previewOf({ ...card, revision }),
      changed: moment(updatedAt),
      pictureCount: pictures.count,
      pictureBytes: amount(pictures.bytes),
      reports: reports.map((report) => ({ ...report, at: moment(report.at) })),
      downParts: downPartsIn(acts),
    },
    billing,
    activity,
  }
}

/** By the newest of these entries on each part. */
function downPartsIn(acts: AdminCard['acts']): string[] {
  const newest = new Map<string, string>()
  for (const { act, detail } of acts) {
    const kind = takedownKinds.find((one) => act === `${one}.disable` || act === `${one}.enable`)
    const part = `${kind} ${String(detail['what'])}`
    if (kind && !newest.has(part)) newest.set(part, act)
  }
  return [...newest].flatMap(([part, act]) => (act.endsWith('.disable') ? part : []))
}

const previewOf = ({ isOff, alias, revision }: Pick<ReportedCard, 'isOff' | 'alias' | 'revision'>) =>
  isOff ? '' : pathTo('cards.preview', { alias, version: String(revision) })

/** The audit log of one card, or all of it by a search. */
async function loadAuditEntries(request: PageRequest, only: { alias: string } | { q: string }) {
  const { call, query, from, t } = request
  const by = beginningOf(query.get('by') ?? '', 320)
  const about = oneOf(auditTopics, query.get('about'))
  const days = oneOf(auditDays, query.get('days'))
  const { acts, actors, next } = await call('admin.auditLog', {
    query: { ...only, ...(by && { by }), ...(about && { about }), ...(days && { days }), ...(from && { from }) },
  })
  return {
    acts: acts.map((act) => auditEntryView(act, request)),
    filters: { by, about: about ?? '', days: days ?? '' },
    actors: actors.map((value) => ({ value, label: actorName(t, value) })),
    next,
    isFurther: from !== undefined,
  }
}

async function loadBillingPage(request: PageRequest): Promise<AdminView> {
  return { page: 'billing', billing: await loadBilling(request) }
}

const behind = (from: string | undefined) => (from ? { from } : {})

async function loadNames({ call, q, from }: PageRequest): Promise<AdminView> {
  const search = beginningOf(q, 60)
  return {
    page: 'names',
    q: search,
    isFurther: from !== undefined,
    ...(await call('admin.reserved', { query: { q: search, ...behind(from) } })),
  }
}

async function loadInvitations({ call, from, day, signUp }: PageRequest): Promise<AdminView> {
  const { invitations, next } = await call('admin.invitations', { query: behind(from) })
  return {
    page: 'invitations',
    signUp,
    invitations: invitations.map((invitation) => ({ ...invitation, ends: day(invitation.expiresAt) })),
    next,
    isFurther: from !== undefined,
  }
}

async function loadReports({ call, query, q, from, moment }: PageRequest): Promise<AdminView> {
  const isClosed = query.get('state') === 'closed'
  const kind = oneOf(abuseKinds, query.get('kind'))
  const { reports, cards, next } = await call('admin.reports', {
    query: { q, ...(isClosed ? { closed: '1' } : {}), ...(kind && { kind }), ...behind(from) },
  })
  return {
    page: 'reports',
    isClosed,
    filters: { q, kind: kind ?? '', state: isClosed ? 'closed' : '' },
    next,
    isFurther: from !== undefined,
    reports: reports.map((report) => ({ ...report, at: moment(report.at) })),
    cards: cards.map(({ alias, fullName, isDisabled, owners, contacts, ...card }) => ({
      alias,
      name: fullName || alias,
      isDisabled,
      owners,
      contacts,
      preview: previewOf({ alias, ...card }),
    })),
  }
}

async function loadHosts({ call, q, from }: PageRequest): Promise<AdminView> {
  return { page: 'hosts', q, isFurther: from !== undefined, ...(await call('admin.blockedHosts', { query: { q, ...behind(from) } })) }
}

async function loadJobs({ call, from, t, moment }: PageRequest): Promise<AdminView> {
  const { queues, failing, next } = await call('admin.jobs', { query: behind(from) })
  const jobs = failing.map((job) => ({
    ...job,
    title: jobName(t, job.queue),
    nextAt: job.nextAt === null ? null : moment(job.nextAt),
  }))
  return {
    page: 'jobs',
    queues: queues.map((queue) => ({ ...queue, title: jobName(t, queue.name) })),
    failing: jobs,
    next,
    isFurther: from !== undefined,
  }
}

async function loadMails({ call, query, from, moment }: PageRequest): Promise<AdminView> {
  const after = query.get('refused') || undefined
  const [{ isSent, mails, next }, { refused, next: nextRefused }, { email }] = await Promise.all([
    call('admin.outbox', { query: behind(from) }),
    call('admin.refusedMails', { query: behind(after) }),
    call('accounts.details'),
  ])
  return {
    page: 'mails',
    isSent,
    email,
    mails: mails.map((mail) => ({ ...mail, at: moment(mail.at) })),
    next,
    isFurther: from !== undefined,
    refused: {
      refused: refused.map((one) => ({ ...one, firstAt: moment(one.firstAt), lastAt: moment(one.lastAt) })),
      next: nextRefused,
      isFurther: after !== undefined,
    },
  }
}

/** Its login links only when wanted, after a recent login. */
async function loadMail({ call, id, query, sendsMail, moment }: PageRequest): Promise<AdminView> {
  const linksHref = listHref(mailHref(id), { show: 'links' })
  const withLinks = query.get('show') === 'links' && !sendsMail
  if (withLinks && !(await call('privacy.read')).isLoginRecent) throw redirectDocument(loginHref(linksHref, 'mail'))
  const mail = await call('admin.mail', { params: { id }, query: withLinks ? { links: '1' } : {} })
  const links = mail.text.match(/https?:\/\/\S+[?&#](?:token|code)=[\w.~%-]+/gi) ?? []
  const isCut = /[?&#](?:token|code)=…|^…$/im.test(mail.text)
  return {
    page: 'mail',
    mail: { ...mail, at: moment(mail.at) },
    isCut,
    linksHref: isCut && !sendsMail ? linksHref : null,
    links: withLinks ? [...new Set(links)] : [],
  }
}

async function loadAudit(request: PageRequest): Promise<AdminView> {
  return { page: 'audit', q: request.q, activity: await loadAuditEntries(request, { q: request.q }) }
}

async function loadImports({ call, from, moment }: PageRequest): Promise<AdminView> {
  const { imports, next } = await call('admin.imports', { query: behind(from) })
  return {
    page: 'imports',
    imports: imports.map((one) => ({ ...one, createdAt: moment(one.createdAt) })),
    next,
    isFurther: from !== undefined,
  }
}

async function loadImport({ call, id, t, moment, slug, language }: PageRequest): Promise<AdminView> {
  const { import: found, issues } = await call('admin.readImport', { params: { id } })
  const reportHref = spellPath(pathTo('admin.importReport', { id }), slug)
  return {
    page: 'import',
    import: { ...found, createdAt: moment(found.createdAt), problem: problemOf(t, found) },
    progress: progressOf(found, language),
    errors: issues.map((issue) => ({ ...issue, message: issueText(t, issue) })),
    reportHref,
  }
}

/** The server’s words for an import that the previous release refused. */
const problemOf = (t: Translate, { problemIssues, problem }: CardImport) =>
  problemIssues.map((issue) => issueText(t, issue)).join(' ') || problem

/** All or nothing is one step, the number of lines is known after the check, and the first batch may be all there is. */
function progressOf({ state, takes, lines, good, broken }: CardImport, language: Language) {
  if (state !== 'importing' || takes === 'all' || good + broken === 0) return null
  const value = Math.min((good + broken) / lines, 1)
  return { value, text: new Intl.NumberFormat(language, { style: 'percent' }).format(value) }
}
