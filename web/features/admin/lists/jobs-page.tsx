import type { Queue } from '#contract/admin/admin.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Named, Table } from '../../../ui/list/table.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { AdminMain, NextLink } from '../admin-main.tsx'
import { Moment } from '../moment.tsx'
import { placeHref } from '../admin-places.ts'
import type { JobView, Paged } from '../admin-view.ts'

export type JobsView = Paged<{ queues: (Queue & { title: string })[]; failing: JobView[] }>

const states = {
  waiting: 'admin.waiting',
  active: 'admin.active',
  retrying: 'admin.retrying',
  failed: 'admin.failed',
} as const

/** Queues and failing jobs. */
export function JobsPage({ queues, failing, next, isFurther }: JobsView) {
  const t = useTranslate()
  const busy = queues.filter((queue) => queue.waiting + queue.active + queue.retrying + queue.failed > 0)
  return (
    <AdminMain title={t('admin.jobs')} lead={t('admin.jobsLead')}>
      {failing.length === 0 ? (
        <EmptyState title={t('admin.jobsNone')} />
      ) : (
        <List label={t('admin.failing')} isWrapped>
          {failing.map(({ id, queue, title, state, attempts, nextAt, error }) => (
            <ListRow
              key={id}
              title={
                <>
                  {title}{' '}
                  <Status kind={state === 'failed' ? 'bad' : 'wait'}>{t(state === 'failed' ? 'admin.failed' : 'admin.retrying')}</Status>
                </>
              }
              note={
                <>
                  <span dir="auto">{error || t('admin.noError')}</span>
                  <br />
                  <code>{queue}</code>
                  {' · '}
                  {t('admin.attempts', { count: attempts })}
                  {nextAt && (
                    <>
                      {' · '}
                      <Moment {...nextAt} text={t('admin.nextAt', { when: nextAt.text })} />
                    </>
                  )}
                </>
              }
              end={
                <form method="post">
                  <input type="hidden" name="job" value={id} />
                  <Button size="small" type="submit" name="intent" value="retry" aria-label={`${t('admin.tryNow')}: ${title}`}>
                    {t('admin.tryNow')}
                  </Button>
                </form>
              }
            />
          ))}
        </List>
      )}
      <NextLink path={placeHref('/jobs')} next={next} isFurther={isFurther} />
      {busy.length > 0 && (
        <Table
          caption={t('admin.queue')}
          columns={[
            { key: 'name', label: t('admin.queue') },
            ...Object.entries(states).map(([key, word]) => ({ key, label: t(word), isNumber: true })),
          ]}
          rows={busy.map(({ name, title, ...counts }) => ({
            key: name,
            cells: { name: <Named name={title} note={<code>{name}</code>} />, ...counts },
          }))}
        />
      )}
    </AdminMain>
  )
}
