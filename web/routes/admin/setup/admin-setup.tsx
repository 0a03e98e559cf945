import { placeHref } from '../../../features/admin/admin-places.ts'
import { SettingsPage } from '../../../features/admin/settings/settings-page.tsx'
import { changedSettings } from '../../../loaders/changed-settings.ts'
import { adminAction, doneAt, type Act, type Sent } from '../admin-action.ts'
import { adminLoader } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { loadSettings } from './load-settings.ts'

export const loader = adminLoader('/setup', loadSettings, {
  missing: 'settings',
  done: { settings: ({ t, about }) => ({ text: t('admin.settingsSaved', { count: Number(/^\d{1,2}$/.exec(about)?.[0] ?? 0) }) }) },
})
export const action = adminAction({ save })
export { meta } from '../admin-page.tsx'
export default adminPage(SettingsPage)

async function save({ call, form, id, query, t }: Sent): ReturnType<Act> {
  const { changed, errors } = changedSettings(form, (await call('admin.settings')).settings, t)
  if (Object.keys(errors).length > 0) return { errors }
  if (changed.length > 0) await call('admin.changeSettings', { input: { settings: changed } })
  return doneAt([placeHref('/setup'), id].filter(Boolean).join('/'), 'settings', String(changed.length), query)
}
