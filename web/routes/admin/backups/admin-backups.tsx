import { isProblem, type Api } from '#contract/api.ts'
import { placeHref, settingsHref } from '../../../features/admin/admin-places.ts'
import { BackupsPage } from '../../../features/admin/operations/backups-page.tsx'
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

/**
 * The first backup goes to the proposed folder, if there is no place yet. Changing a setting needs a recent login, after which this page is
 * there again. A folder that can't be used is corrected where the field is.
 */
async function startFirst({ call }: Sent) {
  const { target, proposal } = await call('admin.backups')
  if (target !== '') return start(call, 'admin.backUp')
  try {
    await call('admin.changeSettings', { input: { settings: [{ name: 'BACKUP_TO', value: proposal }] } })
  } catch (thrown) {
    if (!isProblem(thrown)) throw thrown
    if (thrown.problem.type === '/problems/recent-login-required') return loginHref(placeHref('/backups'), 'settings')
    if (thrown.problem.type === '/problems/input-invalid') return settingsHref('backups')
    throw thrown
  }
  return start(call, 'admin.backUp')
}
