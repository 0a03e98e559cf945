import { isProblem, type Api } from '#contract/api.ts'
import { placeHref } from '../../../features/admin/admin-places.ts'
import { BackupsPage } from '../../../features/admin/operations/backups-page.tsx'
import { chooseBackupFolder } from '../../../loaders/choose-backup-folder.ts'
import { loginHref } from '../../../loaders/open-account.ts'
import { adminAction, doneAt, type Sent } from '../admin-action.ts'
import { adminLoader } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { loadBackups } from './load-backups.ts'

export const loader = adminLoader('/backups', loadBackups, { done: { started: ({ t }) => ({ text: t('admin.done.started') }) } })
export const action = adminAction({
  run: ({ call }) => start(call, 'admin.backUp'),
  first: startFirst,
  rehearse: ({ call }) => start(call, 'admin.rehearseBackup'),
})
export { meta } from '../admin-page.tsx'
export default adminPage(BackupsPage)

async function start(call: Api['call'], name: 'admin.backUp' | 'admin.rehearseBackup') {
  await call(name)
  return doneAt(placeHref('/backups'), 'started')
}

/** Changing a setting needs a recent login, after which this page is there again. */
async function startFirst({ call }: Sent) {
  try {
    await chooseBackupFolder({ call })
  } catch (thrown) {
    if (!isProblem(thrown) || thrown.problem.type !== '/problems/recent-login-required') throw thrown
    return loginHref(placeHref('/backups'), 'settings')
  }
  return start(call, 'admin.backUp')
}
