import type { Api } from '#contract/api.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { placeHref } from '../../../features/admin/admin-places.ts'
import { HostsPage, type HostsView } from '../../../features/admin/lists/word-list.tsx'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { adminAction, doneAt, type Sent } from '../admin-action.ts'
import { adminLoader, behind, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { hostIn } from '../host-in.ts'

export const loader = adminLoader('/blocked-hosts', load, {
  done: {
    hostBlocked: async ({ t, about, call }) =>
      (await isBlocked(call, about)) && {
        text: t('admin.done.hostBlocked', { host: about }),
        undo: { intent: 'remove', fields: { host: about } },
      },
    hostReleased: async ({ t, about, call }) => !(await isBlocked(call, about)) && { text: t('admin.done.hostReleased', { host: about }) },
  },
})
export const action = adminAction({ add: block, remove: release })
export { meta } from '../admin-page.tsx'
export default adminPage(HostsPage)

async function load({ call, q, from }: PageRequest): Promise<HostsView> {
  return { q, isFurther: from !== undefined, ...(await call('admin.blockedHosts', { query: { q, ...behind(from) } })) }
}

/** The page has a part of the list, so it is searched. */
async function isBlocked(call: Api['call'], about: string): Promise<boolean> {
  const { hosts } = await call('admin.blockedHosts', { query: { q: beginningOf(about, 253) } })
  return hosts.some(({ host }) => host === about)
}

async function block({ call, form, query }: Sent) {
  const host = fieldOf(form, 'host').trim()
  await call('admin.blockHost', { input: { host, isBlocked: true, reason: fieldOf(form, 'reason') } })
  return doneAt(placeHref('/blocked-hosts'), 'hostBlocked', hostIn(host).hostname.replace(/\.$/, ''), query)
}

async function release({ call, form, query }: Sent) {
  const host = fieldOf(form, 'host')
  await call('admin.blockHost', { input: { host, isBlocked: false, reason: '' } })
  return doneAt(placeHref('/blocked-hosts'), 'hostReleased', host, query)
}
