import { useAccountSay } from '../../i18n/use-account-say.ts'
import { keptFor } from './kept-for.ts'

/** What is kept and for how long, as a table that a screen reader reads row by row. */
export function KeptFor({ visitMonths }: { visitMonths: number }) {
  const say = useAccountSay()
  return (
    <section className="sheet-panel" aria-labelledby="kept-title">
      <h2 id="kept-title">{say('privacy.kept')}</h2>
      <p>{say('privacy.keptMore')}</p>
      <table>
        <thead className="sr-only">
          <tr>
            <th scope="col">{say('privacy.keptWhat')}</th>
            <th scope="col">{say('privacy.keptLong')}</th>
          </tr>
        </thead>
        <tbody>
          {keptFor(visitMonths).map(({ what, long, count }) => (
            <tr key={what}>
              <th scope="row">{say(what)}</th>
              <td>{say(long, { count })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
