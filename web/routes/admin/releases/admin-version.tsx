import { useActionData } from 'react-router'
import type { FormError } from '../../../features/admin/admin-view.ts'
import { readVersion, versionInput } from '../../../features/admin/releases/read-forms.ts'
import { releasesHref, type VersionView } from '../../../features/admin/releases/releases-view.ts'
import { VersionForm } from '../../../features/admin/releases/version-form.tsx'
import { tryToSend } from '../../../loaders/try-to-send.ts'
import { adminAction, doneAt, type Act, type Sent } from '../admin-action.ts'
import { adminLoader, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'

type View = { version: VersionView; isNew: boolean; isBuiltIn: boolean }

export const loader = adminLoader('/releases', load, {
  title: ({ version: { version }, isNew }, t) => [isNew ? t('admin.releases.versionNew') : t('admin.releases.version', { version })],
})
export const action = adminAction({ publish, remove })
export { meta } from '../admin-page.tsx'
export default adminPage(({ version, ...around }: View) => {
  const sent = useActionData<FormError & { view?: VersionView }>()
  return <VersionForm {...around} version={sent?.view ?? version} error={sent ?? null} />
})

async function load({ releases, id }: PageRequest): Promise<View | 'version'> {
  const found = releases.versions.find(({ version }) => version === id)
  if (!found && id !== 'new') return 'version'
  const today = new Date().toISOString().slice(0, 10)
  const version: VersionView = found
    ? { version: found.version, date: found.date, versionHistory: found.versionHistory, updates: found.updates.join('\n') }
    : { version: '', date: today, versionHistory: '', updates: '' }
  return { version, isNew: !found, isBuiltIn: found?.isBuiltIn ?? false }
}

async function publish({ request, call, form, id }: Sent): ReturnType<Act> {
  const view = readVersion(form)
  // A version's number is its address and can't change.
  if (id !== 'new') view.version = id
  const send = () => call('releases.publishVersion', { input: versionInput(view) })
  const error = await tryToSend(request, send, (path) => path.replace(/^updates\..*/, 'updates'))
  return error ? { ...error, view } : doneAt(releasesHref, 'saved')
}

async function remove({ call, id }: Sent) {
  await call('releases.removeVersion', { input: { version: id } })
  return doneAt(releasesHref, 'removed')
}
