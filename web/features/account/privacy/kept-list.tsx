import { keeping } from '#contract/accounts/keeping.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'

/** What is kept and for how long, as a table that a screen reader reads row by row. */
export function KeptFor({ visitMonths }: { visitMonths: number }) {
  const t = useTranslate()
  return (
    <section className="sheet-panel" aria-labelledby="kept-title">
      <h2 id="kept-title">{t('privacy.kept')}</h2>
      <p>{t('privacy.keptMore')}</p>
      <table>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('privacy.keptWhat')}</th>
            <th scope="col">{t('privacy.keptLong')}</th>
          </tr>
        </thead>
        <tbody>
          {keptFor(visitMonths).map(({ what, long, count }) => (
            <tr key={what}>
              <th scope="row">{t(what)}</th>
              <td>{t(long, { count })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Kept = { what: MessageKey; long: MessageKey; count: number }

/** What is kept, and for how long: the numbers are the ones the server holds to. */
const keptFor = (visitMonths: number): readonly Kept[] => [
  { what: 'privacy.keptCards', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.keptContacts', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.keptHeld', long: 'privacy.forDays', count: keeping.heldContactDays },
  ...(visitMonths > 0 ? [{ what: 'privacy.keptVisits', long: 'privacy.forMonths', count: visitMonths } as const] : []),
  { what: 'privacy.keptCounts', long: 'privacy.forYou', count: 0 },
  { what: 'privacy.keptTroubles', long: 'privacy.forDays', count: keeping.pageTroubleDays },
  { what: 'privacy.keptSessions', long: 'privacy.forDays', count: keeping.sessionWholeDays },
  { what: 'privacy.keptLinks', long: 'privacy.forDays', count: keeping.usedLinkDays },
  { what: 'privacy.keptBilling', long: 'privacy.forDays', count: keeping.billingEventDays },
  { what: 'privacy.keptJobs', long: 'privacy.forHours', count: keeping.doneJobHours },
]
