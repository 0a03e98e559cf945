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
import { duplicateChoices, contactFileIssues, contactImportMax, labelsMax } from '#contract/constants.ts'
import { fileMegabytes, ImportPage } from '../../features/contacts/import/import-page.tsx'
import { importHref, type ImportView } from '../../features/contacts/import/import-view.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { useLanguage } from '../shell/use-language.ts'
import { metas } from '../metas.ts'
import { fieldOf, submitForm } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { formatUtcDay } from '../../loaders/subscription/format-utc-day.ts'
import { openOwner } from '../../loaders/open-owner.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  const { request, context } = args
  const problem = new URL(request.url).searchParams.get('problem')
  const t = translateFor(request)
  const error =
    problem === 'large' ? t('contacts.importLarge', { size: fileMegabytes }) : problem === 'missing' ? t('contacts.importGone') : null
  const title = [t('contacts.import'), context.get(siteContext).productName].join(' | ')
  return { view: await loadImports(args, owner.alias), error, title }
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerContactImport() {
  const { view, error } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return <ImportPage view={view} language={useLanguage()} error={refused?.error ?? error} labelError={refused?.labelError ?? null} />
}

async function loadImports({ request, context }: LoaderFunctionArgs, alias: string): Promise<ImportView> {
  const { call } = context.get(apiContext)
  const id = new URL(request.url).searchParams.get('of')
  if (id === null) {
    const found = await call('contacts.imports', { query: { alias } })
    const imports = found.map(({ createdAt, ...one }) => ({ ...one, day: formatUtcDay(request, createdAt) }))
    return { alias, imports, opened: null }
  }
  const opened = await call('contacts.readImport', { params: { alias, id } }).catch((error: unknown) => {
    if (isProblem(error) && [404, 422].includes(error.problem.status)) throw redirect(`${importHref(alias)}?problem=missing`)
    throw error
  })
  const { undoUntil } = opened.import
  return { alias, imports: [], opened: { ...opened, undoDay: undoUntil === null ? '' : formatUtcDay(request, undoUntil) } }
}

/** Every step is a form that works without a script. */
export async function action(args: ActionFunctionArgs) {
  const { owner } = await openOwner(args)
  const { request, context } = args
  const { call } = context.get(apiContext)
  const t = translateFor(request)
  const form = await request.formData()
  const importId = new URL(request.url).searchParams.get('of') ?? ''
  const refuse = (error: string | null, labelError: string | null = null) => data({ error, labelError }, { status: 422 })
  const { alias } = owner
  if (fieldOf(form, 'intent') === 'read') {
    const file = form.get('file')
    if (!(file instanceof File) || file.size === 0) return refuse(t('contacts.importMissing'))
    if (file.size > contactImportMax.bytes) return refuse(t('contacts.importLarge', { size: fileMegabytes }))
    const input = new Uint8Array(await file.arrayBuffer())
    const name = file.name.slice(-200).replace(/^[\udc00-\udfff]/, '')
    const { value, failure } = await submitForm(request, () => call('contacts.createImport', { params: { alias }, query: { name }, input }))
    if (value) throw redirect(importHref(alias, value.id))
    const kind = contactFileIssues.find((one) => one === failure.codes['file'])
    return refuse(
      kind
        ? t(`contacts.importFile.${kind}`, {
            count: contactImportMax[kind === 'columns' ? kind : 'rows'],
            headings,
          })
        : failure.message,
    )
  }
  const { failure } = await submitForm<unknown>(request, () => {
    if (fieldOf(form, 'intent') === 'undo') return call('contacts.undoImport', { input: { alias, importId } })
    const chosen = duplicateChoices.find((one) => one === fieldOf(form, 'duplicates')) ?? 'skip'
    return call('contacts.runImport', { input: { alias, importId, duplicates: chosen, label: fieldOf(form, 'label') } })
  })
  if (failure?.type === '/problems/not-found') return refuse(t('contacts.importExpired'))
  if (failure && 'tags' in failure.issues) return refuse(null, t('contacts.importLabelMany', { count: labelsMax }))
  // After a conflict the page shows what became of the import.
  if (failure && failure.type !== '/problems/conflict') return refuse(failure.message)
  throw redirect(importHref(alias, importId))
}

/** Names of columns are not translated: those of the file are compared with them. */
const headings = 'First Name, Last Name, Company, E-mail Address, Mobile Phone, E-mail 1 - Value, Phone 1 - Value'
