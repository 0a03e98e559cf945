import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { releasesHref, type VersionView } from '../../features/admin/releases/releases-view.ts'
import { readVersion, versionInput } from '../../features/admin/releases/read-forms.ts'
import { VersionForm } from '../../features/admin/releases/version-form.tsx'
import { MissingPage } from '../../features/admin/missing-page.tsx'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { tryToSend } from '../../loaders/try-to-send.ts'
import { metas } from '../metas.ts'
import { openAdmin } from '../../loaders/open-admin.ts'
import { doneAt } from './done.ts'
import { missingThing } from './missing-thing.ts'
import { adminTitle } from './page-title.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { fieldOf } from '../../loaders/submit-form.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { versions } = await openAdmin(args)
  const wanted = args.params['version'] ?? ''
  const found = versions.find(({ version }) => version === wanted)
  if (!found && wanted !== 'new') return missingThing(args, 'version')
  const { productName } = args.context.get(siteContext)
  const today = new Date().toISOString().slice(0, 10)
  const version: VersionView = found
    ? { version: found.version, date: found.date, versionHistory: found.versionHistory, updates: found.updates.join('\n') }
    : { version: '', date: today, versionHistory: '', updates: '' }
  const t = translateFor(args.request)
  const title = found ? t('admin.releases.version', { version: found.version }) : t('admin.releases.versionNew')
  return {
    version,
    isNew: !found,
    isBuiltIn: found?.isBuiltIn ?? false,
    title: adminTitle({ t, productName }, title, t('admin.news')),
  }
}

export async function action(args: ActionFunctionArgs) {
  await openAdmin(args)
  const form = await args.request.formData()
  const { call } = args.context.get(apiContext)
  const wanted = args.params['version'] ?? ''
  if (fieldOf(form, 'intent') === 'remove') {
    await call('releases.removeVersion', { input: { version: wanted } })
    throw redirect(doneAt(releasesHref, 'removed'))
  }
  const view = readVersion(form)
  // A version's number is its address and can't change.
  if (wanted !== 'new') view.version = wanted
  const send = () => call('releases.publishVersion', { input: versionInput(view) })
  const error = await tryToSend(args.request, send, (path) => path.replace(/^updates\..*/, 'updates'))
  if (error) return data({ error, view }, { status: 422 })
  throw redirect(doneAt(releasesHref, 'saved'))
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AdminVersion() {
  const loaded = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  if ('missing' in loaded) return <MissingPage what={loaded.missing} />
  const { version, isNew, isBuiltIn } = loaded
  return <VersionForm version={sent?.view ?? version} isNew={isNew} isBuiltIn={isBuiltIn} error={sent?.error ?? null} />
}
