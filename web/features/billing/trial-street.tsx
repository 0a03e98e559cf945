import { useTranslate } from '../../i18n/use-translate.ts'

type Props = { trial: { days: number; from: string; until: string }; daysLeft: number }

/** The days of a trial as a street of doors: those behind one, and those to come. */
export function TrialStreet({ trial: { days, from, until }, daysLeft }: Props) {
  const t = useTranslate()
  const used = Math.max(0, days - daysLeft)
  return (
    <div className="trial-street">
      <p role="img" aria-label={t('billing.daysUsed', { used, count: days })}>
        {Array.from({ length: days }, (_, day) => (
          <i key={day} className={day < used ? 'gone' : undefined} />
        ))}
      </p>
      <p>
        <span>{from}</span>
        <span>{until}</span>
      </p>
    </div>
  )
}
