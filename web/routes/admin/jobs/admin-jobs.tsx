import { placeHref } from '../../../features/admin/admin-places.ts'
import { JobsPage, type JobsView } from '../../../features/admin/lists/jobs-page.tsx'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { adminAction, doneAt, type Sent } from '../admin-action.ts'
import { adminLoader, behind, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { jobName } from '../audit-entry-view.ts'

export const loader = adminLoader('/jobs', load, { done: { jobRetried: ({ t }) => ({ text: t('admin.done.jobRetried') }) } })
export const action = adminAction({ retry })
export { meta } from '../admin-page.tsx'
export default adminPage(JobsPage)

async function load({ call, from, t, moment }: PageRequest): Promise<JobsView> {
  const { queues, failing, next } = await call('admin.jobs', { query: behind(from) })
  return {
    queues: queues.map((queue) => ({ ...queue, title: jobName(t, queue.name) })),
    failing: failing.map((job) => ({
      ...job,
      title: jobName(t, job.queue),
      nextAt: job.nextAt === null ? null : moment(job.nextAt),
    })),
    next,
    isFurther: from !== undefined,
  }
}

async function retry({ call, form, query }: Sent) {
  await call('admin.retryJob', { input: { id: fieldOf(form, 'job') } })
  return doneAt(placeHref('/jobs'), 'jobRetried', '', query)
}
