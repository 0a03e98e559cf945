import type { ImportIssue } from '#contract/admin/admin.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useRefreshWhile } from '../../../platform/use-refresh-while.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Cluster, Stack } from '../../../ui/page/layout.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { Progress } from '../../../ui/status/progress.tsx'
import { Status } from '../../../ui/status/status.tsx'
import { AdminMain } from '../admin-main.tsx'
import { importHref, listHref, placeHref } from '../admin-places.ts'
import type { ImportView } from '../admin-view.ts'
import { importStates } from './imports-page.tsx'

const recheckMs = 1500

export type ImportPageView = {
  import: ImportView
  /** How much of an import is done, from 0 to 1 and as text; null if that is unknown. */
  progress: { value: number; text: string } | null
  errors: ImportIssue[]
  reportHref: string
}

/** The progress of an import, its issues, and what to do next. */
export function ImportPage({ import: found, progress, errors, reportHref }: ImportPageView) {
  const t = useTranslate()
  const { id, name, state, lines, good, broken, made, takes, problem } = found
  const isWorking = state === 'checking' || state === 'importing'
  useRefreshWhile(isWorking, recheckMs)
  const mayRun = state === 'checked' && good > 0 && (takes === 'good' || broken === 0)
  const why = state !== 'checked' || mayRun ? null : good === 0 ? 'admin.noneGood' : 'admin.noneBroken'
  const counts = [t('admin.lines', { count: lines }), t('admin.good', { count: good }), broken > 0 && t('admin.broken', { count: broken })]
  // Lines are counted in batches: until the first is done, there is only the bar.
  const isCounted = !isWorking || (state === 'checking' ? lines : made) > 0
  const stateText = t(`admin.state.${state}`)
  return (
    <AdminMain below="/imports" title={name} mark={<Status kind={importStates[state]}>{stateText}</Status>}>
      <Panel>
        <div className="ui-stack">
          <div className="ui-stack tight" role="status">
            {isWorking && <Progress label={stateText} {...(progress ?? {})} />}
            {isCounted && (
              <b>{state === 'done' || state === 'importing' ? t('admin.made', { count: made }) : counts.filter(Boolean).join(' · ')}</b>
            )}
            {isWorking && <p className="ui-note">{t('admin.working')}</p>}
            {problem && <Status kind="bad">{problem}</Status>}
            {why && <Status kind="bad">{t(why)}</Status>}
          </div>
          {isWorking && (
            <Cluster>
              <ButtonLink href={importHref(id)}>{t('admin.refresh')}</ButtonLink>
            </Cluster>
          )}
          {state === 'done' && made > 0 && (
            <Cluster>
              <ButtonLink kind="primary" href={listHref(placeHref('/cards'), { sort: '-created' })}>
                {t('admin.importSee', { count: made })}
              </ButtonLink>
            </Cluster>
          )}
          {!isWorking && state !== 'done' && (
            <form className="ui-cluster" method="post">
              {mayRun && (
                <Button kind="primary" type="submit" name="intent" value="run">
                  {t('admin.run', { count: good })}
                </Button>
              )}
              <Button type="submit" name="intent" value="check">
                {t('admin.checkAgain')}
              </Button>
            </form>
          )}
        </div>
      </Panel>
      {errors.length > 0 && (
        <Stack isTight>
          <h2>{t('admin.issues')}</h2>
          {broken > errors.length && <p className="ui-note">{t('admin.issuesFirst', { count: errors.length })}</p>}
          <List label={t('admin.issues')} isWrapped>
            {errors.map(({ line, field, message }, index) => (
              <ListRow key={index} title={[t('admin.line', { line }), field].filter(Boolean).join(', ')} note={message} />
            ))}
          </List>
          <Cluster>
            <a className="ui-button line" href={reportHref} download>
              <span className="ui-button-face">{t('admin.report')}</span>
            </a>
          </Cluster>
        </Stack>
      )}
    </AdminMain>
  )
}
