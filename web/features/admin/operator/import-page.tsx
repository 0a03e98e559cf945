import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { PageMain, Part } from './page-main.tsx'
import { importHref, placeHref } from './places.ts'
import type { DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'import' }> & { trouble: DeskTrouble | null }

const lookEveryMs = 1500

/** How far an import is, what is wrong with its lines, and the way on. */
export function ImportPage({ import: found, faults, reportHref, trouble }: Props) {
  const say = useAccountSay()
  const { id, name, state, lines, good, broken, made, takes, problem } = found
  const isWorking = state === 'checking' || state === 'importing'
  useLooking(isWorking)
  const mayRun = state === 'checked' && good > 0 && (takes === 'good' || broken === 0)
  const why = state !== 'checked' || mayRun ? null : good === 0 ? 'operator.noneGood' : 'operator.noneBroken'
  const counts = [
    say('operator.lines', { count: lines }),
    say('operator.good', { count: good }),
    broken > 0 && say('operator.broken', { count: broken }),
  ]
  return (
    <PageMain back={placeHref('/imports')} title={name} trouble={trouble}>
      <div className="op-progress" role="status">
        <p>
          <span className="badge quiet">{say(`operator.state.${state}`)}</span>
        </p>
        {isWorking && <progress aria-label={say(`operator.state.${state}`)} />}
        <p className="op-count">{state === 'done' ? say('operator.made', { count: made }) : counts.filter(Boolean).join(' · ')}</p>
        {isWorking && <p className="desk-hint">{say('operator.working')}</p>}
        {problem && <p className="op-problem">{problem}</p>}
        {why && <p className="op-problem">{say(why)}</p>}
      </div>
      {isWorking && (
        <a className="btn outline" href={importHref(id)}>
          {say('operator.look')}
        </a>
      )}
      {!isWorking && state !== 'done' && (
        <form className="desk-actions op-go" method="post">
          {mayRun && (
            <button className="btn large door" type="submit" name="intent" value="run">
              {say('operator.run', { count: good })}
            </button>
          )}
          <button className="btn large outline" type="submit" name="intent" value="check">
            {say('operator.checkAgain')}
          </button>
        </form>
      )}
      {faults.length > 0 && (
        <Part title={say('operator.faults')}>
          {broken > faults.length && <p className="desk-hint">{say('operator.faultsFirst', { count: faults.length })}</p>}
          <ol className="desk-rows plain">
            {faults.map(({ line, field, message }, index) => (
              <li key={index}>
                <span className="desk-words">
                  <b>{[say('operator.line', { line }), field].filter(Boolean).join(', ')}</b>
                  <small dir="auto">{message}</small>
                </span>
              </li>
            ))}
          </ol>
          <p className="op-more">
            <a className="btn outline" href={reportHref} download>
              {say('operator.report')}
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
