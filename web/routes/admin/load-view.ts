import type { LoaderFunctionArgs } from 'react-router'
import { beginningOf } from '#contract/text/beginning-of.ts'
import { isRefused, type Api } from '#contract/api.ts'
import { pathTo } from '#common/path-to.ts'
import { hearImportFault, sentencesIn } from '#contract/cards/import-faults.ts'
import type { ActLine } from '#contract/admin/operator.ts'
import { operatorActNames } from '#contract/admin/operator-choices.ts'
import { ownOf } from '#contract/own-of.ts'
import { spellPath } from '#contract/product.ts'
import type { ActView, DeskView } from '../../features/admin/operator/views.ts'
import { requestLanguage } from '#common/request-language.ts'
import type { Language } from '#contract/languages.ts'
import { faultMessage } from '../../i18n/fault-message.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { formatMoney } from '../../i18n/format-money.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { noSuchPage } from './open-desk.ts'
import { loadBilling, loadBillingDesk } from './load-billing.ts'
import { sayDetail } from './say-detail.ts'

type Asked = {
  call: Api['call']
  id: string
  q: string
  from: string | undefined
  t: Translate
  when(moment: string): string
  amount(bytes: number): string
  slug: string
  language: Language
}
type Load = (asked: Asked) => Promise<DeskView | null>

/** The pages by the first word of their address; `id` is the second. */
const pages: Record<string, { list: Load; one?: Load }> = {
  '': { list: loadOverview },
  cards: { list: loadCards, one: loadCard },
  names: { list: loadNames },
  reports: { list: loadReports },
  hosts: { list: loadHosts },
  jobs: { list: loadJobs },
  outbox: { list: loadOutbox, one: loadMail },
  audit: { list: loadAudit },
  imports: { list: loadImports, one: loadImport },
  billing: { list: loadBillingPage },
}

