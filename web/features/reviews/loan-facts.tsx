import { satisfactions } from '#contract/cards/drawing.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { LoanView } from './review-view.ts'

/** What the loan was, and how the lender did. */
export function LoanFacts({ loan: { status, type, satisfied, tags } }: { loan: LoanView }) {
  const t = useTranslate()
  const facts = [
    { name: t('loan.status'), value: status },
    { name: t('loan.type'), value: type },
  ].filter(({ value }) => value)
  return (
    <>
      {facts.length > 0 && (
        <dl className="loan">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {satisfied.length > 0 && (
        <dl className="satisfied">
          {satisfied.map((one) => (
            <div key={one.with} className={one.is === 'DidNotMeetExpectations' ? 'unmet' : undefined}>
              <dt>{t(`loan.${one.with}`)}</dt>
              <dd>
                <span className="pips" data-given={satisfactions.indexOf(one.is) + 1} aria-hidden="true">
                  <i />
                  <i />
                  <i />
                </span>
                {t(`loan.is.${one.is}`)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {tags.length > 0 && (
        <ul className="tags">
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
    </>
  )
}
