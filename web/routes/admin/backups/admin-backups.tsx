import type { Api } from '#contract/api.ts'
import { placeHref } from '../../../features/admin/admin-places.ts'
import { BackupsPage } from '../../../features/admin/operations/backups-page.tsx'
import { adminAction, doneAt } from '../admin-action.ts'
import { adminLoader } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { loadBackups } from './load-backups.ts'

export const loader = adminLoader('/backups', loadBackups, { done: { started: ({ t }) => ({ text: t('admin.done.started') }) } })
export const action = adminAction({
  run: ({ call }) => start(call, 'admin.backUp'),
  rehearse: ({ call }) => start(call, 'admin.rehearseBackup'),
})
export { meta } from '../admin-page.tsx'
export default adminPage(BackupsPage)

async function start(call: Api['call'], name: 'admin.backUp' | 'admin.rehearseBackup') {
  await call(name)
  return doneAt(placeHref('/backups'), 'started')
}
