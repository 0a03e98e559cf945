import { isProblem, type Api } from '#contract/api.ts'
import { placeHref } from '../../../features/admin/admin-places.ts'
import { BackupsPage } from '../../../features/admin/operations/backups-page.tsx'
import { issueText } from '../../../loaders/issue-text.ts'
import { loginHref } from '../../../loaders/open-account.ts'
import { adminAction, doneAt, type Act, type Sent } from '../admin-action.ts'
import { adminLoader } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { loadBackups } from './load-backups.ts'

export const loader = adminLoader('/backups', loadBackups, {
  // Until the list has the run.
  done: { started: ({ t, about, view: { runs } }) => newestIn(runs) === about && { text: t('admin.done.started') } },
})
export const action = adminAction({
  run: ({ call }) => start(call, 'admin.backUp'),
  first: startFirst,
  rehearse: ({ call }) => start(call, 'admin.rehearseBackup'),
})
export { meta } from '../admin-page.tsx'
export default adminPage(BackupsPage)

const newestIn = (runs: readonly { id: string }[]) => runs[0]?.id ?? ''

async function start(call: Api['call'], name: 'admin.backUp' | 'admin.rehearseBackup') {
  const { runs } = await call('admin.backups')
  await call(name)
  return doneAt(placeHref('/backups'), 'started', newestIn(runs))
}

/**
 * The first backup goes to the proposed folder, if there is no place yet. Changing a setting needs a recent login, after which this page is
 * there again.
 */
async function startFirst({ call, t }: Sent): ReturnType<Act> {
  const { target, proposal } = await call('admin.backups')
  if (target !== '') return start(call, 'admin.backUp')
  try {
    await call('admin.changeSettings', { input: { settings: [{ name: 'BACKUP_TO', value: proposal }] } })
  } catch (thrown) {
    if (!isProblem(thrown)) throw thrown
    const { type, issues: [issue] = [] } = thrown.problem
    if (type === '/problems/recent-login-required') return loginHref(placeHref('/backups'), 'settings')
    // The page has no field for the folder.
    if (issue) return { message: issueText(t, issue), errors: {} }
    throw thrown
  }
  return start(call, 'admin.backUp')
}