/** What the page at this address is drawn from; null where there is none. */
export async function loadView({ params, request, context }: LoaderFunctionArgs): Promise<DeskView | null> {
  const [place = '', id = '', ...rest] = (params['*'] ?? '').replace(/\/$/, '').split('/')
  const page = rest.length === 0 ? ownOf(pages, place) : undefined
  const load = id === '' ? page?.list : page?.one
  // Who is no operator learns nothing from which addresses there are: only a call tells.
  if (!load) return null
  const query = new URL(request.url).searchParams
  const language = requestLanguage(request)
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  try {
    return await load({
      call: context.get(apiContext).call,
      id,
      q: beginningOf((query.get('q') ?? '').trim(), 100),
      from: query.get('from') || undefined,
      t: translateFor(request),
      when: (moment) => (moment === '' ? '' : `${moments.format(new Date(moment))} UTC`),
      amount: (bytes) => amountIn(language, bytes),
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

async function loadOverview({ call, amount }: Asked): Promise<DeskView> {
  const health = await call('operator.overview')
  const { freeBytes } = health.storage
  return { page: 'overview', health, databaseSize: amount(health.database.bytes), freeSpace: freeBytes === null ? '' : amount(freeBytes) }
}

async function loadCards({ call, q, from }: Asked): Promise<DeskView> {
  const found = await call('operator.cards', { query: { q, ...(from ? { from } : {}) } })
  return { page: 'cards', q, ...found, isFurther: from !== undefined }
}

async function loadCard(asked: Asked): Promise<DeskView> {
  const { call, id, when } = asked
  const billing = loadBilling(asked, id)
  // Awaited below: what is thrown there stands for both.
  billing.catch(() => {})
  const {
    acts,
    createdAt: _,
    updatedAt,
    subscription: __,
    emailAddress: ___,
    ...card
  } = await call('operator.card', { params: { alias: id } })
  return {
    page: 'card',
    card: { ...card, changed: when(updatedAt), acts: acts.map((act) => viewOfAct(act, asked)) },
    billing: await billing,
  }
}

async function loadBillingPage(asked: Asked): Promise<DeskView> {
  return { page: 'billing', billing: await loadBillingDesk(asked) }
}

async function loadNames({ call, from }: Asked): Promise<DeskView> {
  return { page: 'names', ...(await call('operator.reserved', { query: from ? { from } : {} })) }
}

async function loadReports({ call, q, from, when }: Asked): Promise<DeskView> {
  const isClosed = q === 'closed'
  const { reports, next } = await call('operator.reports', { query: { ...(isClosed ? { closed: '1' } : {}), ...(from ? { from } : {}) } })
  return { page: 'reports', isClosed, next, reports: reports.map((report) => ({ ...report, at: when(report.at) })) }
}

async function loadHosts({ call, from }: Asked): Promise<DeskView> {
  return { page: 'hosts', ...(await call('operator.blockedHosts', { query: from ? { from } : {} })) }
}

async function loadJobs({ call, from, when }: Asked): Promise<DeskView> {
  const { queues, troubled, next } = await call('operator.jobs', { query: from ? { from } : {} })
  const jobs = troubled.map((job) => ({ ...job, askedAt: when(job.askedAt), nextAt: when(job.nextAt ?? '') }))
  return { page: 'jobs', queues, troubled: jobs, next }
}

async function loadOutbox({ call, from, when }: Asked): Promise<DeskView> {
  const { isSent, mails, next } = await call('operator.outbox', { query: from ? { from } : {} })
  return { page: 'outbox', isSent, mails: mails.map((mail) => ({ ...mail, at: when(mail.at) })), next }
}

async function loadMail({ call, id, when }: Asked): Promise<DeskView> {
  const mail = await call('operator.mail', { params: { id } })
  return { page: 'mail', mail: { ...mail, at: when(mail.at) }, isCut: /=…/.test(mail.text) }
}

async function loadAudit(asked: Asked): Promise<DeskView> {
  const { call, q, from } = asked
  const { acts, next } = await call('operator.acts', { query: { q, ...(from ? { from } : {}) } })
  return { page: 'audit', q, acts: acts.map((act) => viewOfAct(act, asked)), next }
}

async function loadImports({ call, from, when }: Asked): Promise<DeskView> {
  const { imports, next } = await call('operator.imports', { query: from ? { from } : {} })
  return { page: 'imports', imports: imports.map((one) => ({ ...one, createdAt: when(one.createdAt) })), next }
}

async function loadImport({ call, id, t, when, slug }: Asked): Promise<DeskView> {
  const { import: found, faults } = await call('operator.readImport', { params: { id } })
  const reportHref = spellPath(pathTo('operator.importReport', { id }), slug)
  return {
    page: 'import',
    import: { ...found, createdAt: when(found.createdAt), problem: sayImportFault(t, found.problem) },
    faults: faults.map((fault) => ({ ...fault, message: sayImportFault(t, fault.message) })),
    reportHref,
  }
}

function viewOfAct({ id, at, actor, act, alias, detail }: ActLine, { t, when, language }: Pick<Asked, 't' | 'when' | 'language'>): ActView {
  const key = `operator.act.${act}`
  return {
    id,
    when: when(at),
    who: actor === 'command line' ? t('operator.byLine') : actor,
    // An act of another version is said by its own name.
    act: isKnown(act) ? t(key as MessageKey) : act,
    alias,
    more: sayDetail(t, inCoins(detail, language)),
  }
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
export const sayImportFault = (t: Translate, message: string): string =>
  sentencesIn(message)
    .map((sentence) => sayOne(t, sentence))
    .join(' ')

function sayOne(t: Translate, sentence: string): string {
  const heard = hearImportFault(sentence)
  // What is wrong with a field of a card is said as it is of a draft.
  if (!heard) return faultMessage(t, sentence)
  const { message } = heard.given
  return t(`importFault.${heard.name}`, { ...heard.given, ...(message === undefined ? {} : { message: sayImportFault(t, message) }) })
}
