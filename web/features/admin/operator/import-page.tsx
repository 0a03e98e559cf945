import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { PageMain, Part } from './page-main.tsx'
import { importHref, placeHref } from './places.ts'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'import' }> & { trouble: DeskTrouble | null }

const lookEveryMs = 1500

/** How far an import is, what is wrong with its lines, and the way on. */
export function ImportPage({ import: found, faults, reportHref, trouble }: Props) {
  const t = useTranslate()
  const { id, name, state, lines, good, broken, made, takes, problem } = found
  const isWorking = state === 'checking' || state === 'importing'
  useLooking(isWorking)
  const mayRun = state === 'checked' && good > 0 && (takes === 'good' || broken === 0)
  const why = state !== 'checked' || mayRun ? null : good === 0 ? 'operator.noneGood' : 'operator.noneBroken'
  const counts = [
    t('operator.lines', { count: lines }),
    t('operator.good', { count: good }),
    broken > 0 && t('operator.broken', { count: broken }),
  ]
  return (
    <PageMain back={placeHref('/imports')} title={name} trouble={trouble}>
      <div className="op-progress" role="status">
        <p>
          <span className="badge quiet">{t(`operator.state.${state}`)}</span>
        </p>
        {isWorking && <progress aria-label={t(`operator.state.${state}`)} />}
        <p className="op-count">{state === 'done' ? t('operator.made', { count: made }) : counts.filter(Boolean).join(' · ')}</p>
        {isWorking && <p className="desk-hint">{t('operator.working')}</p>}
        {problem && <p className="op-problem">{problem}</p>}
        {why && <p className="op-problem">{t(why)}</p>}
      </div>
      {isWorking && (
        <a className="btn outline" href={importHref(id)}>
          {t('operator.look')}
        </a>
      )}
      {!isWorking && state !== 'done' && (
        <form className="desk-actions op-go" method="post">
          {mayRun && (
            <button className="btn large door" type="submit" name="intent" value="run">
              {t('operator.run', { count: good })}
            </button>
          )}
          <button className="btn large outline" type="submit" name="intent" value="check">
            {t('operator.checkAgain')}
          </button>
        </form>
      )}
      {faults.length > 0 && (
        <Part title={t('operator.faults')}>
          {broken > faults.length && <p className="desk-hint">{t('operator.faultsFirst', { count: faults.length })}</p>}
          <ol className="desk-rows plain">
            {faults.map(({ line, field, message }, index) => (
              <li key={index}>
                <span className="desk-words">
                  <b>{[t('operator.line', { line }), field].filter(Boolean).join(', ')}</b>
                  <small dir="auto">{message}</small>
                </span>
              </li>
            ))}
          </ol>
          <p className="op-more">
            <a className="btn outline" href={reportHref} download>
              {t('operator.report')}
            </a>
          </p>
        </Part>
      )}
    </PageMain>
  )
}

/** While somebody else is at work on it, the page looks again by itself. */
function useLooking(isWorking: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isWorking || state !== 'idle') return
    const waiting = setTimeout(() => void revalidate(), lookEveryMs)
    return () => clearTimeout(waiting)
  }, [isWorking, state, revalidate])
}
