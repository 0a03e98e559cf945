import { useTranslate } from '../../../../i18n/use-translate.ts'
import type { EventView } from './billing-view.ts'
import { anyCardHref } from '../places.ts'

/** What a provider told, and what became of it. */
export function EventRows({ events, isOfCard }: { events: readonly EventView[]; isOfCard: boolean }) {
  const t = useTranslate()
  return (
    <ol className="desk-rows plain op-acts">
      {events.map(({ id, kind, alias, when, outcome, isApplied }) => (
        <li key={id}>
          <span className="desk-words">
            <b dir="ltr">
              {kind}
              {alias && !isOfCard && (
                <>
                  {' '}
                  <a href={anyCardHref(alias)}>/{alias}</a>
                </>
              )}
            </b>
            <small dir="auto">{outcome || t(isApplied ? 'deskBilling.applied' : 'deskBilling.notApplied')}</small>
          </span>
          <span className="op-when">
            <span dir="ltr">{id}</span>
            <small>{when}</small>
          </span>
        </li>
      ))}
    </ol>
  )
}
