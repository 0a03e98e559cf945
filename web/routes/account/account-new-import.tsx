import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { isProblem } from '#contract/api.ts'
import { importFailures, importFileBytesMax, type CardImport } from '#contract/cards/card-imports.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { ShellStyle } from '../../features/shell/shell-style.tsx'
import { ImportStep, PeopleStep, PreviewStep, type FoundCard, type ImportIssue } from '../../features/sign-in/new-card/import-step.tsx'
import { readLinks, rowIssue, type LinkRow } from '../../features/sign-in/new-card/read-links.ts'
import { importCardHref, readTyped, type TypedCard } from '../../features/sign-in/new-card/typed-card.ts'
import { WizardFrame } from '../../features/sign-in/new-card/wizard-frame.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { serviceMark } from '../shell/service-mark.tsx'
import { metas } from '../metas.ts'
import { fieldOf } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { loadBegin } from './load-new-card.ts'
import { nothingTyped } from './submit-new-card.ts'

/** Reads a card from a file or a public page and shows what it found. Works without a script: each step is a form. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const { answer } = await loadBegin(args, crypto.randomUUID()).catch((thrown: unknown) => {
    if (!isProblem(thrown) || thrown.problem.status !== 401) throw thrown
    throw toSignUp()
  })
  const t = translateFor(request)
  const isTooLarge = new URL(request.url).searchParams.get('problem') === 'large'
  const issue: ImportIssue | null = isTooLarge ? { field: 'file', message: t('signup.importLarge') } : null
  return { title: `${t('signup.importTitle')} | ${context.get(siteContext).productName}`, issue, typed: answer.typed }
}

const toSignUp = () => redirect(`/account/sign-up?${new URLSearchParams({ returnUrl: importCardHref })}`)

type Answer = { typed: TypedCard; address: string; issue: ImportIssue | null; several: CardImport | null; found: FoundCard | null }

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const t = translateFor(request)
  const typed = readTyped((name) => (form.has(name) ? fieldOf(form, name) : null), nothingTyped)
  const address = fieldOf(form, 'address')
  const answer: Answer = { typed, address, issue: null, several: null, found: null }
  const refuse = (issue: ImportIssue, status = 422) => data({ ...answer, issue }, { status })

  const intent = fieldOf(form, 'intent')
  const file = form.get('file')
  const api = context.get(apiContext)
  const source = fieldOf(form, 'source')
  const field = intent === 'page' ? 'address' : 'file'
  if (intent === 'page' && address.trim() === '') return refuse({ field, message: t('signup.importNoAddress') })
  if (intent === 'file' && (typeof file === 'string' || !file?.name)) return refuse({ field, message: t('signup.importNoFile') })
  if (intent === 'file' && file instanceof Blob && file.size > importFileBytesMax)
    return refuse({ field, message: t('signup.importLarge') })
  try {
    if (intent === 'page') return data(answerOf(await api.call('cards.readImportPage', { input: { address } })))
    if (intent === 'file' && file instanceof Blob)
      return data(answerOf(await api.call('cards.readImportFile', { input: new Uint8Array(await file.arrayBuffer()) })))
    if (intent === 'person') return data(answerOf(await api.call('cards.readImportFile', { input: new TextEncoder().encode(source) })))
  } catch (thrown) {
    if (!isProblem(thrown) || thrown.problem.status >= 500) throw thrown
    if (thrown.problem.status === 401) throw toSignUp()
    return refuse({ field, message: failureOf(t, thrown.problem) }, thrown.problem.status)
  }
  return data(answer)

  function answerOf(read: CardImport): Answer {
    return read.card ? { ...answer, found: withRows(read.card) } : { ...answer, several: read }
  }
}

const failures = {
  empty: 'signup.importEmpty',
  type: 'signup.importType',
  workbook: 'signup.importWorkbook',
  columns: 'signup.importColumns',
  nothing: 'signup.importNothing',
  page: 'signup.importPageFailed',
} as const satisfies Record<(typeof importFailures)[number], MessageKey>

function failureOf(t: Translate, problem: { type: string; kind?: unknown }): string {
  if (problem.type === '/problems/too-many-requests') return t('problem.tooMany')
  const kind = importFailures.find((one) => one === problem.kind)
  return t(kind ? failures[kind] : 'signup.importPageFailed')
}

/** Links in the card's places for them. A link without a place is named. */
function withRows({ links, leftOut, ...card }: NonNullable<CardImport['card']>): FoundCard {
  // Commas separate pasted links.
  const read = links.reduce<LinkRow[]>((rows, link) => readLinks(link.replace(/[,;|]/g, encodeURIComponent), rows).rows, [])
  const isPlaced = (row: LinkRow) => rowIssue(row, read) === null
  const left = read.filter((row) => !isPlaced(row)).map(({ link }) => ({ what: link, reason: 'place' as const }))
  return { ...card, rows: read.filter(isPlaced), leftOut: [...left, ...leftOut] }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountNewImport() {
  const t = useTranslate()
  const page = useLoaderData<typeof loader>()
  const { typed = page.typed, address = '', issue = page.issue, several = null, found = null } = useActionData<typeof action>() ?? {}
  const title = found ? 'signup.importPreviewTitle' : several ? 'signup.importPeopleTitle' : 'signup.importTitle'
  const lead = found ? 'signup.importPreviewLead' : several ? 'signup.importPeopleLead' : 'signup.importLead'
  return (
    <>
      <ShellStyle />
      <WizardFrame step={null} title={t(title)} lead={t(lead)}>
        {found ? (
          <PreviewStep typed={typed} found={found} mark={serviceMark} />
        ) : several ? (
          <PeopleStep typed={typed} people={several.people} hasMore={several.hasMore} />
        ) : (
          <ImportStep typed={typed} address={address} issue={issue} />
        )}
      </WizardFrame>
    </>
  )
}
