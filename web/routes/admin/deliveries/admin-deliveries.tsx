import { isProblem } from '#contract/api.ts'
import { placeHref } from '../../../features/admin/admin-places.ts'
import { DeliveriesPage, type DeliveriesView } from '../../../features/admin/operations/deliveries-page.tsx'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { adminAction, doneAt, type Act, type Sent } from '../admin-action.ts'
import { adminLoader, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { hostIn } from '../host-in.ts'

export const loader = adminLoader('/deliveries', load, {
  done: {
    hostOff: ({ t, about, view }) =>
      isOff(view, about) && {
        text: t('admin.done.hostOff', { host: about }),
        undo: { intent: 'on', fields: { host: about, sendMissed: '1' } },
      },
    hostOn: ({ t, about, view }) => !isOff(view, about) && { text: t('admin.done.hostOn', { host: about }) },
  },
})
export const action = adminAction({ off: switchOff, on: allow })
export { meta, shouldRevalidate } from '../admin-page.tsx'
export default adminPage(DeliveriesPage)

const isOff = ({ off }: DeliveriesView, about: string) => off.some(({ host }) => host === about)

async function load({ call, t, when, moment, number, language }: PageRequest): Promise<DeliveriesView> {
  const { waiting, overdueSeconds, failing, off } = await call('admin.connections')
  const seconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', maximumFractionDigits: 0 })
  return {
    figures: [
      { label: t('admin.waiting'), value: number(waiting) },
      { label: t('admin.connections.overdue'), value: overdueSeconds < 1 ? '–' : seconds.format(overdueSeconds) },
      { label: t('admin.connections.failing'), value: number(failing.length) },
      { label: t('admin.connections.off'), value: number(off.length) },
    ],
    failing: failing.map(({ host, connections, waiting: itsWaiting, since, lastAt, status, answer, reason }) => ({
      host,
      connections: number(connections),
      waiting: number(itsWaiting),
      since: moment(since),
      answer:
        lastAt === null
          ? t('admin.connections.notTried')
          : reason
            ? t(`connections.reason.${reason}`)
            : [status, answer].filter((part) => part !== null && part !== '').join(' ') || '–',
    })),
    off: off.map(({ host, reason, offAt, connections }) => ({
      host,
      reason,
      facts: t('admin.connections.offFacts', { when: when(offAt), count: connections }),
    })),
  }
}

async function switchOff({ call, form, t }: Sent): ReturnType<Act> {
  const [host, reason] = [fieldOf(form, 'host').trim(), fieldOf(form, 'reason').trim()]
  if (reason === '') return { errors: { reason: t('admin.reasonMissing') } }
  await call('admin.switchHost', { input: { host, isOff: true, reason, sendMissed: false } })
  return doneAt(placeHref('/deliveries'), 'hostOff', hostIn(host).host)
}

async function allow({ call, form }: Sent) {
  const host = fieldOf(form, 'host')
  const input = { host, isOff: false, reason: '', sendMissed: fieldOf(form, 'sendMissed') !== '' }
  await call('admin.switchHost', { input }).catch((error: unknown) => {
    // Someone else allowed it meanwhile.
    if (!isProblem(error) || error.problem.status !== 404) throw error
  })
  return doneAt(placeHref('/deliveries'), 'hostOn', host)
}
